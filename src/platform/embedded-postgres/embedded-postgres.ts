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
 * PostgreSQL as a part of the service: started when it is not running, attached to when it is.
 *
 *   data directory   the service's; everything here lives in it
 *   postgres/        the cluster, with its passwords in bestow.json
 *   postgres.lock    held by the server itself: as long as anything of it lives, nobody starts another
 *   postgres.users   held, shared, by every process that uses the server: the last one stops it
 *   postgres.port    the port it listens on at 127.0.0.1, kept from start to start
 *   postgres.log     what it says
 */

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** PostgreSQL settings for a server that is started, by name. An attached one keeps its own. */
  settings?: ServerSettings
  log?: (line: string) => void
  /** How long to wait for a server that starts, recovers or stops. Default: two minutes. */
  timeoutMs?: number
}

export interface EmbeddedPostgres {
  /** As the ordinary role `bestow`, the owner of the database `bestow`. Row-level security binds it. */
  url: string
  superuserUrl: string
  port: number
  pid: number
  /** False when the server ran already. */
  started: boolean
  /** From now on until we leave, brings the server back when it dies under us. For who stays long. */
  supervise(options: SuperviseOptions): void
  /** Ends our use of the server, and stops it if nobody else uses it. For a graceful end. */
  detach(): Promise<void>
  /** The same for a process's `exit` event, where nothing can be awaited. */
  detachSync(): void
  /** Stops the server, whoever uses it. */
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
 * Starts the server of this data directory or attaches to it. Any number of processes may do so at the
 * same moment; one starts it, all get it. Safe after kill -9 of anything, at any point.
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
    // Our copy only. A server that runs by now has its own.
    lock.release()
  }
}

/** Undefined while the server is not ready, or on its way down. */
async function attach(context: EmbeddedContext): Promise<RunningServer | undefined> {
  const postmaster = readPostmaster(context.folder)
  if (postmaster?.isReady !== true || !isAlive(postmaster.pid)) return undefined
  // The password proves to us, too, that it is our server which listens on that port.
  const client = new pg.Client({
    connectionString: buildUrls(context, postmaster.port).url,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return { postmaster, started: false }
  } catch (error) {
    context.log(`The embedded database does not answer yet: ${String(error)}`)
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Nobody holds the lock, so no server of ours is alive. Here we mind the rest: a server that somebody
 * started by hand, and a postmaster.pid that PostgreSQL would misread.
 *
 * PostgreSQL takes that file for a living server's when the pid in it exists, be it a zombie or another
 * program that got the number since, and refuses to start on an empty one. We delete it only then: if
 * the pid does not exist, PostgreSQL makes its own, better checks. True when the folder is in use.
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

/** What a killed server leaves behind has no future; it ends at once and leaves recovery to the next. */
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
      // Exclusive until the server has gone: who comes meanwhile waits, and then starts it again.
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

/** The server of this place, which need not be the one that we found at first. */
function findRunningServer({ folder }: EmbeddedContext): number | undefined {
  const pid = readPostmaster(folder)?.pid
  return pid !== undefined && isServerOf(pid, folder) ? pid : undefined
}

async function stopRunningServer(context: EmbeddedContext, mode: StopMode): Promise<void> {
  const running = findRunningServer(context)
  if (running !== undefined) await stopServer(running, mode)
}

const checkIntervalMs = 500 // milliseconds until somebody notices that the server has died

/** Of several processes that look, one starts it, and the others attach. */
function superviseServer(
  context: EmbeddedContext,
  { pid, port }: Postmaster,
  options: SuperviseOptions,
): PollingLoop {
  const { onRestart, onError } = options
  let knownPid = pid
  async function check(): Promise<number> {
    if (isServerOf(knownPid, context.folder)) return 0
    // Nobody wants a new, empty database in the place of one that was deleted.
    if (!existsSync(context.folder)) throw new Error(`${context.folder} has gone.`)
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
  `Port ${from} was taken while the embedded database was away, and it listens at ${to} now. Start this process again.`

function buildUrls({ folder }: EmbeddedContext, port: number) {
  const passwords = readPasswords(folder)
  const host = `127.0.0.1:${port}`
  return {
    url: `postgresql://bestow:${passwords.bestow}@${host}/bestow`,
    superuserUrl: `postgresql://postgres:${passwords.postgres}@${host}/postgres`,
  }
}

/** Asks again, soon, until there is an answer. */
async function waitUntil<T>(
  context: EmbeddedContext,
  poll: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const result = await poll()
    if (result !== undefined) return result
    if (Date.now() > context.deadline) {
      throw new Error(
        `The embedded database in ${context.dataDir} neither starts nor answers. Another process holds it; ` +
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
