import type { TlsReason } from '#contract/tls-reasons'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { attemptedDeliveriesSql, hasArrivedSql } from './endpoint-health.ts'

/** Figures about the attempts of the last 24 hours. Only the newest deliveries count; `maxDeliveries` says how many. */
export interface EndpointStats {
  attempts: number
  failed: number
  p50_ms: number | null
  p95_ms: number | null
  last_failure: { at: Date; status: number | null; error: string | null } | null
  /** Whether the endpoint has more deliveries than the limit. */
  is_partial: boolean
}

/**
 * How many of the newest deliveries are read: `page` for one endpoint. The endpoints of a list share that number, with at
 * least `minPerEndpoint` each.
 */
const maxDeliveries = { page: 20_000, minPerEndpoint: 500 } as const

const newestAttemptsSql = (limit: number, endpoint_id = '$2') => `
  select a.started_at, a.duration_ms, case when ${hasArrivedSql} then 'ok' else a.outcome end as outcome, a.status, a.error, a.reason, a.detail
    from webhooks.endpoint e
   cross join lateral (${attemptedDeliveriesSql(limit, 2)}) d
    join webhooks.attempt a on a.account_id = e.account_id and a.delivery_id = d.id
   where e.account_id = $1 and e.id = ${endpoint_id}
     and a.started_at > $3::timestamptz - interval '1 day' and a.started_at <= $3::timestamptz`

/** Returns the statistics of these endpoints by id. Requires the real time in `ctx.now`. */
export async function getEndpointStats(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EndpointStats>> {
  const share = Math.floor(maxDeliveries.page / Math.max(1, ids.length))
  const limit = Math.max(maxDeliveries.minPerEndpoint, share)
  return computeStats(ctx, ids.filter(isId), limit)
}

/** Computes the statistics of all endpoints in one statement. */
async function computeStats(
  ctx: TxContext,
  ids: readonly string[],
  limit: number,
): Promise<Map<string, EndpointStats>> {
  const rows = await ctx.query<Omit<EndpointStats, 'is_partial'> & { endpoint_id: string }>(
    `select wanted.id as endpoint_id, s.* from unnest($2::uuid[]) as wanted (id) cross join lateral (
       with tried as materialized (${newestAttemptsSql(limit, 'wanted.id')})
       select count(*) as attempts, count(*) filter (where outcome <> 'ok') as failed,
              percentile_disc(0.5) within group (order by duration_ms) as p50_ms,
              percentile_disc(0.95) within group (order by duration_ms) as p95_ms,
              (select jsonb_build_object('at', started_at, 'status', status, 'error', error)
                 from tried where outcome <> 'ok' order by started_at desc limit 1) as last_failure
         from tried) s`,
    [ctx.account_id, ids, ctx.now],
  )
  return new Map(
    rows.map(({ endpoint_id, ...row }) => [
      endpoint_id,
      { ...row, is_partial: row.attempts >= limit },
    ]),
  )
}

/** The attempts of an endpoint in half an hour. */
interface HalfHour {
  from: Date
  ok: number
  failed: number
  p50_ms: number | null
  p95_ms: number | null
}

/** A cause of failed attempts. Lists are sorted by frequency. */
interface FailureCause {
  error: string | null
  reason: TlsReason | null
  detail: string | null
  status: number | null
  count: number
  last_at: Date
}

export interface EndpointDayStats extends EndpointStats {
  half_hours: HalfHour[]
  causes: FailureCause[]
  /** Number of events that were recorded for the endpoint in the last 24 hours, without tests. */
  events: number
}

/**
 * Returns the last 24 hours of one endpoint, the oldest half hour first. Half hours start at :00 and :30,
 * so the newest one is incomplete. Requires the real time in `ctx.now`.
 */
export async function getLast24Hours(ctx: TxContext, id: string): Promise<EndpointDayStats> {
  const values = [ctx.account_id, id, ctx.now]
  const until = new Date(Math.ceil(ctx.now.getTime() / halfHourMs) * halfHourMs)
  const buckets = await ctx.query<Omit<HalfHour, 'from'> & { half_hour: number }>(
    `select floor(extract(epoch from $3::timestamptz - started_at) / 1800)::int as half_hour,
            count(*) filter (where outcome = 'ok') as ok, count(*) filter (where outcome <> 'ok') as failed,
            percentile_disc(0.5) within group (order by duration_ms) as p50_ms,
            percentile_disc(0.95) within group (order by duration_ms) as p95_ms
       from (${newestAttemptsSql(maxDeliveries.page)}) tried group by 1`,
    [ctx.account_id, id, until],
  )
  const causes = await ctx.query<FailureCause>(
    `select error, reason, status, max(detail) as detail, count(*) as count, max(started_at) as last_at
       from (${newestAttemptsSql(maxDeliveries.page)}) tried where outcome <> 'ok' group by 1, 2, 3 order by 5 desc limit 5`,
    values,
  )
  const [recorded] = await ctx.query<{ events: number }>(
    `select count(*) as events from (select from webhooks.delivery
      where account_id = $1 and endpoint_id = $2 and id >= platform.uuid_floor($3::timestamptz - interval '1 day')
        and replay_of is null and not is_test limit ${maxDeliveries.page}) d`,
    values,
  )
  const summary = (await computeStats(ctx, [id], maxDeliveries.page)).get(id)
  if (summary === undefined) throw new Error('the summary statement returned no row')
  return { ...summary, causes, events: recorded?.events ?? 0, half_hours: fillGaps(buckets, until) }
}

const halfHourMs = 30 * 60_000
const halfHoursPerDay = 48

function fillGaps(
  buckets: readonly (Omit<HalfHour, 'from'> & { half_hour: number })[],
  until: Date,
): HalfHour[] {
  return Array.from({ length: halfHoursPerDay }, (_, index) => {
    const half_hour = halfHoursPerDay - 1 - index
    const match = buckets.find((bucket) => bucket.half_hour === half_hour)
    const { ok = 0, failed = 0, p50_ms = null, p95_ms = null } = match ?? {}
    return {
      from: new Date(until.getTime() - (half_hour + 1) * halfHourMs),
      ok,
      failed,
      p50_ms,
      p95_ms,
    }
  })
}
