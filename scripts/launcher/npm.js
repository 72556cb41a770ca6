import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const progressIntervalMs = 10_000 // milliseconds between two signs of life

/**
 * @param {string} root
 * @param {number} lock
 * @param {string[]} args
 */
export function runNpm(root, lock, args) {
  const [program, ...before] = npmCommand()
  const start = Date.now()
  console.error('Installing the dependencies from the lock file (once; usually under a minute) …')
  const child = spawn(program, [...before, ...args], {
    cwd: root,
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
  const stop = forwardSignals(child)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(installError(root, error.message)))
    child.once('close', (code, signal) => {
      if (code === 0) resolve(undefined)
      else if (signal !== null) reject(new Error(`npm was ended by ${signal}.`))
      else reject(installError(root, output.trim()))
    })
  }).finally(() => {
    clearInterval(progressTimer)
    stop()
  })
}

/**
 * Waits for npm when a signal ends the installation: an npm that outlives us would hold the lock, and
 * the next start would wait for it in silence.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    console.error('Stopping the installation …')
    child.kill(signal)
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
      'It needs to reach the npm registry and to write in that folder. The same command tries again.',
  )

/**
 * The npm that runs us, if it is one; else the one on the PATH.
 *
 * @returns {[string, ...string[]]}
 */
function npmCommand() {
  const parentNpm = process.env.npm_execpath
  if (parentNpm !== undefined && /^np[mx]-cli\.js$/.test(basename(parentNpm))) {
    return [process.execPath, join(parentNpm, '..', 'npm-cli.js')]
  }
  return ['npm']
}

/**
 * npm blames root-owned files when its cache cannot be written, as in a read-only home.
 *
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
