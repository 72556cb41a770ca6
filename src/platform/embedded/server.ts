import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { isAlive } from './processes.ts'
import { give, plan, type Runner } from './runner.ts'

export type Settings = Readonly<Record<string, string | number>>

/** What PostgreSQL writes about itself into postmaster.pid. */
export interface Postmaster {
  pid: number
  port: number
  ready: boolean
}

export function readPostmaster(folder: string): Postmaster | undefined {
  const text = readIfThere(join(folder, 'postmaster.pid'))
  if (text === undefined) return undefined
  const lines = text.split('\n')
  // Negative while it runs in single-user mode, nothing at all after a power cut.
  const pid = Math.abs(Number(lines[0]))
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' }
}

/** A server that ends takes its file away at any moment, also between a look and a read. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** For a small service on a shared machine. Time-outs of statements belong to the clients. */
const usual: Settings = {
  shared_buffers: '128MB',
  max_connections: 200,
  wal_compression: 'on',
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
  autovacuum_naptime: '5s',
  autovacuum_vacuum_scale_factor: 0.05,
  autovacuum_analyze_scale_factor: 0.05,
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
}

/** These are not anybody's to change: who can reach the server depends on them. */
const fixed: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  logging_collector: 'off',
}

export interface Launch {
  folder: string
  logFile: string
  port: number
  /** A locked descriptor that the server and all its backends keep open as long as they live. */
  lockFd: number
  settings: Settings
  binaries: Binaries
  runner: Runner
}

/**
 * Starts a server and waits until it is ready. Answers undefined when its port was taken.
 *
 * It leads a process group of its own, so that a Ctrl-C in the terminal does not reach it, and writes
 * its messages to a file, so that it outlives the one who started it.
 */
export async function launch(wanted: Launch): Promise<Postmaster | undefined> {
  const logFrom = prepareLog(wanted)
  const child = spawnServer(wanted)
  let ended = false
  const failed = new Promise<Error | undefined>((resolve) => {
    child.once('error', resolve)
    child.once('exit', () => resolve(undefined))
  }).finally(() => {
    ended = true
  })
  while (!ended) {
    const postmaster = readPostmaster(wanted.folder)
    if (postmaster?.ready === true && postmaster.pid === child.pid) {
      child.unref()
      return postmaster
    }
    await Promise.race([failed, sleep(10)])
  }
  const error = await failed
  if (error !== undefined) throw error
  const said = readFileSync(wanted.logFile, 'utf8').slice(logFrom)
  if (said.includes('could not bind')) return undefined
  throw new Error(`The embedded database did not start:\n${said.slice(-4000)}`)
}

function spawnServer({ folder, logFile, port, lockFd, settings, binaries, runner }: Launch) {
  const options = Object.entries({ ...usual, ...settings, ...fixed, port })
  const {
    program,
    args,
    options: as,
  } = plan(runner, binaries.postgres, [
    '-D',
    folder,
    ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const log = openSync(logFile, 'a')
  try {
    return spawn(program, args, {
      ...as,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log, lockFd],
    })
  } finally {
    closeSync(log)
  }
}

/** Where in the log this start begins. A log that has grown large starts anew. */
function prepareLog({ logFile, runner }: Launch): number {
  closeSync(openSync(logFile, 'a', 0o600))
  give(logFile, runner)
  if (statSync(logFile).size > 10_000_000) truncateSync(logFile)
  return statSync(logFile).size
}

export type StopMode = 'fast' | 'immediate'

/**
 * Fast rolls back what is open and writes everything down. Immediate is a crash on purpose: the next
 * start recovers from the log. Resolves when the server has gone.
 */
export async function stopServer(pid: number, mode: StopMode): Promise<void> {
  signal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  while (isAlive(pid)) await sleep(5)
}

/** Waits as well, up to five seconds, with the whole process. */
export function stopServerNow(pid: number): void {
  signal(pid, 'SIGINT')
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let n = 0; n < 1000 && isAlive(pid); n++) Atomics.wait(clock, 0, 0, 5)
}

/** To a process that may have gone by itself. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (isAlive(pid)) throw error
  }
}
