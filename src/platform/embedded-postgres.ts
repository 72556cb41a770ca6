import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './embedded/binaries.ts'
import { ensureCluster, readPasswords } from './embedded/cluster.ts'
import { type Lock, tryExclusive, tryLock } from './embedded/lock.ts'
import { choosePort } from './embedded/port.ts'
import { isAlive, isServerOf, livingIn, orphansIn } from './embedded/processes.ts'
import { chooseRunner } from './embedded/runner.ts'
import {
  launch,
  type Postmaster,
  readPostmaster,
  type Settings,
  type StopMode,
  signal,
  stopServer,
  stopServerNow,
} from './embedded/server.ts'
import { type Loop, startLoop } from './loop.ts'

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

export interface EmbeddedOptions {
  dataDir: string
  /** PostgreSQL settings for a server that is started, by name. An attached one keeps its own. */
  settings?: Settings
  log?: (line: string) => void
  /** How long to wait for a server that starts, recovers or stops. Default: two minutes. */
  patience?: number
}

export interface Embedded {
  /** As the ordinary role `bestow`, the owner of the database `bestow`. Row-level security binds it. */
  url: string
  superuserUrl: string
  port: number
  pid: number
  /** False when the server ran already. */
  started: boolean
  /** From now on until we leave, brings the server back when it dies under us. For who stays long. */
  keep(options: KeepOptions): void
  /** Ends our use of the server, and stops it if nobody else uses it. For a graceful end. */
  leave(): Promise<void>
  /** The same for a process's `exit` event, where nothing can be awaited. */
  leaveNow(): void
  /** Stops the server, whoever uses it. */
  stop(mode?: StopMode): Promise<void>
}

export interface KeepOptions {
  onReturn: (server: { pid: number; started: boolean }) => void
  onError: (error: unknown) => void
}

interface Place {
  dataDir: string
  folder: string
  lock: string
  users: string
  settings: Settings
  log: (line: string) => void
  deadline: number
}

/**
 * Starts the server of this data directory or attaches to it. Any number of processes may do so at the
 * same moment; one starts it, all get it. Safe after kill -9 of anything, at any point.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const place: Place = {
    dataDir,
    folder: join(dataDir, 'postgres'),
    lock: join(dataDir, 'postgres.lock'),
    users: join(dataDir, 'postgres.users'),
    settings: options.settings ?? {},
    log: options.log ?? (() => {}),
    deadline: Date.now() + (options.patience ?? 120_000),
  }
  const use = await until(place, () => tryLock(place.users, 'shared'))
  try {
    const { postmaster, started } = await until(place, () => startOrAttach(place))
    return handle(place, postmaster, started, use)
  } catch (error) {
    use.release()
    throw error
  }
}

interface Found {
  postmaster: Postmaster
  started: boolean
}

async function startOrAttach(place: Place): Promise<Found | undefined> {
  const lock = tryLock(place.lock, 'exclusive')
  if (lock === undefined) {
    endOrphans(place)
    return attach(place)
  }
  try {
    if (isOccupied(place)) return attach(place)
    return await start(place, lock)
  } finally {
    // Our copy only. A server that runs by now has its own.
    lock.release()
  }
}

/** Undefined while the server is not ready, or on its way down. */
async function attach(place: Place): Promise<Found | undefined> {
  const postmaster = readPostmaster(place.folder)
  if (postmaster?.ready !== true || !isAlive(postmaster.pid)) return undefined
  // The password proves to us, too, that it is our server which listens on that port.
  const client = new pg.Client({
    connectionString: urls(place, postmaster.port).url,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return { postmaster, started: false }
  } catch (error) {
    place.log(`The embedded database does not answer yet: ${String(error)}`)
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
function isOccupied(place: Place): boolean {
  const postmaster = readPostmaster(place.folder)
  if (postmaster === undefined) return false
  if (isServerOf(postmaster.pid, place.folder)) return true

  endOrphans(place)
  if (livingIn(place.folder).length > 0) return true
  if (postmaster.pid === 0 || exists(postmaster.pid))
    rmSync(join(place.folder, 'postmaster.pid'), { force: true })
  return false
}

/** What a killed server leaves behind has no future; it ends at once and leaves recovery to the next. */
function endOrphans({ folder }: Place) {
  const postmaster = readPostmaster(folder)
  if (postmaster === undefined || isAlive(postmaster.pid)) return
  for (const pid of orphansIn(folder)) signal(pid, 'SIGQUIT')
}

async function start(place: Place, lock: Lock): Promise<Found> {
  const binaries = findBinaries()
  const runner = chooseRunner(place.folder, binaries)
  if (runner.user !== undefined) chmodSync(place.dataDir, 0o711)
  ensureCluster(place.folder, binaries, runner, place.settings.fsync === 'off')

  for (let attempt = 0; attempt < 20; attempt++) {
    const port = await choosePort(join(place.dataDir, 'postgres.port'), attempt === 0)
    const postmaster = await launch({
      folder: place.folder,
      logFile: join(place.dataDir, 'postgres.log'),
      port,
      lockFd: lock.fd,
      settings: place.settings,
      binaries,
      runner,
    })
    if (postmaster !== undefined) return { postmaster, started: true }
  }
  throw new Error('The embedded database found no free port on 127.0.0.1.')
}

function handle(place: Place, postmaster: Postmaster, started: boolean, use: Lock): Embedded {
  const { pid, port } = postmaster
  let keeping: Loop | undefined
  return {
    ...urls(place, port),
    port,
    pid,
    started,
    keep(options) {
      keeping ??= keepAlive(place, postmaster, options)
    },
    leave: async () => {
      await keeping?.stop()
      // Exclusive until the server has gone: who comes meanwhile waits, and then starts it again.
      if (tryExclusive(use)) await stopRunning(place, 'fast')
      use.release()
    },
    leaveNow: () => {
      const running = serverIn(place)
      if (tryExclusive(use) && running !== undefined) stopServerNow(running)
      use.release()
    },
    stop: async (mode = 'fast') => {
      await keeping?.stop()
      await stopRunning(place, mode)
      use.release()
    },
  }
}

/** The server of this place, which need not be the one that we found at first. */
function serverIn({ folder }: Place): number | undefined {
  const pid = readPostmaster(folder)?.pid
  return pid !== undefined && isServerOf(pid, folder) ? pid : undefined
}

async function stopRunning(place: Place, mode: StopMode): Promise<void> {
  const running = serverIn(place)
  if (running !== undefined) await stopServer(running, mode)
}

const betweenLooks = 500 // milliseconds until somebody notices that the server has died

/** Of several processes that look, one starts it, and the others attach. */
function keepAlive(place: Place, { pid, port }: Postmaster, options: KeepOptions): Loop {
  const { onReturn, onError } = options
  let known = pid
  async function look(): Promise<number> {
    if (isServerOf(known, place.folder)) return 0
    // Nobody wants a new, empty database in the place of one that was deleted.
    if (!existsSync(place.folder)) throw new Error(`${place.folder} has gone.`)
    const found = await startOrAttach(place)
    if (found === undefined) return 0
    if (found.postmaster.port !== port) throw new Error(moved(port, found.postmaster.port))
    known = found.postmaster.pid
    onReturn({ pid: known, started: found.started })
    return 0
  }
  return startLoop({ name: 'embedded database', every: betweenLooks, run: look, onError })
}

const moved = (from: number, to: number) =>
  `Port ${from} was taken while the embedded database was away, and it listens at ${to} now. Start this process again.`

function urls({ folder }: Place, port: number) {
  const passwords = readPasswords(folder)
  const at = `127.0.0.1:${port}`
  return {
    url: `postgresql://bestow:${passwords.bestow}@${at}/bestow`,
    superuserUrl: `postgresql://postgres:${passwords.postgres}@${at}/postgres`,
  }
}

/** Asks again, soon, until there is an answer. */
async function until<T>(
  place: Place,
  ask: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > place.deadline) {
      throw new Error(
        `The embedded database in ${place.dataDir} neither starts nor answers. Another process holds it; ` +
          `its messages are in ${join(place.dataDir, 'postgres.log')}.`,
      )
    }
    await sleep(20)
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
