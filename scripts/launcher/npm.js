import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { envWithNode } from './pick-node.js'

export const progressIntervalMs = 5_000 // the interval between two progress messages

/**
 * @param {string} root
 * @param {number} lock
 * @param {string[]} args
 * @param {string} node the Node that runs npm
 */
export function runNpm(root, lock, args, node = process.execPath) {
  const [program, ...before] = npmCommand(node)
  const start = Date.now()
  const stop = forwardSignals((signal) => child.kill(signal))
  const child = spawn(program, [...before, ...args], {
    cwd: root,
    env: envWithNode(node),
    stdio: ['ignore', 'pipe', 'pipe', lock],
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  const progressTimer = setInterval(
    () => console.error(`  still installing, ${Math.round((Date.now() - start) / 1000)} s …`),
    progressIntervalMs,
  )
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(installError(root, error.message)))
    child.once('close', (code, signal) => {
      if (code === 0) resolve(undefined)
      else if (signal !== null) reject(new Error(`npm was terminated by ${signal}.`))
      else reject(installError(root, output.trim()))
    })
  }).finally(() => {
    clearInterval(progressTimer)
    stop()
  })
}

/**
 * Forwards signals to npm and waits for its end. An npm that outlives this process would hold the lock and block the next
 * start, so the listeners exist before npm starts.
 * @param {(signal: NodeJS.Signals) => void} kill
 */
export function forwardSignals(kill) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    console.error('Stopping the installation …')
    kill(signal)
  }
  for (const signal of signals) process.once(signal, forward)
  return () => {
    for (const signal of signals) process.removeListener(signal, forward)
  }
}

/**
 * @param {string} root
 * @param {string} message
 */
const installError = (root, message) =>
  new Error(
    `${message}\n\nnpm could not install the dependencies in ${root}, see above.\n` +
      'npm needs access to its registry and write access to that folder. Repeat the command to retry.',
  )

/**
 * Returns the npm that runs this process, otherwise the npm on the PATH.
 * @param {string} node
 * @returns {[string, ...string[]]}
 */
function npmCommand(node) {
  const parentNpm = process.env.npm_execpath
  if (parentNpm !== undefined && /^np[mx]-cli\.js$/.test(basename(parentNpm))) {
    return [node, join(parentNpm, '..', 'npm-cli.js')]
  }
  return ['npm']
}

/**
 * Returns a cache folder in the project if npm's own cache is not writable, as in a read-only home. Without it, npm
 * reports root-owned files.
 * @param {string} root
 */
export function cacheFlag(root) {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm')
  let existing = cache
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  return isWritable(existing) ? [] : [`--cache=${join(root, '.bestow', 'npm')}`]
}

/** @param {string} folder */
export function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
