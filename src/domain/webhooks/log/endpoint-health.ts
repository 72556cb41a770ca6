import type { healthStates } from '#contract/endpoint-app-members'
import type { TxContext } from '#platform/postgres/database'
import { queueStates } from '../events/tables.ts'

/*
 * The health of an endpoint. The endpoint list, the endpoint page, the overview, the admin alerts and the
 * metric all use this definition.
 *
 * Attempts decide, because a delivery ends only after hours: the attempts of the last 15 minutes; if
 * there are too few, those of the last hour, then those of the last day. Without any attempt in a day,
 * the last ended deliveries decide.
 */

export type HealthState = (typeof healthStates)[number]

/** The sampled attempts: the newest of the time span, at most `maxSampledAttempts`. */
export interface AttemptSample {
  /** The time span in minutes; null without an attempt in the last day. */
  minutes: 15 | 60 | 1_440 | null
  attempts: number
  failed: number
  /** Time of the first failure after the last success; null when the last attempt succeeded. */
  failing_since: Date | null
  /** Number of successful attempts after the last failure. */
  consecutive_successes: number
}

/** The facts about an endpoint besides its attempts. */
export interface HealthFacts {
  enabled: boolean
  /** Number of open deliveries that are not parked. */
  pending: number
  /** Successes among the last hundred ended deliveries. */
  recent_delivered: number
  recent_abandoned: number
}

/** Minimum number of attempts for an outage; with fewer, a single failure could be a hundred per cent. */
const minAttempts = 5
const maxSampledAttempts = 100
/** Maximum number of sampled deliveries, so that the cost does not grow with the traffic. */
const maxSampledDeliveries = 200

export function classifyHealth(facts: HealthFacts, sample: AttemptSample): HealthState {
  const { attempts, failed, consecutive_successes } = sample
  if (!facts.enabled) return 'disabled'
  if (attempts === 0) return classifyByEnded(facts)
  if (failed === 0) return 'healthy'
  if (consecutive_successes >= minAttempts)
    return failed * 20 <= attempts ? 'healthy' : 'recovering'
  return attempts >= minAttempts && failed * 2 >= attempts ? 'failing' : 'degraded'
}

function classifyByEnded({ pending, recent_delivered: good, recent_abandoned: bad }: HealthFacts) {
  if (good + bad === 0) return pending > 0 ? 'starting' : 'idle'
  if (bad === 0) return 'healthy'
  return bad > good ? 'failing' : 'degraded'
}

const inSpanSql = (minutes: number) => `t.started_at > now() - interval '${minutes} minutes'`
const spanCountsSql = (minutes: number) => `
  count(*) filter (where ${inSpanSql(minutes)})::int as attempts_${minutes},
  (count(*) filter (where ${inSpanSql(minutes)} and not t.has_arrived))::int as failed_${minutes}`

/**
 * Selects the newest attempted deliveries of endpoint `e`. Deliveries are attempted in the order of their
 * ids, so the query skips those after the first delivery without an attempt: a slow endpoint has many of
 * them. Retries belong to older deliveries, so they are selected from the queue.
 */
export const attemptedDeliveriesSql = (limit: number, days: number) => `
  (select d.id from webhooks.delivery d
    where d.account_id = e.account_id and d.endpoint_id = e.id
      and d.id > platform.uuid_floor(now() - interval '${days} days')
      and d.id < coalesce((select q.id from webhooks.delivery_queue q
            where q.endpoint_id = e.id and q.state in (${queueStates.ready}, ${queueStates.readySlow}) and q.lease_token is null and q.attempt = 0
            order by q.id limit 1), 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
    order by d.id desc limit ${limit})
  union
  (select q.id from webhooks.delivery_queue q
    where q.account_id = e.account_id and q.endpoint_id = e.id
      and q.state in (${queueStates.waiting}, ${queueStates.readyRetry})
    order by q.id desc limit ${limit})`

/** A late result, received after its lease was lost, also shows whether the receiver accepted the event. */
export const hasArrivedSql =
  "(a.outcome = 'ok' or a.outcome = 'late' and coalesce(a.status between 200 and 299, false))"

/**
 * Joins the sample to a query of endpoints `e`. Uses database time, because a test clock does not affect
 * attempts.
 */
export const sampleJoinSql = `
  cross join lateral (
    select ${[15, 60, 1_440].map(spanCountsSql).join(',')},
           max(t.started_at) filter (where t.has_arrived) as last_arrived_at,
           min(t.started_at) filter (where not t.has_arrived and t.arrived_after = 0) as failing_since,
           (count(*) filter (where t.has_arrived and t.failed_after = 0))::int as consecutive_successes
      from (select a.*, count(*) filter (where a.has_arrived) over newer as arrived_after,
                   count(*) filter (where not a.has_arrived) over newer as failed_after
              from (select a.started_at, ${hasArrivedSql} as has_arrived
                      from (${attemptedDeliveriesSql(maxSampledDeliveries, 3)}) d
                      join webhooks.attempt a on a.account_id = e.account_id and a.delivery_id = d.id
                     where a.started_at > now() - interval '1 day'
                     order by a.started_at desc limit ${maxSampledAttempts}) a
            window newer as (order by a.started_at desc, a.has_arrived desc)) t) s`

export interface AttemptSampleRow {
  attempts_15: number
  failed_15: number
  attempts_60: number
  failed_60: number
  attempts_1440: number
  failed_1440: number
  last_arrived_at: Date | null
  failing_since: Date | null
  consecutive_successes: number
}

export const sampleColumnsSql = `s.attempts_15, s.failed_15, s.attempts_60, s.failed_60, s.attempts_1440,
  s.failed_1440, s.last_arrived_at, s.failing_since, s.consecutive_successes`

/**
 * Chooses the shortest span with `minAttempts`, or else the shortest span with as many attempts as the
 * last day.
 */
export function toAttemptSample(row: AttemptSampleRow): AttemptSample {
  const { failing_since, consecutive_successes } = row
  const spans = [
    { minutes: 15, attempts: row.attempts_15, failed: row.failed_15 },
    { minutes: 60, attempts: row.attempts_60, failed: row.failed_60 },
    { minutes: 1_440, attempts: row.attempts_1440, failed: row.failed_1440 },
  ] as const
  const sample =
    spans.find(({ attempts }) => attempts >= minAttempts) ??
    spans.find(({ attempts }) => attempts === row.attempts_1440) ??
    spans[2]
  if (sample.attempts === 0)
    return { minutes: null, attempts: 0, failed: 0, failing_since: null, consecutive_successes: 0 }
  return { ...sample, failing_since, consecutive_successes }
}

/** The health of an endpoint, with its evidence. */
export interface EndpointHealth extends AttemptSample {
  state: HealthState
  pending: number
  /** Number of pending deliveries that failed before and wait for their next attempt. */
  retrying: number
  parked: number
  oldest_pending_at: Date | null
  last_delivered_at: Date | null
  recent_delivered: number
  recent_abandoned: number
}

interface HealthRow extends AttemptSampleRow, HealthFacts {
  retrying: number
  parked: number
  oldest_pending_at: Date | null
  last_ended_at: Date | null
}

/** Returns the health of endpoints of an account by id, with one statement for all endpoints. */
export async function readHealth(
  ctx: TxContext,
  account_id: string,
  ids: readonly string[],
): Promise<Map<string, EndpointHealth>> {
  const rows = await ctx.query<HealthRow & { id: string }>(
    `select e.id, e.enabled, ${sampleColumnsSql}, w.*, r.*
       from webhooks.endpoint e ${sampleJoinSql} cross join lateral (${queueCountsSql}) w cross join lateral (${recentlyEndedSql}) r
      where e.account_id = $1 and e.id = any ($2::uuid[])`,
    [account_id, ids],
  )
  return new Map(rows.map((row) => [row.id, toEndpointHealth(row)]))
}

function toEndpointHealth(row: HealthRow): EndpointHealth {
  const sample = toAttemptSample(row)
  const { pending, retrying, parked, oldest_pending_at, recent_delivered, recent_abandoned } = row
  const last_delivered_at = row.last_arrived_at ?? row.last_ended_at
  return {
    state: classifyHealth(row, sample),
    ...sample,
    failing_since: adjustFailingSince(sample, oldest_pending_at, last_delivered_at),
    pending,
    retrying,
    parked,
    oldest_pending_at,
    last_delivered_at,
    recent_delivered,
    recent_abandoned,
  }
}

/**
 * Corrects the start of an outage. Under heavy traffic the sample covers only a short time; a delivery
 * that has waited since the last success shows an earlier start.
 */
function adjustFailingSince(
  { failing_since }: AttemptSample,
  oldestPendingAt: Date | null,
  lastDeliveredAt: Date | null,
) {
  if (failing_since === null || oldestPendingAt === null) return failing_since
  const isOfThisOutage =
    oldestPendingAt < failing_since &&
    (lastDeliveredAt === null || oldestPendingAt > lastDeliveredAt)
  return isOfThisOutage ? oldestPendingAt : failing_since
}

const queueCountsSql = `
  select count(*) filter (where state <> ${queueStates.parked}) as pending,
         count(*) filter (where state = ${queueStates.waiting}) as retrying,
         count(*) filter (where state = ${queueStates.parked}) as parked,
         webhooks.uuid_timestamp((array_agg(q.id order by q.id) filter (where state <> ${queueStates.parked}))[1]) as oldest_pending_at
    from webhooks.delivery_queue q where q.account_id = e.account_id and q.endpoint_id = e.id`

/** Counts the last hundred ended deliveries. */
const recentlyEndedSql = `
  select max(started_at) as last_ended_at, count(*) filter (where is_delivered) as recent_delivered,
         count(*) filter (where not is_delivered) as recent_abandoned
    from (select d.abandoned_at is null as is_delivered, a.started_at
            from webhooks.delivery d
            left join webhooks.delivery_queue q
              on q.account_id = d.account_id and q.endpoint_id = d.endpoint_id and q.id = d.id
            left join webhooks.attempt a
              on a.account_id = d.account_id and a.delivery_id = d.id and a.outcome = 'ok'
           where d.account_id = e.account_id and d.endpoint_id = e.id and q.id is null and d.filtered_at is null
           order by d.id desc limit 100) recent`
