import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './embedded/binaries.ts'
import { ensureCluster, readPasswords } from './embedded/cluster.ts'
import { type Lock, tryExclusive, tryLock } from './embedded/lock.ts'
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
  /** Ends our use of the server, and stops it if nobody else uses it. For a graceful end. */
  leave(): Promise<void>
  /** The same for a process's `exit` event, where nothing can be awaited. */
  leaveNow(): void
  /** Stops the server, whoever uses it. */
  stop(mode?: StopMode): Promise<void>
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
  const client = new pg.Client(urls(place, postmaster.port).url)
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
    const port = await choosePort(place, attempt === 0)
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

/** The port of last time, so that those who still know it find the server again; else a free one. */
async function choosePort(place: Place, again: boolean): Promise<number> {
  const file = join(place.dataDir, 'postgres.port')
  const last = again ? readPort(file) : undefined
  if (last !== undefined && (await isFree(last))) return last
  for (;;) {
    // Below the range from which systems hand out ports by themselves.
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    if (!(await isFree(port))) continue
    writeFileSync(file, `${port}\n`)
    return port
  }
}

function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
  } catch {
    return undefined
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

function handle(place: Place, postmaster: Postmaster, started: boolean, use: Lock): Embedded {
  const { pid, port } = postmaster
  return {
    ...urls(place, port),
    port,
    pid,
    started,
    leave: async () => {
      // Exclusive until the server has gone: who comes meanwhile waits, and then starts it again.
      if (tryExclusive(use)) await stopServer(pid, 'fast')
      use.release()
    },
    leaveNow: () => {
      if (tryExclusive(use)) stopServerNow(pid)
      use.release()
    },
    stop: async (mode = 'fast') => {
      await stopServer(pid, mode)
      use.release()
    },
  }
}

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
