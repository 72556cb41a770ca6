import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { projectPath } from '../lib/project-files.ts'
import type { TxContext } from './database.ts'
import { isLockTimeout } from './database-errors.ts'

/*
 * Migrations are plain SQL files, `migrations/NNNN_name.sql`. They only go forward, in the order of their
 * numbers. Each runs in its own transaction, which can access the rows of all accounts.
 *
 * To add a migration, write a file with the next number and commit it. A released file never changes. Some
 * statements cannot run in a transaction (create index concurrently). Put them into a file whose first line
 * is `--! no-transaction`. Each statement of this file must end with a semicolon at the end of a line, and
 * waits for locks without a timeout. It must be safe to rerun the whole file after a partial failure (drop
 * index if exists, then create it).
 *
 * Processes of the previous version still run during a migration. If they can continue, add the first line
 * `--! fits-older`. The migration then renames, removes and restricts nothing that they read or write.
 * Without that line, they stop as soon as they notice the migration, which is the safe default.
 */

const migrationsFolder = projectPath('migrations')

export interface Migration {
  name: string
  sha256: string
  text: string
}

interface AppliedMigration {
  name: string
  sha256: string
  /** Whether older code, which does not know this migration, can use the new schema. */
  fits_older?: boolean
}

export interface MigrateOptions {
  folder?: string
  log?: (line: string) => void
  /** The milliseconds that a migration waits for a lock before it lets other transactions proceed. */
  lockTimeoutMs?: number
  /** The only migrations to apply, for example those of a backup. Throws if a file is missing. */
  only?: readonly AppliedMigration[]
}

/**
 * The state of a database. `current`: the schema fits the code, possibly with newer migrations that fit older
 * code. `behind`: migrations are missing. `unusable`: the code cannot use the schema, and `isAhead` means
 * that the code is too old for it.
 */
export type MigrationStatus =
  | { state: 'current' }
  | { state: 'behind'; pending: string[] }
  | { state: 'unusable'; problem: string; isAhead?: true }

/**
 * Migrates the database to this version of the code. Returns the names of the applied migrations. Several
 * processes can call it at the same time: one process migrates and the others wait. Requires a direct
 * connection, not a transaction pooler.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const files = selectFiles(readMigrations(options.folder), options.only)
  return withClient(url, async (client) => {
    await acquireMigrationLock(client)
    await ensureMigrationTable(client)
    const status = compare(files, await readApplied(client))
    if (status.state === 'unusable') throw new Error(status.problem)
    const pending = status.state === 'behind' ? status.pending : []
    for (const file of files.filter((each) => pending.includes(each.name))) {
      await applyWithLockTimeout(client, file, options.lockTimeoutMs ?? 3000)
      options.log?.(`Migrated the database: ${file.name}`)
    }
    return pending
  })
}

function selectFiles(
  files: Migration[],
  only: readonly AppliedMigration[] | undefined,
): Migration[] {
  if (only === undefined) return files
  const status = compare(files, only)
  if (status.state === 'unusable') throw new Error(status.problem)
  const names = new Set(only.map(({ name }) => name))
  return files.filter(({ name }) => names.has(name))
}

/**
 * Reads the state of the migrations for the readiness check, without changes. Throws
 * if the database is unavailable.
 */
export async function readMigrationStatus(
  url: string,
  options: MigrateOptions = {},
): Promise<MigrationStatus> {
  const files = readMigrations(options.folder)
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('platform.migration') is not null as there`,
    )
    return compare(files, rows[0]?.there === true ? await readApplied(client) : [])
  })
}

/**
 * Creates a function that reads the migration status in a long-running process. The function uses the files
 * from the start of the process, because an upgrade may replace the files on disk.
 */
export function createMigrationStatusReader(
  folder?: string,
): (ctx: TxContext) => Promise<MigrationStatus> {
  const files = readMigrations(folder)
  return async (ctx) => compare(files, await ctx.query<AppliedMigration>(selectAppliedSql))
}

export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()
  const numbers = new Set<string>()
  return names.map((name) => {
    const number = name.slice(0, 4)
    if (numbers.has(number)) throw new Error(`There are two migrations with the number ${number}.`)
    numbers.add(number)
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

/** Returns the schemas that the migrations create. They contain all objects of the service. */
export function listOwnSchemas(folder?: string): string[] {
  const schemas = readMigrations(folder).flatMap(({ text }) => [
    ...text.matchAll(/^create schema (?:if not exists )?(\w+)/gm),
  ])
  return [...new Set(schemas.map(([, name]) => name ?? ''))]
}

/** Compares the migration files of the code with the migrations that the database records as applied. */
export function compare(
  files: readonly AppliedMigration[],
  applied: readonly AppliedMigration[],
): MigrationStatus {
  const sha256ByName = new Map(files.map((file) => [file.name, file.sha256]))
  const first = files[0]?.name
  if (applied.length > 0 && !applied.some(({ name }) => name === first))
    return unusable(preReleaseMessage)
  for (const { name, sha256, fits_older } of applied) {
    const knownSha256 = sha256ByName.get(name)
    if (knownSha256 === undefined && fits_older) continue
    if (knownSha256 === undefined) return { ...unusable(newerMessage(name)), isAhead: true }
    if (knownSha256 !== sha256) return unusable(changedMessage(name))
  }
  const appliedNames = new Set(applied.map(({ name }) => name))
  const pending = files.map(({ name }) => name).filter((name) => !appliedNames.has(name))
  if (pending.length === 0) return { state: 'current' }
  const last = [...appliedNames].sort().at(-1)
  const outOfOrder = pending.find((name) => last !== undefined && name < last)
  return outOfOrder !== undefined && last !== undefined
    ? unusable(outOfOrderMessage(outOfOrder, last))
    : { state: 'behind', pending }
}

const unusable = (problem: string) => ({ state: 'unusable' as const, problem })

const newerMessage = (name: string) =>
  `The database is newer than this version of Bestow: it has ${name}, which this version does not know. ` +
  'Start the newer version again, or restore a backup that was made before it.'

const changedMessage = (name: string) =>
  `Migration ${name} was changed after it was applied to this database. ${preReleaseMessage} ` +
  'If you changed the file yourself, restore it and write the change as a new migration.'

const outOfOrderMessage = (late: string, last: string) =>
  `Migration ${late} comes before ${last}, which is already applied. ${preReleaseMessage} ` +
  'If you wrote the migration yourself, give it a higher number.'

/** The message for a database, or a restored backup, of a version before the first release. */
const preReleaseMessage =
  'A database or backup of a version before 0.1.0 cannot be upgraded: start with an empty database (docs/self-hosting.md#upgrade). ' +
  'To discard the data of the embedded database and begin with an empty database: `rm -r data/postgres && npm start`. Nothing was changed.'

const createMigrationTable = `
  create schema if not exists platform;
  create table if not exists platform.migration (
    name       text        not null primary key,
    sha256     text        not null,
    applied_at timestamptz not null default clock_timestamp(),
    fits_older boolean     not null default false
  )`

/**
 * Creates the table of migrations or its new column. Checks first whether the column exists, because even an
 * ALTER TABLE without effect waits for all readers of the table.
 */
async function ensureMigrationTable(client: pg.Client) {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass('platform.migration') and attname = 'fits_older'`,
  )
  if (rowCount !== 0) return
  await client.query(createMigrationTable)
  await client.query(
    'alter table platform.migration add column if not exists fits_older boolean not null default false',
  )
}

/**
 * The key of the advisory lock that the migrating session has until it ends: the ASCII
 * codes of 'bestow' as a number.
 */
const migrationLockKey = 0x626573746f77

async function acquireMigrationLock(client: pg.Client) {
  await client.query(`set lock_timeout = '120s'`)
  await client.query('select pg_advisory_lock($1)', [migrationLockKey])
}

/**
 * Selects the applied migrations. Uses JSON, so that the query also works on a table
 * without the column `fits_older`.
 */
const selectAppliedSql = `
  select name, sha256, coalesce((to_jsonb(m) ->> 'fits_older')::boolean, false) as fits_older
    from platform.migration m order by name`

const readApplied = async (client: pg.Client): Promise<AppliedMigration[]> =>
  (await client.query<AppliedMigration>(selectAppliedSql)).rows

/**
 * Applies a migration. While it waits for a lock, it blocks all later transactions on the table. It therefore
 * gives up after a short lock timeout, lets the other transactions proceed, and retries.
 */
async function applyWithLockTimeout(client: pg.Client, file: Migration, lockTimeoutMs: number) {
  const maxAttempts = 20
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(
        `set lock_timeout = ${hasTransaction(file) ? Math.ceil(lockTimeoutMs) : 0}`,
      )
      return await apply(client, file)
    } catch (error) {
      if (isLockTimeout(error) && attempt < maxAttempts) await sleep(lockTimeoutMs)
      else
        throw new Error(`Migration ${file.name} failed${formatErrorLocation(error, file)}`, {
          cause: error,
        })
    }
  }
}

async function apply(client: pg.Client, { name, sha256, text }: Migration) {
  const recordApplied = () =>
    client.query('insert into platform.migration (name, sha256, fits_older) values ($1, $2, $3)', [
      name,
      sha256,
      parseDirectives({ text }).includes('fits-older'),
    ])

  if (!hasTransaction({ text })) {
    for (const statement of text.split(/;[ \t]*$/m)) {
      if (/^\s*[^\s-]/m.test(statement)) await client.query(statement)
    }
    await recordApplied()
    return
  }
  try {
    await client.query(`begin; set local bestow.account = '*'`)
    await client.query(text)
    await recordApplied()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const hasTransaction = (file: { text: string }) => !parseDirectives(file).includes('no-transaction')

/** Returns the directives in the first line of a migration file. */
const parseDirectives = ({ text }: { text: string }): string[] =>
  /^--! (.*)/
    .exec(text)?.[1]
    ?.trim()
    .split(/[\s,]+/) ?? []

function formatErrorLocation(error: unknown, { text }: Migration): string {
  const message = error instanceof Error ? error.message : String(error)
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN
  if (!(position > 0) || !hasTransaction({ text })) return `: ${message}`
  return ` in line ${text.slice(0, position).split('\n').length}: ${message}`
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'bestow migrate',
    connectionTimeoutMillis: 10_000,
  })
  // A lost connection already rejects the current query, so this event needs no report.
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}
