import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { buildCommand, chown, type Runner } from './os-user.ts'
import { isAlive } from './processes.ts'

export type ServerSettings = Readonly<Record<string, string | number>>

/** The contents of PostgreSQL's file postmaster.pid. */
export interface Postmaster {
  pid: number
  port: number
  isReady: boolean
}

export function readPostmaster(folder: string): Postmaster | undefined {
  const text = readIfExists(join(folder, 'postmaster.pid'))
  if (text === undefined) return undefined
  const lines = text.split('\n')
  // The pid is negative in single-user mode, and empty after a power cut.
  const pid = Math.abs(Number(lines[0]))
  return { pid, port: Number(lines[3] ?? 0), isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Reads a file if it exists. A server that stops can delete its file at any time,
 * even between a check and a read.
 */
function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** Settings for a small service on a shared machine. Clients set the statement timeouts. */
const defaultSettings: ServerSettings = {
  shared_buffers: '128MB',
  max_connections: 200,
  wal_compression: 'on',
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
  autovacuum_naptime: '5s',
  autovacuum_vacuum_scale_factor: 0.05,
  autovacuum_analyze_scale_factor: 0.05,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
}

/** The settings that no other setting overrides, because they decide who can reach the server. */
const fixedSettings: ServerSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  logging_collector: 'off',
}

export interface ServerOptions {
  folder: string
  logFile: string
  port: number
  /** A locked descriptor. The server and all its backends inherit it. */
  lockFd: number
  settings: ServerSettings
  binaries: Binaries
  runner: Runner
}

/**
 * Starts a server and waits until it is ready. Returns undefined if another program uses its port.
 *
 * The server leads its own process group, so that Ctrl-C in the terminal does not reach it. It logs to a
 * file, so that it survives the process that started it.
 */
export async function startServer(options: ServerOptions): Promise<Postmaster | undefined> {
  const logOffset = prepareLog(options)
  const child = spawnServer(options)
  let hasExited = false
  const exited = new Promise<Error | undefined>((resolve) => {
    child.once('error', resolve)
    child.once('exit', () => resolve(undefined))
  }).finally(() => {
    hasExited = true
  })
  while (!hasExited) {
    const postmaster = readPostmaster(options.folder)
    if (postmaster?.isReady === true && postmaster.pid === child.pid) {
      child.unref()
      return postmaster
    }
    await Promise.race([exited, sleep(10)])
  }
  const error = await exited
  if (error !== undefined) throw error
  const output = readFileSync(options.logFile, 'utf8').slice(logOffset)
  if (output.includes('could not bind')) return undefined
  throw new Error(`The embedded database did not start:\n${output.slice(-4000)}`)
}

function spawnServer({ folder, logFile, port, lockFd, settings, binaries, runner }: ServerOptions) {
  const options = Object.entries({ ...defaultSettings, ...settings, ...fixedSettings, port })
  const {
    program,
    args,
    options: spawnOptions,
  } = buildCommand(runner, binaries.postgres, [
    '-D',
    folder,
    ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const log = openSync(logFile, 'a')
  try {
    return spawn(program, args, {
      ...spawnOptions,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log, lockFd],
    })
  } finally {
    closeSync(log)
  }
}

/** Returns the position at which the log of this start begins. Truncates a large log first. */
function prepareLog({ logFile, runner }: ServerOptions): number {
  closeSync(openSync(logFile, 'a', 0o600))
  chown(logFile, runner)
  if (statSync(logFile).size > 10_000_000) truncateSync(logFile)
  return statSync(logFile).size
}

export type StopMode = 'fast' | 'immediate'

/**
 * Stops the server. Resolves when it has stopped. Fast mode rolls back open transactions and writes a
 * checkpoint. Immediate mode simulates a crash, and the next start recovers from the WAL.
 */
export async function stopServer(pid: number, mode: StopMode): Promise<void> {
  sendSignal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  while (isAlive(pid)) await sleep(5)
}

/** Stops the server, and blocks this process until the server has stopped, for at most five seconds. */
export function stopServerSync(pid: number): void {
  sendSignal(pid, 'SIGINT')
  const sleepBuffer = new Int32Array(new SharedArrayBuffer(4))
  for (let n = 0; n < 1000 && isAlive(pid); n++) Atomics.wait(sleepBuffer, 0, 0, 5)
}

/** Sends a signal to a process. Ignores a process that has already exited. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (isAlive(pid)) throw error
  }
}
