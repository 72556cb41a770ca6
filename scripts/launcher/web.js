import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isWritable } from './npm.js'

/**
 * Sees to it that web/dist is what web/ and the lock file make. Usually that is so, and takes a few
 * milliseconds to see. Without the tools to build it, or in a folder that cannot be written, what is
 * there is served as it is.
 *
 * @param {string} root
 * @param {string} node
 */
export function buildWebIfStale(root, node) {
  const built = builtFrom(root)
  if (built?.hash === hashOfWeb(root)) return
  const obstacle = obstacleTo(root)
  if (obstacle !== undefined) {
    const state = built === undefined ? 'has not been built' : 'is older than its sources'
    console.error(
      `The web app ${state}, and ${obstacle}. To build it: node scripts/with-node.js scripts/web.ts, as the owner of ${root}.`,
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
function obstacleTo(root) {
  if (!existsSync(join(root, 'node_modules', 'vite')))
    return 'the tools to build it are not installed'
  if (!isWritable(join(root, 'web'))) return 'this user cannot write in the folder web'
  return undefined
}

/**
 * What the build wrote down about itself, last of all.
 *
 * @param {string} root
 * @returns {{ hash: string, initial: number } | undefined}
 */
export function builtFrom(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'web/dist/built.json'), 'utf8'))
  } catch {
    return undefined
  }
}

const sources = ['package-lock.json', 'scripts/web', 'web']

/**
 * One word for everything that the app is made of: its files, its libraries, and how it is built. It
 * depends on nothing else: neither on how the root is written nor on the order of a folder.
 *
 * @param {string} root
 */
export function hashOfWeb(root) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesIn(root, source)).sort()) {
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
function filesIn(root, path) {
  if (/^web\/(dist|node_modules)/.test(path)) return []
  try {
    return readdirSync(join(root, path)).flatMap((name) => filesIn(root, `${path}/${name}`))
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code === 'ENOTDIR') return [path]
    throw error
  }
}
