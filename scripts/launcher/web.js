import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * Sees to it that web/dist is what web/ and the lock file make. Usually that is so, and takes a few
 * milliseconds to see. Without the tools to build it, what is there is served as it is.
 *
 * @param {string} root
 * @param {string} node
 */
export function buildWebIfStale(root, node) {
  if (builtFrom(root)?.hash === hashOfWeb(root)) return
  if (!existsSync(join(root, 'node_modules', 'vite'))) return
  console.error('Building the web app (once after each change; a few seconds) …')
  const { status, stdout, stderr } = spawnSync(node, ['scripts/web.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status === 0) return
  throw new Error(`${stdout}${stderr}\nThe web app could not be built, see above.`)
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

/**
 * One word for everything that the app is made of: its files, its libraries, and how it is built.
 *
 * @param {string} root
 */
export function hashOfWeb(root) {
  const hash = createHash('sha256')
  const files = readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}dist`))
    .sort()
  const others = ['package-lock.json', 'scripts/web/build.ts'].map((name) => join(root, name))
  for (const path of [...files, ...others]) {
    hash.update(`${path.slice(root.length)}\n`)
    hash.update(readFileSync(path))
  }
  return hash.digest('hex')
}
