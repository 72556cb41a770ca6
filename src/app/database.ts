import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createHostDirectory, type HostDirectory } from '#accounts'
import { versions } from '#contract'
import type { Config } from '#platform/config/config'
import { createCipher } from '#platform/crypto/encryption'
import { loadKeyringFile } from '#platform/crypto/keyring-file'
import type { Deployment, InsertLeases, WakeTopic } from '#platform/deployment'
import {
  type EmbeddedPostgres,
  type SuperviseOptions,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres'
import { systemClock } from '#platform/lib/clock'
import { createLruCache, maxCacheBytes } from '#platform/lib/lru-cache'
import type { Log } from '#platform/observability/log'
import type { Tracing } from '#platform/observability/tracing'
import { type Database, openDatabase } from '#platform/postgres/database'
import { listOwnSchemas, migrate, readMigrationStatus } from '#platform/postgres/migrations'
import { waitForDatabase } from './wait-for-database.ts'

/** The database of a process. The process can open several pools. */
export interface Connection {
  url: string
  /** The URL that bypasses the pooler. Undefined if there is a pooler and no direct URL. */
  directUrl: string | undefined
  /** The most direct URL for the role that owns the tables. */
  ownerUrl: string
  /** The migrations that were applied when the process connected. */
  applied: readonly string[]
  deployment: Deployment
  /** The hosts of the deployment. They are unknown until the first refresh. */
  hosts: HostDirectory
  /** True if this process started the embedded server. False if the server was already running. */
  isFresh: boolean
  /** Opens a pool of connections. */
  open(name: string, size: number, options?: OpenOptions): Database
  /**
   * Closes the pools that this process opened. Then closes the embedded server if no other process uses it.
   */
  close(): Promise<void>
  /** Closes everything synchronously, for the `exit` event of a process. */
  closeNow(): void
}

interface OpenOptions {
  statementTimeoutMs?: number
  /** True if lists, exports and reports use the read replica of the settings. */
  usesReplica?: boolean
}

export interface ConnectOptions {
  /**
   * Whether to migrate the schema. If not, an outdated schema is rejected. `later` leaves the migrations to
   * the next process that connects.
   */
  migrates: boolean | 'later'
  /**
   * True for a long-running process, which waits for an unavailable database and restarts the embedded
   * database if it dies.
   */
  isLongLived?: boolean
  /** Notifies a loop of new work. The default does nothing. */
  notify?: (topic: WakeTopic) => void
  /** Leases deliveries to the worker of this process. */
  insertLeases?: InsertLeases
  /** Undefined if no trace collector is configured. */
  tracing?: Tracing | undefined
}

/** The database role to use if the configured role would bypass row-level security. */
const serviceRole = 'bestow_service'

/**
 * Connects to the database of the settings. Ensures that the database is available and up to date, and that
 * row-level security applies.
 */
export async function connect(
  config: Config,
  log: Log,
  options: ConnectOptions,
): Promise<Connection> {
  const embedded = await startEmbeddedIfNeeded(config, log)
  if (options.isLongLived) embedded?.supervise(embeddedEvents(log))
  const url = embedded?.url ?? config.databaseUrl ?? ''
  const opened: Database[] = []
  const close = async () => {
    await Promise.all(opened.flatMap((db) => [db.pool.end(), db.replica?.pool.end()]))
    await embedded?.detach()
  }
  try {
    const directUrl = embedded?.url ?? config.databaseDirectUrl
    const urls = { url, directUrl }
    const { role, ownerUrl, applied } = await prepareDatabase(urls, config, log, options)
    const hosts = createHostDirectory()
    const deployment = createDeployment(config, options, hosts)
    return {
      url,
      directUrl,
      ownerUrl,
      applied,
      deployment,
      hosts,
      isFresh: embedded?.started ?? false,
      open(name, maxConnections, { statementTimeoutMs, usesReplica = false } = {}) {
        const db = openDatabase({
          url,
          clock: systemClock,
          deployment,
          maxConnections,
          name,
          ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
          isPooled: config.isDatabasePooled,
          replicaUrl: usesReplica ? config.databaseReadUrl : undefined,
          role,
          onError: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
        })
        opened.push(db)
        return db
      },
      close,
      closeNow: () => embedded?.detachSync(),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Finds the role of the service, and migrates or checks the schema. */
async function prepareDatabase(
  { url, directUrl }: Pick<Connection, 'url' | 'directUrl'>,
  config: Config,
  log: Log,
  options: ConnectOptions,
): Promise<{ role: string | undefined; ownerUrl: string; applied: readonly string[] }> {
  const withRetry = <T>(step: () => Promise<T>) =>
    options.isLongLived ? waitForDatabase(step, log) : step()
  const role = await withRetry(() => resolveServiceRole(url, config.isDatabasePooled))
  if (directUrl !== undefined && directUrl !== url)
    await withRetry(() => resolveServiceRole(directUrl, true))
  // A migration locks the schema for a whole session. A pooler in transaction mode does not provide sessions.
  const migrates = options.migrates === true && directUrl !== undefined
  const ownerUrl = withRole(directUrl ?? url, role)
  const applied =
    options.migrates === 'later'
      ? []
      : await withRetry(() => migrateIfNeeded(ownerUrl, migrates, log))
  return { role, ownerUrl, applied }
}

const createDeployment = (
  config: Config,
  options: ConnectOptions,
  hosts: HostDirectory,
): Deployment => ({
  origin: config.origin,
  stage: config.stage,
  region: config.region,
  versions,
  cipher: createCipher(config.keyring ?? loadKeyringFile(config.dataDir)),
  cache: createLruCache(2_000, maxCacheBytes),
  limits: config.limits,
  claims: config.claims,
  hasSms: config.mail.sms !== undefined,
  smsLimits: config.mail.sms,
  nameServers: config.settings.BESTOW_NAME_SERVERS,
  hostTargets: config.settings.BESTOW_HOST_TARGETS,
  hosts,
  notify: options.notify ?? (() => {}),
  insertLeases: options.insertLeases,
  tracing: options.tracing,
})

function startEmbeddedIfNeeded(config: Config, log: Log): Promise<EmbeddedPostgres> | undefined {
  if (config.databaseUrl !== undefined) return undefined
  if (!existsSync(join(config.dataDir, 'postgres')))
    log.info({ data: config.dataDir }, 'creating the embedded database (once; a few seconds)')
  return startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.debug(line) })
}

const embeddedEvents = (log: Log): SuperviseOptions => ({
  onRestart: ({ pid, started }) =>
    log.warn({ pid, started }, 'the embedded database had stopped and was restarted'),
  onError: (error) => log.error({ err: error }, 'the embedded database is not available yet'),
})

async function migrateIfNeeded(url: string, migrates: boolean, log: Log): Promise<string[]> {
  if (migrates) {
    const applied = await migrate(url)
    if (applied.length > 0)
      log.info(
        { applied: applied.length, newest: applied.at(-1) },
        'the database schema was migrated',
      )
    return applied
  }
  const status = await readMigrationStatus(url)
  if (status.state === 'unusable') throw new Error(status.problem)
  if (status.state === 'behind') {
    throw new Error(
      `The database lacks ${status.pending.join(', ')}. Run: npx bestow migrate (not through a pooler)`,
    )
  }
  return []
}

/** Returns a database URL with another role. */
function withRole(url: string, role: string | undefined): string {
  if (role === undefined) return url
  const withOptions = new URL(url)
  withOptions.searchParams.set('options', `-c role=${role}`)
  return withOptions.href
}

/**
 * Resolves the role of the service. A superuser, or a role with BYPASSRLS, sees the rows of all accounts if a
 * query omits the account. The service therefore uses the ordinary role that owns its tables, or creates such
 * a role and makes it their owner. The role must own the tables, because only an owner can add partitions.
 */
async function resolveServiceRole(url: string, isPooled: boolean): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ sees_all: boolean; encoding: string }>(
      `select rolsuper or rolbypassrls as sees_all, current_setting('server_encoding') as encoding
         from pg_roles where rolname = current_user`,
    )
    if (rows[0]?.encoding !== 'UTF8')
      throw new Error(
        `The encoding of the database is ${rows[0]?.encoding} and must be UTF8: create database bestow encoding 'UTF8' template template0`,
      )
    if (rows[0]?.sees_all !== true) return undefined
    if (isPooled) {
      throw new Error(
        'BESTOW_DATABASE_URL or BESTOW_DATABASE_DIRECT_URL connects as a role that bypasses row-level security. With a pooler, use an ordinary role that owns the database in both.',
      )
    }
    const owner = await findTableOwner(client)
    if (owner !== undefined) return owner
    await client.query(transferOwnershipSql())
    return serviceRole
  } finally {
    await client.end()
  }
}

/**
 * Finds the role that owns the tables. Returns undefined if there are no tables, or if row-level security
 * does not apply to the role.
 */
async function findTableOwner(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_namespace join pg_roles on pg_roles.oid = nspowner
      where nspname = 'platform' and not rolsuper and not rolbypassrls`,
  )
  return rows[0]?.rolname
}

/**
 * Builds the SQL that creates the service's role and makes it the owner of all objects of the
 * service. The SQL is idempotent.
 */
const transferOwnershipSql = () => `do $$
declare
  ours constant oid[] := array(select oid from pg_namespace where nspname in
    (${listOwnSchemas()
      .map((name) => `'${name}'`)
      .join(', ')}));
  change text;
begin
  perform pg_advisory_xact_lock(hashtextextended('bestow service role', 0));
  begin
    create role ${serviceRole} nologin nosuperuser nobypassrls;
  exception when duplicate_object or unique_violation then
    null; -- roles belong to the whole server: another database of ours has made it
  end;
  if not pg_has_role(current_user, '${serviceRole}', 'member') then
    execute format('grant ${serviceRole} to %I', current_user);
  end if;
  execute format('grant create on database %I to ${serviceRole}', current_database());
  for change in
    select format('schema %s', oid::regnamespace) from pg_namespace where oid = any (ours)
    union all
    select format('table %s', oid::regclass) from pg_class
     where relnamespace = any (ours) and relkind in ('r', 'p')
    union all
    select format('routine %s', oid::regprocedure) from pg_proc where pronamespace = any (ours)
  loop
    execute format('alter %s owner to ${serviceRole}', change);
  end loop;
end
$$`
