import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles } from './files.js'
import { isWritable } from './npm.js'
import { envWithNode } from './pick-node.js'

/** Folders of generated code that is not in git (scripts/generate.ts). */
export const generatedFolders = [
  'packages/sdk/src/generated',
  'packages/python/src/bestow/_generated',
]

/** What the generated code depends on. */
export const generatorSources = [
  'src/contract',
  'scripts/generate.ts',
  'scripts/launcher/generated.js',
  'scripts/openapi',
  'scripts/sdk',
  'scripts/python',
  'scripts/git.ts',
  'scripts/steps.ts',
  'packages/sdk/package.json',
  'packages/python/pyproject.toml',
]

/** @param {string} root */
export function hashOfGenerator(root) {
  const hash = createHash('sha256')
  for (const path of generatorSources.flatMap((source) => listFiles(root, source)).sort())
    if (!path.endsWith('.test.ts')) hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** @param {string | Buffer} content */
const digest = (content) => createHash('sha256').update(content).digest('hex')

/** @param {string} root */
const stampPath = (root) => join(root, '.bestow', 'generated.json')

/**
 * Records what was generated, as the last step of the generation.
 * @param {string} root
 * @param {string} sources the hash of the sources before the generation
 * @param {Map<string, string>} files the generated texts by path
 */
export function writeStamp(root, sources, files) {
  const digests = Object.fromEntries([...files].map(([path, text]) => [path, digest(text)]))
  mkdirSync(dirname(stampPath(root)), { recursive: true })
  writeFileSync(stampPath(root), JSON.stringify({ sources, files: digests }))
}

/**
 * Returns whether the files exist, are those that were generated, and their sources are still the same. Files can also
 * change with a switch to a commit that contains them.
 * @param {string} root
 */
export function isGenerated(root) {
  try {
    const { sources, files } = JSON.parse(readFileSync(stampPath(root), 'utf8'))
    return (
      sources === hashOfGenerator(root) &&
      Object.entries(files).every(([path, sha]) => digest(readFileSync(join(root, path))) === sha)
    )
  } catch {
    return false
  }
}

/**
 * Generates the code that is not in git, unless it matches its sources. Usually it does, and the check takes a few
 * milliseconds. In a folder that is not writable, the existing code is used.
 * @param {string} root
 * @param {string} node
 */
export function generateIfStale(root, node) {
  if (isGenerated(root) || !isWritable(join(root, 'packages/sdk/src'))) return
  const { status, stdout, stderr, error } = spawnSync(node, ['scripts/generate.ts'], {
    cwd: root,
    env: envWithNode(node),
    encoding: 'utf8',
  })
  if (status !== 0)
    throw new Error(
      `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\nThe code of the client libraries could not be generated, see above.`,
    )
}
