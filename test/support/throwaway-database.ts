import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres'
import { migrate, readMigrations } from '#platform/postgres/migrations'

/*
 * A separate database for each test file. It is a clone of a migrated template, on a server that is fast
 * because it does not survive a power loss.
 *
 * The test runner starts the server and sets BESTOW_TEST_DATABASE_URL (any PostgreSQL works, as a superuser).
 * A test file that runs alone starts the same server and stops it at its end. Tests connect as an ordinary
 * role, so that row-level security applies to them as it applies to the service.
 */

export interface ThrowawayDatabase {
  url: string
  /**
   * Drops the database. This is rarely needed: a clone costs little, and the next test process drops the
   * clones of processes that have ended.
   */
  drop(): Promise<void>
}

/** Creates a database with all migrations for one test file. */
export const createMigratedDatabase = () =>
  cloneDatabase(async (client, server) => `template ${await ensureTemplate(client, server)}`)

/** Creates an empty database, without migrations. */
export const createEmptyDatabase = () => cloneDatabase(async () => 'template template0')

/**
 * The environment variable with the URL of the test server for a superuser. The test runner sets it, or a
 * person sets it to use another PostgreSQL.
 */
export const serverVariable = 'BESTOW_TEST_DATABASE_URL'

/** The settings of a server whose data does not have to survive a power loss. */
export const testServerSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 300,
  // Autovacuum is off. Between two databases it pauses for at least 5 s, so with hundreds of clones it would
  // run without a pause.
  autovacuum: 'off',
} as const

/** Starts the PostgreSQL server that all tests of this checkout and this user share. */
export function startTestServer(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: ensureDataDir(),
    settings: testServerSettings,
  })
}

const role = 'bestow_test'

/** The key of the advisory lock that serializes the creation of roles, templates and clones. */
const lockKey = 0x74657374

async function cloneDatabase(
  from: (client: pg.Client, server: string) => Promise<string>,
): Promise<ThrowawayDatabase> {
  const server = await findServer()
  const name = `clone_${process.pid}_${randomBytes(6).toString('hex')}`
  await asSuperuser(server, async (client) => {
    await ensureRole(client, server)
    await dropOrphans(client)
    await client.query(
      `create database ${name} ${await from(client, server)} owner ${role} strategy file_copy`,
    )
  })
  return {
    url: databaseUrl(server, name),
    drop: () => asSuperuser(server, (client) => drop(client, name)),
  }
}

/** The URL of the test server for a superuser. The first call starts the server if no URL is configured. */
export const findServer = once(async () => {
  const configuredUrl = process.env[serverVariable]
  if (configuredUrl !== undefined && configuredUrl !== '') return configuredUrl
  const server = await startTestServer()
  process.once('exit', () => server.detachSync())
  return server.superuserUrl
})

function ensureDataDir(): string {
  const user = process.getuid?.() ?? 0
  const checkout = createHash('sha256')
    .update(import.meta.filename)
    .digest('hex')
    .slice(0, 12)
  const folder = join(pickBaseDir(), `bestow-test-${user}-${checkout}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.getuid !== undefined && statSync(folder).uid !== user) {
    throw new Error(`${folder} belongs to another user. Set TMPDIR to a folder of your own.`)
  }
  chmodSync(folder, 0o700)
  return folder
}

/**
 * Picks the folder of the databases, in memory if possible. A clone consists of a thousand files, and copying
 * them in memory is seven times as fast as on a disk.
 */
function pickBaseDir(): string {
  const memory = '/dev/shm'
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux') return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 3 * 2 ** 30 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Creates the template database for the current migrations if it does not exist. Returns its name. */
async function ensureTemplate(client: pg.Client, server: string): Promise<string> {
  const state = createHash('sha256')
  for (const { name, sha256 } of readMigrations()) state.update(`${name} ${sha256}\n`)
  const template = `template_${state.digest('hex').slice(0, 16)}`
  const unfinished = `${template}_unfinished`
  const names = await databases(client)
  if (names.includes(template)) return template

  for (const name of names.filter((each) => each.startsWith('template_'))) await drop(client, name)
  await client.query(`create database ${unfinished} template template0 owner ${role}`)
  await migrate(databaseUrl(server, unfinished))
  await client.query(`alter database ${unfinished} rename to ${template}`)
  // Only a database without connections can always be cloned.
  await client.query(`alter database ${template} with allow_connections false`)
  return template
}

/** Drops the database clones of processes that have ended. */
async function dropOrphans(client: pg.Client) {
  for (const name of await databases(client)) {
    const [kind, pid] = name.split('_')
    if (kind === 'clone' && !isRunning(Number(pid))) await drop(client, name)
  }
}

async function databases(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^(template|clone)_'`,
  )
  return rows.map(({ datname }) => datname)
}

const drop = async (client: pg.Client, name: string) => {
  await client.query(`drop database if exists ${name} with (force)`)
}

async function ensureRole(client: pg.Client, server: string) {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount !== 0) return
  await client.query(
    `create role ${role} login nosuperuser nobypassrls nocreatedb password '${passwordFor(server)}'`,
  )
}

/**
 * Derives a password from the superuser's password, so that every process of a run computes the same value.
 */
function passwordFor(server: string): string {
  const { password } = new URL(server)
  return createHash('sha256').update(`${role} ${password}`).digest('hex')
}

function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.username = role
  url.password = passwordFor(server)
  url.pathname = `/${database}`
  return url.href
}

async function asSuperuser<T>(
  server: string,
  callback: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: server, application_name: 'bestow tests' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return await callback(client)
  } finally {
    await client.end()
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function once<T>(create: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined
  return () => {
    cached ??= create()
    return cached
  }
}
