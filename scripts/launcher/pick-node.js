import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/**
 * Returns the path of the pinned Node in the npm package of this platform.
 * @param {string} root
 */
export const pinnedNodePath = (root) =>
  join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')

/**
 * Returns the pinned Node of this platform. Without one, returns the current Node if the project supports its version.
 * @param {string} root
 */
export function pickNode(root) {
  const machine = `${process.platform}-${process.arch}`
  const pinned = pinnedNodePath(root)
  if (existsSync(pinned)) return pinned

  const range = readRange(root)
  if (satisfies(process.versions.node, range)) return process.execPath
  throw new Error(
    `Bestow runs on Node ${range}; this is ${process.version}, and there is no pinned Node for ${machine} ` +
      'in node_modules.\nInstall Node 24 (https://nodejs.org, or a version manager) and run the same command again' +
      (process.platform === 'linux' ? ', or run `npm ci --include=optional`.' : '.'),
  )
}

/**
 * Returns the environment in which `node`, also in the first line of a script, is this Node.
 * @param {string} node
 */
export const envWithNode = (node) => ({
  ...process.env,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
})

/**
 * Returns whether the project supports the version of the current Node.
 * @param {string} root
 */
export const supportsCurrentNode = (root) => satisfies(process.versions.node, readRange(root))

/**
 * @param {string} root
 * @returns {string}
 */
const readRange = (root) =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node

/**
 * Supports the only form of range that package.json uses: `>=A.B.C <D`.
 * @param {string} version
 * @param {string} range
 */
export function satisfies(version, range) {
  return range.split(' ').every((part) => {
    const [, comparison = '', bound = ''] = /^(>=|<)([\d.]+)$/.exec(part) ?? []
    const difference = compareVersions(version, bound)
    return comparison === '>=' ? difference >= 0 : comparison === '<' && difference < 0
  })
}

/**
 * @param {string} a
 * @param {string} b
 */
function compareVersions(a, b) {
  const otherParts = b.split('.').map(Number)
  for (const [i, part] of a.split('.').map(Number).entries()) {
    const difference = part - (otherParts[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
