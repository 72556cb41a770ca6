import { statfs } from 'node:fs/promises'
import * as accounts from '#accounts'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { SystemStatusReader } from '#http/admin'
import { findLastBackup } from '#platform/backup/backup-log'
import type { Config } from '#platform/config/config'
import { findOldestDue } from '#platform/jobs/due-table'
import type { Log } from '#platform/observability/log'
import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import type { MigrationStatus } from '#platform/postgres/migrations'
import * as webhooks from '#webhooks'
import { shippingFromConfig } from '../shipping.ts'
import { commitHash, serviceVersion } from '../version.ts'
import * as facts from './database-facts.ts'
import {
  assessBackups,
  assessDatabase,
  assessMail,
  assessProcess,
  assessStorage,
  assessWebhooks,
  maxSilenceSeconds,
} from './health-rules.ts'
import { listProcessReports } from './process-reports.ts'

interface SystemDeps {
  db: Database
  config: Config
  log: Log
  schema: (ctx: TxContext) => Promise<MigrationStatus>
}

type Status = Awaited<ReturnType<SystemStatusReader>>
type Part<Name extends keyof Status> = NonNullable<Status[Name]>

/**
 * Creates a function that reads the state of the installation. A part that cannot be read is null, and the
 * other parts are shown.
 */
export function createSystemStatusReader(deps: SystemDeps): SystemStatusReader {
  const { db, config } = deps
  const service = {
    version: serviceVersion(),
    commit: commitHash(),
    stage: config.stage,
    region: config.region,
    origin: config.origin,
    node_version: process.version,
  }
  return async () => {
    const processes = await readPart(deps, 'processes', (ctx) => readProcesses(ctx, service))
    return {
      read_at: db.clock(),
      service,
      mail: await readPart(deps, 'mail', (ctx) => readMail(ctx, config)),
      webhooks: await readPart(deps, 'webhooks', readWebhooks),
      processes,
      has_worker: processes?.some(isRunningWorker) ?? false,
      database: await readPart(deps, 'database', (ctx) => readDatabase(ctx, deps)),
      work: await readPart(deps, 'work', readWork),
      carriers: listCarriers(config),
      storage: await readStorage(config),
      backups: await readPart(deps, 'backups', (ctx) => readBackups(ctx, config)),
      settings: [...config.settingsInEffect],
      warnings: [...config.warnings],
    }
  }
}

const readPart = <T>(
  { db, log }: SystemDeps,
  part: string,
  read: (ctx: TxContext) => Promise<T>,
): Promise<T | null> =>
  readTransaction(db, ALL_ACCOUNTS, read).catch((error: unknown) => {
    log.warn({ err: error, part }, 'a part of the state of the installation cannot be read')
    return null
  })

const secondsSince = (now: Date, at: Date | null | undefined) =>
  at == null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000)

async function readMail(ctx: TxContext, { mail: { smtp }, stage }: Config): Promise<Part<'mail'>> {
  const { oldest_due_at, ...status } = await mail.getServiceStatus(ctx)
  const withoutServer = stage === 'staging' ? 'captured' : 'none'
  const view = {
    mode: smtp === undefined ? withoutServer : ('smtp' as const),
    server: smtp === undefined ? null : new URL(smtp.url).host,
    ...status,
    sender_rejections: (await mail.findSenderRejections(ctx)) ?? null,
    oldest_due_seconds: secondsSince(ctx.real_now, oldest_due_at),
  } as const
  return { health: assessMail(view), ...view }
}

async function readWebhooks(ctx: TxContext): Promise<Part<'webhooks'>> {
  const { counts: all, endpoints_that_cannot_sign } = await webhooks.getQueueStats(ctx)
  const backlog = await webhooks.readBacklog(ctx)
  const oldest_seconds = { first: backlog.oldest_seconds, ...(await webhooks.getOldestByLane(ctx)) }
  const backlogged = backlog.endpoints.reduce((sum, { waiting }) => sum + waiting, 0)
  const counts = { ...all, ready: Math.max(0, all.ready - backlogged) }
  const waiting_endpoints = await nameEndpoints(ctx, backlog.endpoints.slice(0, maxNamed))
  const endpoints = await webhooks.listFailingEndpoints(ctx)
  const endpoints_failing = endpoints.filter(({ state }) => state === 'failing').length
  const view = {
    counts,
    oldest_seconds,
    waiting_endpoints,
    endpoints_that_cannot_sign,
    endpoints_failing,
  }
  return { health: assessWebhooks(view), ...view }
}

const maxNamed = 20

/**
 * Adds the names that an operator needs to ask the account about an endpoint. Shows only the host of a URL,
 * because a URL may contain a secret.
 */
const nameEndpoints = (ctx: TxContext, endpoints: readonly webhooks.EndpointBacklog[]) =>
  Promise.all(
    endpoints.map(async ({ url, description, ...each }) => ({
      ...each,
      name: description === '' ? new URL(url).host : description,
      account_name: (await accounts.findAccount(ctx, each.account_id))?.name ?? each.account_id,
    })),
  )

async function readProcesses(
  ctx: TxContext,
  own: { version: string; commit: string },
): Promise<Part<'processes'>> {
  const reports = await listProcessReports(ctx)
  return reports.map(({ id, report, started_at, reported_at, age_seconds }) => {
    const is_silent = age_seconds > maxSilenceSeconds
    const view = { ...report, roles: [...report.roles], is_silent }
    return { id, health: assessProcess(view, own), ...view, started_at, reported_at }
  })
}

const isRunningWorker = ({ roles, is_silent }: Part<'processes'>[number]) =>
  roles.includes('worker') && !is_silent

async function readDatabase(
  ctx: TxContext,
  { db, config, schema }: SystemDeps,
): Promise<Part<'database'>> {
  const { major_version, ...server } = await facts.readServerFacts(ctx)
  const { state } = await schema(ctx)
  const view = {
    ...server,
    is_embedded: config.databaseUrl === undefined,
    migrations: { state, ...(await facts.readMigrationFacts(ctx)) },
    replica: await describeReplica(db),
    partitions: await facts.readPartitionFacts(ctx),
    backfills: await facts.readBackfillFacts(ctx),
  }
  return { health: assessDatabase(view, major_version), ...view }
}

const describeReplica = async ({ replica }: Database) =>
  replica === undefined
    ? null
    : { is_usable: await replica.isUsable(), lag_bytes: replica.lagBytes ?? null }

async function readWork(ctx: TxContext): Promise<Part<'work'>> {
  const oldest = {
    gifts: await findOldestDue(ctx, gifting.dueTimers),
    ...(await fulfilment.oldestDue(ctx)),
  }
  return Object.entries(oldest).map(([name, at]) => ({
    name,
    oldest_due_seconds: secondsSince(ctx.real_now, at),
  }))
}

const listCarriers = (config: Config): Part<'carriers'> =>
  [...shippingFromConfig(config).carriers.keys()].map((name) => ({
    name,
    is_default: name === config.carrier,
  }))

/**
 * Reads the free space of the disk of the embedded database. Returns null for another
 * server, whose disk is unknown.
 */
async function readStorage({ databaseUrl, dataDir }: Config): Promise<Part<'storage'> | null> {
  if (databaseUrl !== undefined) return null
  const disk = await statfs(dataDir).catch(() => undefined)
  if (disk === undefined) return null
  const view = { free_bytes: disk.bavail * disk.bsize, total_bytes: disk.blocks * disk.bsize }
  return { health: assessStorage(view), ...view }
}

async function readBackups(ctx: TxContext, { stage }: Config): Promise<Part<'backups'>> {
  const view = {
    last_backup_at: (await findLastBackup(ctx)) ?? null,
    ...(await facts.readArchiveFacts(ctx)),
  }
  return { health: assessBackups(view, stage, ctx.real_now), ...view }
}
