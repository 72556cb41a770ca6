import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installDependencies } from './install.js'
import { pickNode } from './pick-node.js'
import { buildWebIfStale } from './web.js'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/**
 * Runs a TypeScript file of this project on the Node that the project is pinned to, with what the lock
 * file asks for installed. Ends this process as the file ended: same code, same signal.
 *
 * @param {string} file seen from the root of the project
 * @param {string[]} args
 */
export async function run(file, args) {
  try {
    await installDependencies(root, needsDevDependencies(file) ? 'everything' : 'service')
    const node = pickNode(root)
    if (servesWeb(file, args)) buildWebIfStale(root, node)
    exitLike(await spawnNode(node, file, args))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/**
 * Scripts that do without the development tools. The service and its command line do, too.
 * test/package-install.test.ts reads what they import.
 */
export const runtimeOnlyScripts = [
  'scripts/web.ts',
  'scripts/audit.ts',
  'scripts/packages.ts',
  'scripts/quickstart.ts',
  'scripts/demo.ts',
  'scripts/demo/receiver.js',
]

/** @param {string} file */
const needsDevDependencies = (file) =>
  !file.startsWith('src/') && !runtimeOnlyScripts.includes(file)

/**
 * Whether it is a start of the service with its pages.
 *
 * @param {string} file
 * @param {string[]} args
 */
function servesWeb(file, args) {
  if (file !== 'src/app/main.ts' || args[0] !== 'serve') return false
  const at = args.findIndex((arg) => arg.startsWith('--roles'))
  return (
    at < 0 ||
    args
      .slice(at, at + 2)
      .join()
      .includes('web')
  )
}

/**
 * Node gives new objects three times 64 MB on a machine with much memory, and keeps them: a hundred megabytes that buy
 * nothing measurable here. See packages/reliability/README.md, Memory.
 */
export const memoryOptions = ['--max-semi-space-size=32']

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending
 * @param {string} node
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<Ending>}
 */
function spawnNode(node, file, args) {
  const child = spawn(
    node,
    [
      ...memoryOptions,
      '--import',
      pathToFileURL(join(root, 'scripts/launcher/preload.js')).href,
      resolve(root, file),
      ...args,
    ],
    // The last one is our line to the child: when it breaks, we are dead (see launched.js).
    { stdio: ['inherit', 'inherit', 'inherit', 'pipe'], env: buildEnv(node) },
  )
  const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of forwarded) process.on(signal, () => child.kill(signal))
  watchParentNpm(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${node} does not run here: ${error.message}`)))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

/**
 * In an npm script we are npm's own child (`exec` in package.json sees to that). When npm is killed
 * outright, nobody is told; but whoever killed it wants an end of what it ran.
 *
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
    // A checkout that is not ours to write in. Node then compiles anew each time.
  }
  return {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? cache,
    BESTOW_LAUNCHER: String(process.pid),
  }
}

/** @param {Ending} ending */
function exitLike({ code, signal }) {
  if (signal === null) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // Only signals that cannot be raised here get this far.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 1000)
}
