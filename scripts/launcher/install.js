import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { cacheFlag, isWritable, runNpm } from './npm.js'
import { pinnedNodePath, supportsCurrentNode } from './pick-node.js'
import { findDamage } from './verify.js'

/**
 * @typedef {'service' | 'everything'} Extent whether the caller needs the development tools
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} Locked
 */

/** Megabytes of node_modules, rounded up: see docs/decisions/0002-pinned-nodejs.md. */
const sizes = { service: 500, everything: 1000 }

/**
 * Ensures that node_modules matches the lock file. Usually it does, and the check takes a few milliseconds; otherwise
 * npm installs the packages. Concurrent calls are safe: one installs, the others wait.
 * @param {string} root
 * @param {Extent} extent
 */
export async function installDependencies(root, extent) {
  if (isInstalled(root, extent) && isVerified(root)) return
  if (!isWritable(root)) return requireIntact(root, extent)
  const lock = acquireInstallLock(root)
  try {
    if (isInstalled(root, extent) && (isVerified(root) || verify(root) === undefined)) return
    await install(root, extent, lock)
  } finally {
    closeSync(lock)
  }
}

/**
 * npm writes a second lock file inside node_modules as its last step.
 * @param {string} root
 */
const hiddenLock = (root) => join(root, 'node_modules', '.package-lock.json')

/**
 * @param {string} root
 * @param {Extent} extent
 */
function isInstalled(root, extent) {
  return matchesLock(readPackages(join(root, 'package-lock.json')), readInstalled(root), extent)
}

/** @param {string} root */
function readInstalled(root) {
  try {
    return readPackages(hiddenLock(root))
  } catch {
    return {}
  }
}

/**
 * @param {string} file
 * @returns {Record<string, Locked>}
 */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Returns whether the installed packages match the lock file. Optional packages may be missing (they are for other
 * platforms), as may the development tools of a service. Every installed package must have the locked version, and no
 * other package may be present.
 * @param {Record<string, Locked>} expected
 * @param {Record<string, Locked>} installed
 * @param {Extent} extent
 */
export function matchesLock(expected, installed, extent) {
  if (!isSubset(expected, installed)) return false
  return Object.entries(expected).every(([path, { optional, dev, devOptional }]) => {
    if (path === '' || optional || devOptional || path in installed) return true
    return dev === true && extent === 'service'
  })
}

/**
 * @param {Record<string, Locked>} expected
 * @param {Record<string, Locked>} installed
 */
const isSubset = (expected, installed) =>
  Object.keys(installed).every(
    (path) => path in expected && expected[path]?.version === installed[path]?.version,
  )

/**
 * Path of a file that a successful check creates, so that later starts skip the check. npm removes the file together
 * with node_modules.
 * @param {string} root
 */
const verifiedMarker = (root) => join(root, 'node_modules', '.bestow-verified')

/** @param {string} root */
const isVerified = (root) => existsSync(verifiedMarker(root))

/**
 * @param {string} root
 * @returns {string | undefined} the damage, if any
 */
function verify(root) {
  const damage = findDamage(root, readInstalled(root))
  if (damage === undefined) writeFileSync(verifiedMarker(root), '')
  return damage
}

/**
 * Throws unless the installation is usable, for a folder that is not writable.
 * @param {string} root
 * @param {Extent} extent
 */
function requireIntact(root, extent) {
  const problem = isInstalled(root, extent)
    ? findDamage(root, readInstalled(root))
    : 'the packages in node_modules do not match package-lock.json'
  if (problem === undefined) return
  const flag = extent === 'everything' ? ' --include=dev' : ''
  throw new Error(
    `The dependencies are not usable: ${problem}. This user cannot write to ${root}.\n` +
      `Run \`npm ci --ignore-scripts${flag}\` there as a user who can, then repeat this command.`,
  )
}

/**
 * Runs npm without install scripts, regardless of npm's defaults: no package here needs one (the embedded database
 * creates its links itself, see src/platform/embedded-postgres/binaries.ts). If only packages are missing, npm adds
 * them without deleting files, because a service may be running from this folder: `npm ci` would delete its files.
 * @param {string} root
 * @param {Extent} extent
 * @param {number} lock inherited by npm, which holds the lock even if this process dies first
 */
async function install(root, extent, lock) {
  const installed = readInstalled(root)
  const isAddition =
    Object.keys(installed).length > 0 &&
    isSubset(readPackages(join(root, 'package-lock.json')), installed) &&
    findDamage(root, installed) === undefined
  if (!isAddition) requireSpace(root, extent)
  const start = Date.now()
  const what = isAddition && isInstalled(root, 'service') ? 'development tools' : 'dependencies'
  console.error(`Installing the ${what} from the lock file (once; usually under a minute) …`)
  const flags = [
    '--ignore-scripts',
    '--include=optional',
    extent === 'everything' ? '--include=dev' : '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
    // npm's default pauses between retries would add up to more than a minute without output
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
    ...cacheFlag(root),
  ]
  const addition = ['install', '--no-save', ...flags]
  await runNpm(root, lock, isAddition ? addition : ['ci', ...flags])
  // npm leaves out optional packages that do not support the Node that runs npm, such as binaries for this platform.
  if (!supportsCurrentNode(root) && existsSync(pinnedNodePath(root)))
    await runNpm(root, lock, addition, pinnedNodePath(root))
  removeUnused(root, extent)
  const damage = verify(root) ?? (freeMegabytes(root) < 16 ? 'the disk is full' : undefined)
  if (damage !== undefined) {
    rmSync(hiddenLock(root), { force: true }) // removes the markers, so that the next start installs again
    rmSync(verifiedMarker(root), { force: true })
    throw new Error(
      `npm reported success, but the installation is damaged: ${damage}.\n` +
        `Free some space (node_modules takes ${sizes[extent]} MB, npm's cache half as much again) and repeat the command.`,
    )
  }
  console.error(`Installed in ${Math.round((Date.now() - start) / 1000)} s.`)
}

/**
 * @param {string} root
 * @param {Extent} extent
 */
function requireSpace(root, extent) {
  if (existsSync(join(root, 'node_modules'))) return // npm deletes this folder first, which frees its space
  const free = freeMegabytes(root)
  if (free >= sizes[extent]) return
  throw new Error(
    `The dependencies take ${sizes[extent]} MB, and ${root} has ${free} MB left. Free some space and run the same command again.`,
  )
}

/** @param {string} folder */
function freeMegabytes(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return Math.floor((bavail * bsize) / 2 ** 20)
}

/**
 * Deletes files that no service reads, a fifth of the installation: the C headers of the pinned Node, and source maps.
 * @param {string} root
 * @param {Extent} extent
 */
function removeUnused(root, extent) {
  const modules = join(root, 'node_modules')
  const machine = `${process.platform}-${process.arch}`
  rmSync(join(modules, `node-${machine}`, 'include'), { recursive: true, force: true })
  if (extent === 'everything') return
  for (const name of readdirSync(modules, { recursive: true, encoding: 'utf8' }))
    if (/^(?!@bestow).*\.([cm]?[jt]s|css)\.map$/.test(name)) rmSync(join(modules, name))
}

/**
 * Acquires a lock that ends with its process: a helper locks the inherited file descriptor, and the lock stays with
 * this process. Without such a helper, concurrent installations may interfere.
 * @param {string} root
 */
function acquireInstallLock(root) {
  mkdirSync(join(root, '.bestow'), { recursive: true })
  const fd = openSync(join(root, '.bestow', 'install.lock'), 'a')
  /** @type {[string, string[]][]} */
  const helpers = [
    ['flock', ['-x', '3']],
    ['perl', ['-e', "open(F, '>>&=', 3) and flock(F, 2) or exit 1"]],
  ]
  helpers.some(([program, args]) => {
    const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'ignore', fd] })
    return status === 0
  })
  return fd
}
