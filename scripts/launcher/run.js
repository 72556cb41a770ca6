import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isArchive } from './archive.js'
import { generateIfStale } from './generated.js'
import { installDependencies } from './install.js'
import { envWithNode, pickNode, satisfies } from './pick-node.js'
import { bundleService } from './service.js'
import { buildWebIfStale } from './web.js'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
const serviceFile = 'src/app/main.ts'
const receiverFile = 'scripts/demo/receiver.js'

/**
 * Runs a TypeScript file of this project on the pinned Node, with the dependencies of the lock file installed. Exits
 * like the file: with the same code or signal.
 * @param {string} file relative to the root of the project
 * @param {string[]} args
 */
export async function run(file, args) {
  try {
    requireInstallerNode()
    if (isArchive(root))
      throw new Error(
        'This folder comes from an archive: start the service with ./bestow serve. For the development tools, clone the repository.',
      )
    const runnable = await prepareCheckout(file, args)
    exitLike(await spawnNode(pickNode(root), runnable, args))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/**
 * Installs and builds what a file needs. Returns the file to run.
 * @param {string} file
 * @param {string[]} args
 */
async function prepareCheckout(file, args) {
  await installDependencies(root, needsDevDependencies(file) ? 'everything' : 'service')
  const node = pickNode(root)
  if (needsGeneratedCode(file)) generateIfStale(root, node)
  if (servesWeb(file, args)) await buildWebIfStale(root, node)
  return file === serviceFile ? bundleService(root, node) : file
}

/**
 * The oldest version of Node whose npm installs everything. The npm of earlier versions (9.6.4) leaves out
 * packages with binaries for this platform.
 */
const oldestInstallerNode = '20.2.0'

function requireInstallerNode() {
  if (satisfies(process.versions.node, `>=${oldestInstallerNode}`)) return
  throw new Error(
    `Bestow installs itself with Node ${oldestInstallerNode} or later; this is ${process.version}.\n` +
      'Install Node 24 (https://nodejs.org, or a version manager) and run the same command again.',
  )
}

/**
 * Scripts that work without the development tools, like the service and its CLI. test/package-install.test.ts checks
 * their imports.
 */
export const runtimeOnlyScripts = [
  'scripts/web.ts',
  'scripts/service-bundle.ts',
  'scripts/audit.ts',
  'scripts/generate.ts',
  'scripts/packages.ts',
  'scripts/quickstart.ts',
  'scripts/demo.ts',
  receiverFile,
]

/** @param {string} file */
const needsDevDependencies = (file) =>
  !file.startsWith('src/') && !runtimeOnlyScripts.includes(file)

/**
 * The service loads the client library, too: the operator CLI contains the commands of `packages/cli`.
 * @param {string} file
 */
export const needsGeneratedCode = (file) => file !== receiverFile && file !== 'scripts/generate.ts'

/**
 * Returns whether the command starts the service with the web app.
 * @param {string} file
 * @param {string[]} args
 */
function servesWeb(file, args) {
  if (file !== serviceFile || args[0] !== 'serve') return false
  const index = args.findIndex((arg) => arg.startsWith('--roles'))
  return (
    index < 0 ||
    args
      .slice(index, index + 2)
      .join()
      .includes('web')
  )
}

/**
 * The memory options of Node. On a machine with much memory, Node uses up to three times 64 MB for new
 * objects, and lets garbage grow to a multiple of the objects in use. At full speed, both together take 110
 * MB, a quarter of the memory of a node, for 7 % more speed. See packages/reliability/README.md, Memory.
 */
export const memoryOptions = ['--max-semi-space-size=16', '--heap-growing-percent=40']

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} ProcessExit
 * @param {string} node
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<ProcessExit>}
 */
function spawnNode(node, file, args) {
  // The listeners are added before the start, because a signal without a listener would end
  // this process and not the child.
  const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of forwarded) process.on(signal, () => child.kill(signal))
  const child = spawn(
    node,
    [
      ...memoryOptions,
      '--import',
      pathToFileURL(join(root, 'scripts/launcher/preload.js')).href,
      resolve(root, file),
      ...args,
    ],
    // The pipe connects launcher and child: the child detects the end of the launcher when the pipe closes (see
    // preload.js).
    { stdio: ['inherit', 'inherit', 'inherit', 'pipe'], env: buildEnv(node) },
  )
  watchParentNpm(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${node} does not run: ${error.message}`)))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

/**
 * Stops the child when npm is killed. In an npm script this process is a direct child of npm (`exec` in package.json),
 * and gets no signal when npm is killed with SIGKILL.
 * @param {() => void} onExit
 */
function watchParentNpm(onExit) {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    onExit()
  }, 250)
  timer.unref()
}

/** @param {string} node */
function buildEnv(node) {
  const cache = join(root, 'node_modules', '.cache', 'node-compile')
  try {
    mkdirSync(cache, { recursive: true })
  } catch {
    // The checkout is not writable, so Node compiles all files at each start.
  }
  return {
    ...envWithNode(node),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? cache,
    BESTOW_LAUNCHER: String(process.pid),
  }
}

/** @param {ProcessExit} ending */
function exitLike({ code, signal }) {
  if (signal === null) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // Only signals that this process cannot raise reach this line.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 1000)
}
