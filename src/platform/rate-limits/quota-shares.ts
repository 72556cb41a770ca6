import { randomUUID } from 'node:crypto'
import type { QuotaDivision, RateLimitKeys } from '../lib/rate-limiter.ts'
import { ALL_ACCOUNTS, type Database, inTransaction, type TxContext } from '../postgres/database.ts'
import { deleteSome } from '../postgres/table.ts'

/** Divides the quota of each client between the processes that get requests of the client. */
export interface QuotaShares extends QuotaDivision {
  /** Reports the usage of this process now, and reads the usage of the other processes. */
  sync(): Promise<void>
  stop(): void
}

export interface QuotaSharesOptions {
  db: Database
  /** The name of the limit. Each limit has its own counters. */
  name: string
  /**
   * The points per second from which a report is useful. Clients below it cannot reach their limit together.
   */
  minReportedPerSecond: number
  onError: (error: unknown) => void
  /** The milliseconds between two reports. If it is 0, only `sync` reports. */
  intervalMs?: number
  /** Returns the milliseconds of a clock that never jumps. */
  now?: () => number
}

/** The usage of a client as one process knows it, in points per second. */
interface Usage {
  key: RateLimitKeys
  /** The number of points that clients requested since the last report. */
  requestedPoints: number
  allowedPoints: number
  /** The smoothed rate of requested points, so that a client does not lose its share in short pauses. */
  requested: number
  othersRequested: number
  othersAllowed: number
}

/**
 * The factor by which the smoothed rate follows a falling rate at each report. After ten reports, the
 * smoothed rate contains less than 3 % of the old rate.
 */
const decay = 0.7
/** The part of the quota of a process that is new to a client, until the process has reported. */
const minShare = 0.05
/** The maximum number of clients in a report. The report contains the busiest clients. */
const maxReported = 2_000
const staleAfter = '5 seconds'

/**
 * Creates the quota shares of one process. Each process reports once a second, in one statement, how many
 * points its clients requested and how many it allowed. It also reads the sums of the other processes. It
 * then allows what the others do not use, and at least its part of the requests.
 *
 * The limit therefore applies to all processes together after a second, and a client that uses
 * only one process has the whole quota in that process. Without a database, each process
 * continues with its last share.
 */
export function createQuotaShares(options: QuotaSharesOptions): QuotaShares {
  const { db, name, minReportedPerSecond, onError, intervalMs = 1_000 } = options
  const now = options.now ?? (() => performance.now())
  const node_id = randomUUID()
  const usages = new Map<string, Usage>()
  let lastReport = now()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function schedule() {
    if (intervalMs === 0 || isStopped || timer !== undefined) return
    timer = setTimeout(async () => {
      await sync().catch(onError)
      timer = undefined
      if (usages.size > 0) schedule()
    }, intervalMs).unref()
  }

  async function sync(): Promise<void> {
    const reportedAt = now()
    const seconds = Math.max(0.001, (reportedAt - lastReport) / 1000)
    lastReport = reportedAt
    const reports = closeInterval(usages, seconds, minReportedPerSecond)
    if (reports.length === 0) return
    const others = await exchange(db, name, node_id, reports)
    for (const [index, { usage }] of reports.entries()) {
      usage.othersRequested = others[index]?.requested ?? 0
      usage.othersAllowed = others[index]?.allowed ?? 0
    }
  }

  return {
    record(key, points, isAllowed) {
      const usage = findOrAdd(usages, key)
      usage.requestedPoints += points
      if (isAllowed) usage.allowedPoints += points
      schedule()
    },
    localQuota: (key, quota, windowSeconds) =>
      computeLocalQuota(usages.get(toId(key)), quota, windowSeconds),
    sync,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

const toId = ({ account, client }: RateLimitKeys) => `${account} ${client}`

function findOrAdd(usages: Map<string, Usage>, key: RateLimitKeys): Usage {
  const existing = usages.get(toId(key))
  if (existing !== undefined) return existing
  const counts = { requestedPoints: 0, allowedPoints: 0, requested: 0 }
  const usage = { key, ...counts, othersRequested: 0, othersAllowed: 0 }
  usages.set(toId(key), usage)
  return usage
}

/**
 * Computes the quota of this process: what the other processes leave, and at least this
 * process's part of the requests.
 */
function computeLocalQuota(usage: Usage | undefined, quota: number, windowSeconds: number): number {
  if (usage === undefined || usage.othersRequested === 0) return quota
  const { requested, othersRequested, othersAllowed } = usage
  const share = Math.max(minShare, requested / (requested + othersRequested))
  return Math.max(share * quota, quota - othersAllowed * windowSeconds)
}

interface Report {
  usage: Usage
  requested: number
  allowed: number
}

/**
 * Starts a new interval. Returns the reports of the previous interval, the busiest clients
 * first, and forgets idle clients.
 */
function closeInterval(usages: Map<string, Usage>, seconds: number, minReported: number): Report[] {
  const reports: Report[] = []
  for (const [id, usage] of usages) {
    const before = usage.requested
    usage.requested = Math.max(usage.requestedPoints / seconds, before * decay)
    const allowed = usage.allowedPoints / seconds
    usage.requestedPoints = 0
    usage.allowedPoints = 0
    // includes the last report of a client, which says that the client is idle
    if (Math.max(before, usage.requested) >= minReported)
      reports.push({ usage, requested: usage.requested, allowed })
    else if (usage.requested < minReported * decay) usages.delete(id)
  }
  return reports.sort((a, b) => b.requested - a.requested).slice(0, maxReported)
}

/** Stores the reports. Returns the sums of the other processes in the same order. */
async function exchange(db: Database, name: string, node_id: string, reports: readonly Report[]) {
  return inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ requested: number; allowed: number }>(exchangeSql, [
      name,
      node_id,
      reports.map(({ usage }) => usage.key.account),
      reports.map(({ usage }) => usage.key.client),
      reports.map(({ requested }) => requested),
      reports.map(({ allowed }) => allowed),
    ]),
  )
}

const exchangeSql = `
  with reported as (
    select * from unnest($3::uuid[], $4::text[], $5::real[], $6::real[])
      with ordinality as r (account_id, client, requested, allowed, position)
  ), stored as (
    insert into platform.rate_limit_usage
      (account_id, limit_name, client, node_id, requested, allowed, reported_at)
    select account_id, $1, client, $2, requested, allowed, clock_timestamp()
      from reported order by account_id, client
    on conflict (account_id, limit_name, client, node_id) do update
      set requested = excluded.requested, allowed = excluded.allowed, reported_at = excluded.reported_at
  )
  select coalesce(sum(u.requested), 0)::real as requested, coalesce(sum(u.allowed), 0)::real as allowed
    from reported r left join platform.rate_limit_usage u
      on u.account_id = r.account_id and u.limit_name = $1 and u.client = r.client and u.node_id <> $2
         and u.reported_at > clock_timestamp() - interval '${staleAfter}'
   group by r.position order by r.position`

/** Deletes reports of processes that have ended, a thousand at a time. Returns the number of deleted rows. */
export const deleteOldUsage = (ctx: TxContext): Promise<number> =>
  deleteSome(
    ctx,
    'platform.rate_limit_usage',
    1000,
    `reported_at < clock_timestamp() - interval '1 hour'`,
  )
