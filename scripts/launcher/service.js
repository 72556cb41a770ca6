import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './files.js'
import { isWritable } from './npm.js'
import { envWithNode } from './pick-node.js'

export const bundleFolder = 'dist/service'

/** The file of the bundle with which the service starts. */
export const serviceBundle = `${bundleFolder}/main.js`

const sources = [
  'package.json',
  'package-lock.json',
  'scripts/service-bundle.ts',
  'src',
  'packages/cli/src',
  'packages/connectors',
  'packages/sdk/src',
]

/**
 * Returns a digest of the names, sizes and times of the sources. Reading all sources would take a tenth of a second of
 * each command.
 * @param {string} root
 */
export function stateOfService(root) {
  const digest = createHash('sha256')
  for (const path of sources.flatMap((source) => listFiles(root, source)).sort()) {
    const { size, mtimeMs } = statSync(join(root, path))
    digest.update(`${path} ${size} ${mtimeMs}\n`)
  }
  // An archive can give all files the same time, and the version tells its contents apart.
  return digest.update(readFileSync(join(root, 'package.json'))).digest('hex')
}

/**
 * Returns whether dist/service has been written from these sources.
 * @param {string} root
 */
export function isBundled(root) {
  try {
    const text = readFileSync(join(root, bundleFolder, 'bundled.json'), 'utf8')
    return JSON.parse(text).state === stateOfService(root)
  } catch {
    return false
  }
}

/**
 * Returns the file with which the service starts: of the bundle, which is written first if it is out of date, or of the
 * sources where it cannot be written.
 * @param {string} root
 * @param {string} node
 */
export function bundleService(root, node) {
  if (isBundled(root)) return serviceBundle
  const source = 'src/app/main.ts'
  if (!existsSync(join(root, 'node_modules', 'vite')) || !isWritable(root)) return source
  console.error('Bundling the service (once after each change; about two seconds) …')
  const { status, stdout, stderr } = spawnSync(node, ['scripts/service-bundle.ts'], {
    cwd: root,
    env: envWithNode(node),
    encoding: 'utf8',
  })
  if (status === 0) return serviceBundle
  console.error(`${stdout}${stderr}\nThe service could not be bundled and runs from its sources.`)
  return source
}
