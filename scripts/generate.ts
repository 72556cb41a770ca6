import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatedFolders, hashOfGenerator, writeStamp } from './launcher/generated.js'
import { generatedPythonFiles } from './python/generated.ts'
import { generatedFiles } from './sdk/generated.ts'
import { root } from './steps.ts'

/*
 * Generates the types, operations, methods and examples of the client libraries from the
 * contract. The generated files are not in git. The launcher runs this script when they are
 * missing or older than their sources.
 */

const [sdkFolder = '', pythonFolder = ''] = generatedFolders
const sources = hashOfGenerator(root)
const files = new Map([
  ...inFolder(sdkFolder, generatedFiles(sdkVersion())),
  ...inFolder(pythonFolder, generatedPythonFiles(pythonVersion())),
])
for (const [path, text] of files) replaceFile(join(root, path), text)
for (const path of generatedFolders.flatMap((folder) => globSync(`${folder}/*.*`, { cwd: root })))
  if (!files.has(path)) rmSync(join(root, path))
writeStamp(root, sources, files)

function inFolder(folder: string, named: Map<string, string>): [string, string][] {
  return [...named].map(([name, text]) => [`${folder}/${name}`, text])
}

function sdkVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8'))
  return version
}

function pythonVersion(): string {
  const project = readFileSync(join(root, 'packages/python/pyproject.toml'), 'utf8')
  const [, version] = /^version = "([^"]+)"/m.exec(project) ?? []
  if (version === undefined) throw new Error('packages/python/pyproject.toml has no version')
  return version
}

/** Replaces a file at once. A concurrent reader sees the old or the new file, never a part of one. */
function replaceFile(path: string, text: string): void {
  const tempPath = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(tempPath, text)
  renameSync(tempPath, path)
}
