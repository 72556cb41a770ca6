import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * @typedef {'service' | 'everything'} Extent what the caller needs: the tools for development too?
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} Locked
 */

/**
 * Makes sure that node_modules holds what the lock file says. Usually that is so, and takes a few
 * milliseconds to see; else `npm ci` runs. Several at once are fine: one installs, the others wait.
 *
 * @param {string} root
 * @param {Extent} extent
 */
export function installDependencies(root, extent) {
  if (isInstalled(root, extent)) return
  const lock = waitForTurn(root)
  try {
    if (!isInstalled(root, extent)) runNpm(root, extent, lock)
  } finally {
    closeSync(lock)
  }
}

/**
 * npm writes down what it has installed, last of all, in a second lock file inside node_modules.
 *
 * @param {string} root
 * @param {Extent} extent
 */
function isInstalled(root, extent) {
  const file = join(root, 'node_modules', '.package-lock.json')
  return (
    existsSync(file) &&
    agrees(readPackages(join(root, 'package-lock.json')), readPackages(file), extent)
  )
}

/**
 * @param {string} file
 * @returns {Record<string, Locked>}
 */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/**
 * Optional packages may be missing (they are for other machines), and the service lives without the
 * development tools; but what is there must have the version asked for, and nothing may be left over.
 *
 * @param {Record<string, Locked>} wanted
 * @param {Record<string, Locked>} found
 * @param {Extent} extent
 */
export function agrees(wanted, found, extent) {
  const here = Object.keys(found)
  if (here.some((path) => wanted[path]?.version !== found[path]?.version)) return false
  return Object.entries(wanted).every(([path, { optional, dev, devOptional }]) => {
    if (path === '' || optional || devOptional || path in found) return true
    return dev === true && extent === 'service'
  })
}

/**
 * Install scripts stay off, whatever the version of npm thinks of them: none of our packages needs one
 * (the embedded database makes its links by itself, see src/platform/embedded/binaries.ts).
 *
 * @param {string} root
 * @param {Extent} extent
 * @param {number} lock npm holds it too, and goes on holding it should we die first
 */
function runNpm(root, extent, lock) {
  const [program, ...args] = [
    ...npm(),
    'ci',
    '--ignore-scripts',
    '--include=optional',
    ...(extent === 'everything' ? ['--include=dev'] : []),
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
  ]
  const start = Date.now()
  console.error('Installing the dependencies, as the lock file says (once; under a minute) …')
  const done = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', lock],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (done.error === undefined && done.status === 0) {
    console.error(`Installed in ${Math.round((Date.now() - start) / 1000)} s.`)
    return
  }
  if (done.signal !== null) throw new Error(`npm was stopped by ${done.signal}.`)
  throw new Error(
    `${done.error?.message ?? `${done.stdout}${done.stderr}`.trim()}\n\n` +
      `Installing the dependencies failed: \`npm ci\` in ${root}, see above.\n` +
      'It needs to reach the npm registry and to write in that folder. The same command tries again.',
  )
}

/**
 * The npm that runs us, if it is one; else the one on the PATH.
 *
 * @returns {[string, ...string[]]}
 */
function npm() {
  const ours = process.env.npm_execpath
  if (ours !== undefined && /^np[mx]-cli\.js$/.test(basename(ours))) {
    return [process.execPath, join(ours, '..', 'npm-cli.js')]
  }
  return ['npm']
}

/**
 * A lock that ends with its holder: a helper locks the open file that it inherits, and the lock stays
 * with our copy of it. Without such a helper two installations at once may disturb each other.
 *
 * @param {string} root
 */
function waitForTurn(root) {
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
