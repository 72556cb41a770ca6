import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type PollingLoop, startPollingLoop } from '../jobs/polling-loop.ts'
import { findBinaries } from './binaries.ts'
import { type FileLock, tryLockFile, tryMakeExclusive } from './file-lock.ts'
import { choosePort } from './free-port.ts'
import { ensureCluster, readPasswords } from './init-cluster.ts'
import { chooseRunner } from './os-user.ts'
import { findOrphans, findRunning, isAlive, isServerOf } from './processes.ts'
import {
  type Postmaster,
  readPostmaster,
  type ServerSettings,
  type StopMode,
  sendSignal,
  startServer,
  stopServer,
  stopServerSync,
} from './server-process.ts'

/*
 * PostgreSQL as a part of the service: the service starts the server, or attaches to a running one.
 *
 *   data directory   the service's own directory; contains all of the following
 *   postgres/        the cluster, with its passwords in bestow.json
 *   postgres.lock    locked by the server and its backends, so that no second server starts
 *   postgres.users   locked (shared) by every process that uses the server: the last one stops the server
 *   postgres.port    the port at 127.0.0.1, reused at every start
 *   postgres.log     the log of the server
 */

export interface EmbeddedPostgresOptions {
  dataDir: string
  /**
   * The PostgreSQL settings by name, for a server that is started. A server that is
   * already running retains its settings.
   */
  settings?: ServerSettings
  log?: (line: string) => void
  /** The timeout for starting, recovering and stopping. The default is two minutes. */
  timeoutMs?: number
}

export interface EmbeddedPostgres {
  /** The URL for the ordinary role `bestow`, the owner of the database `bestow`. Row-level security applies to it. */
  url: string
  superuserUrl: string
  port: number
  pid: number
  /** True if this process started the server. False if the server was already running. */
  started: boolean
  /** Restarts the server if it dies, until this process detaches. Intended for long-running processes. */
  supervise(options: SuperviseOptions): void
  /**
   * Stops using the server. Also stops the server if no other process uses it.
   * Intended for an orderly shutdown.
   */
  detach(): Promise<void>
  /** Detaches synchronously, for the `exit` event of a process. */
  detachSync(): void
  /** Stops the server even if other processes use it. */
  stop(mode?: StopMode): Promise<void>
}

export interface SuperviseOptions {
  onRestart: (server: { pid: number; started: boolean }) => void
  onError: (error: unknown) => void
}

interface EmbeddedContext {
  dataDir: string
  folder: string
  serverLock: string
  usersLock: string
  settings: ServerSettings
  log: (line: string) => void
  deadline: number
}

/**
 * Starts the server of this data directory, or attaches to it. Any number of processes can call
 * this at the same time: one starts the server, and all get it. The function is safe after a kill
 * -9 of any process at any time.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const context: EmbeddedContext = {
    dataDir,
    folder: join(dataDir, 'postgres'),
    serverLock: join(dataDir, 'postgres.lock'),
    usersLock: join(dataDir, 'postgres.users'),
    settings: options.settings ?? {},
    log: options.log ?? (() => {}),
    deadline: Date.now() + (options.timeoutMs ?? 120_000),
  }
  const usersFileLock = await waitUntil(context, () => tryLockFile(context.usersLock, 'shared'))
  try {
    const { postmaster, started } = await waitUntil(context, () => startOrAttach(context))
    return createHandle(context, postmaster, started, usersFileLock)
  } catch (error) {
    usersFileLock.release()
    throw error
  }
}

interface RunningServer {
  postmaster: Postmaster
  started: boolean
}

async function startOrAttach(context: EmbeddedContext): Promise<RunningServer | undefined> {
  const lock = tryLockFile(context.serverLock, 'exclusive')
  if (lock === undefined) {
    killOrphans(context)
    return attach(context)
  }
  try {
    if (isOccupied(context)) return attach(context)
    return await startNewServer(context, lock)
  } finally {
    // Closes only this process's copy of the descriptor. A running server has its own copy.
    lock.release()
  }
}

/** Attaches to the running server. Returns undefined while the server is not ready, or is shutting down. */
async function attach(context: EmbeddedContext): Promise<RunningServer | undefined> {
  const postmaster = readPostmaster(context.folder)
  if (postmaster?.isReady !== true || !isAlive(postmaster.pid)) return undefined
  // The password also proves that the server on this port is the server of this data directory.
  const client = new pg.Client({
    connectionString: buildUrls(context, postmaster.port).url,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return { postmaster, started: false }
  } catch (error) {
    context.log(`The embedded database does not respond yet: ${String(error)}`)
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Returns true if another server uses the folder, for example one that was started manually. The
 * lock is free, so no server that the service started is running. Also removes a postmaster.pid
 * that PostgreSQL would misread.
 *
 * PostgreSQL assumes that a server is running if the pid in that file exists, even if the pid
 * belongs to a zombie, or to another program that reused it. PostgreSQL also fails to start if the
 * file is empty. The function deletes the file only in these cases. If the pid does not exist,
 * PostgreSQL itself makes better checks.
 */
function isOccupied(context: EmbeddedContext): boolean {
  const postmaster = readPostmaster(context.folder)
  if (postmaster === undefined) return false
  if (isServerOf(postmaster.pid, context.folder)) return true

  killOrphans(context)
  if (findRunning(context.folder).length > 0) return true
  if (postmaster.pid === 0 || processExists(postmaster.pid))
    rmSync(join(context.folder, 'postmaster.pid'), { force: true })
  return false
}

/** Stops orphaned backends of a killed server at once. The next start recovers the data. */
function killOrphans({ folder }: EmbeddedContext) {
  const postmaster = readPostmaster(folder)
  if (postmaster === undefined || isAlive(postmaster.pid)) return
  for (const pid of findOrphans(folder)) sendSignal(pid, 'SIGQUIT')
}

async function startNewServer(context: EmbeddedContext, lock: FileLock): Promise<RunningServer> {
  const binaries = findBinaries()
  const runner = chooseRunner(context.folder, binaries)
  if (runner.user !== undefined) chmodSync(context.dataDir, 0o711)
  ensureCluster(context.folder, binaries, runner, context.settings.fsync === 'off')

  for (let attempt = 0; attempt < 20; attempt++) {
    const port = await choosePort(join(context.dataDir, 'postgres.port'), attempt === 0)
    const postmaster = await startServer({
      folder: context.folder,
      logFile: join(context.dataDir, 'postgres.log'),
      port,
      lockFd: lock.fd,
      settings: context.settings,
      binaries,
      runner,
    })
    if (postmaster !== undefined) return { postmaster, started: true }
  }
  throw new Error('The embedded database found no free port on 127.0.0.1.')
}

function createHandle(
  context: EmbeddedContext,
  postmaster: Postmaster,
  started: boolean,
  usersFileLock: FileLock,
): EmbeddedPostgres {
  const { pid, port } = postmaster
  let supervisor: PollingLoop | undefined
  return {
    ...buildUrls(context, port),
    port,
    pid,
    started,
    supervise(options) {
      supervisor ??= superviseServer(context, postmaster, options)
    },
    detach: async () => {
      await supervisor?.stop()
      // The lock stays exclusive until the server has stopped. A process that attaches at this time waits,
      // and then starts the server again.
      if (tryMakeExclusive(usersFileLock)) await stopRunningServer(context, 'fast')
      usersFileLock.release()
    },
    detachSync: () => {
      const running = findRunningServer(context)
      if (tryMakeExclusive(usersFileLock) && running !== undefined) stopServerSync(running)
      usersFileLock.release()
    },
    stop: async (mode = 'fast') => {
      await supervisor?.stop()
      await stopRunningServer(context, mode)
      usersFileLock.release()
    },
  }
}

/**
 * Finds the pid of the current server of the folder. The server may have been
 * restarted since this process attached.
 */
function findRunningServer({ folder }: EmbeddedContext): number | undefined {
  const pid = readPostmaster(folder)?.pid
  return pid !== undefined && isServerOf(pid, folder) ? pid : undefined
}

async function stopRunningServer(context: EmbeddedContext, mode: StopMode): Promise<void> {
  const running = findRunningServer(context)
  if (running !== undefined) await stopServer(running, mode)
}

const checkIntervalMs = 500 // milliseconds between two checks of whether the server is alive

/** Checks the server periodically. If several processes supervise it, one restarts it and the others attach. */
function superviseServer(
  context: EmbeddedContext,
  { pid, port }: Postmaster,
  options: SuperviseOptions,
): PollingLoop {
  const { onRestart, onError } = options
  let knownPid = pid
  async function check(): Promise<number> {
    if (isServerOf(knownPid, context.folder)) return 0
    // A deleted database must not be replaced by a new, empty one.
    if (!existsSync(context.folder)) throw new Error(`${context.folder} was deleted.`)
    const running = await startOrAttach(context)
    if (running === undefined) return 0
    if (running.postmaster.port !== port)
      throw new Error(portChangedMessage(port, running.postmaster.port))
    knownPid = running.postmaster.pid
    onRestart({ pid: knownPid, started: running.started })
    return 0
  }
  return startPollingLoop({
    name: 'embedded database',
    intervalMs: checkIntervalMs,
    run: check,
    onError,
  })
}

const portChangedMessage = (from: number, to: number) =>
  `Port ${from} was taken while the embedded database was down. It now listens on ${to}. Restart this process.`

function buildUrls({ folder }: EmbeddedContext, port: number) {
  const passwords = readPasswords(folder)
  const host = `127.0.0.1:${port}`
  return {
    url: `postgresql://bestow:${passwords.bestow}@${host}/bestow`,
    superuserUrl: `postgresql://postgres:${passwords.postgres}@${host}/postgres`,
  }
}

/** Polls every 20 ms until there is a result. Throws after the deadline. */
async function waitUntil<T>(
  context: EmbeddedContext,
  poll: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const result = await poll()
    if (result !== undefined) return result
    if (Date.now() > context.deadline) {
      throw new Error(
        `The embedded database in ${context.dataDir} neither starts nor responds. Another process has locked it; ` +
          `its messages are in ${join(context.dataDir, 'postgres.log')}.`,
      )
    }
    await sleep(20)
  }
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
