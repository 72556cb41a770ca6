import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isWritable } from './npm.js'

/**
 * Sees to it that packages/web/dist is what web/ and the lock file make. Usually that is so, and takes a few
 * milliseconds to see. Without the tools to build it, or in a folder that cannot be written, what is
 * there is served as it is.
 *
 * @param {string} root
 * @param {string} node
 */
export function buildWebIfStale(root, node) {
  const built = readBuildInfo(root)
  if (built?.hash === hashOfWeb(root)) return
  const blocker = buildBlocker(root)
  if (blocker !== undefined) {
    const state = built === undefined ? 'has not been built' : 'is older than its sources'
    console.error(
      `The web app ${state}, and ${blocker}. To build it: node scripts/run.js scripts/web.ts, as the owner of ${root}.`,
    )
    return
  }
  console.error('Building the web app (once after each change; a few seconds) …')
  const { status, signal, stdout, stderr } = spawnSync(node, ['scripts/web.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status === 0) return
  const ending = signal === null ? '' : ` Its build was ended by ${signal}.`
  const output = `${stdout ?? ''}${stderr ?? ''}`.trim()
  throw new Error(
    `${output}\nThe web app could not be built${output === '' ? '.' : ', see above.'}${ending}`,
  )
}

/** @param {string} root */
function buildBlocker(root) {
  if (!existsSync(join(root, 'node_modules', 'vite')))
    return 'the tools to build it are not installed'
  if (!isWritable(join(root, 'packages/web')))
    return 'this user cannot write in the folder packages/web'
  return undefined
}

/**
 * What the build wrote down about itself, last of all.
 *
 * @param {string} root
 * @returns {{ hash: string, initial: number } | undefined}
 */
export function readBuildInfo(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'packages/web/dist/built.json'), 'utf8'))
  } catch {
    return undefined
  }
}

const sources = [
  'package-lock.json',
  'scripts/web',
  'packages/web',
  'packages/sdk',
  'packages/cli',
  'scripts/packages.ts',
  'scripts/sdk',
  'scripts/cli',
]

/**
 * One word for everything that packages/web/dist is made of: the app, its libraries, the packages for integrators,
 * and how they are built. It depends on nothing else: neither on how the root is written nor on the order of a folder.
 *
 * @param {string} root
 */
export function hashOfWeb(root) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => listFiles(root, source)).sort()) {
    hash.update(`${path}\n`)
    hash.update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

/**
 * The paths of files, seen from the root, with slashes. Node 20 had no way to list folders within
 * folders that all its releases share.
 *
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(root, path) {
  if (/^packages\/\w+\/(dist|node_modules)/.test(path)) return []
  try {
    return readdirSync(join(root, path)).flatMap((name) => listFiles(root, `${path}/${name}`))
  } catch (error) {
    const { code } = /** @type {{ code?: string }} */ (error)
    if (code === 'ENOTDIR') return [path]
    if (code === 'ENOENT') return [] // a checkout in parts, as in an image
    throw error
  }
}
