import type { TxContext } from '#platform/postgres/database'
import { queueStates } from '../events/tables.ts'
import { attemptedDeliveriesSql, hasArrivedSql } from './endpoint-health.ts'

/*
 * First attempts that wait, and why. An endpoint that is limited, fails, or answers late makes its own deliveries wait, and another worker
 * does not help. All other waiting deliveries show that the service is behind.
 */

type BacklogCause = 'unanswered' | 'failing' | 'slow' | 'limited'

/** An endpoint that makes its own first attempts wait. */
export interface EndpointBacklog {
  account_id: string
  endpoint_id: string
  url: string
  description: string
  cause: BacklogCause
  /** Number of its first attempts that could be made now, up to `maxScanned.deliveries`. */
  waiting: number
  oldest_seconds: number
}

export interface Backlog {
  /** Age in seconds of the oldest first attempt that waits for the service and not for its endpoint; 0 without one. */
  oldest_seconds: number
  /** The endpoints whose deliveries wait for a reason of the endpoint, such as slow responses. The longest wait is first. */
  endpoints: EndpointBacklog[]
}

/** Maximum numbers of scanned rows, so that the cost does not grow with the traffic. */
const maxScanned = { endpoints: 10_000, late: 500, deliveries: 10_000, attempts: 20 } as const

/** A wait below this age needs no explanation. */
const lateSeconds = 30
/** An endpoint without an attempt in this time waits for the service: for example, no worker runs. */
const recentMinutes = 5
/** The average duration of attempts from which the endpoint is the cause of the wait. */
const slowMs = 1_000

/** Requires a transaction for ALL_ACCOUNTS. */
export async function readBacklog(ctx: TxContext): Promise<Backlog> {
  const oldest = await ctx.query<{ endpoint_id: string; seconds: number }>(oldestByEndpointSql, [
    ctx.now,
  ])
  const late = oldest.filter(({ seconds }) => seconds > lateSeconds).slice(0, maxScanned.late)
  const facts = late.length === 0 ? [] : await readFacts(ctx, late)
  const endpoints = facts.flatMap(
    ({ attempts, unanswered, failed, average_ms, limit, ...each }) => {
      const cause = findCause({ attempts, unanswered, failed, average_ms, limit })
      return cause === undefined ? [] : [{ ...each, cause }]
    },
  )
  const explained = new Set(endpoints.map(({ endpoint_id }) => endpoint_id))
  const unexplained = oldest.find(({ endpoint_id }) => !explained.has(endpoint_id))
  return { oldest_seconds: unexplained?.seconds ?? 0, endpoints }
}

interface Evidence {
  attempts: number
  unanswered: number
  failed: number
  average_ms: number
  limit: number | null
}

function findCause({
  attempts,
  unanswered,
  failed,
  average_ms,
  limit,
}: Evidence): BacklogCause | undefined {
  if (attempts === 0) return undefined
  if (unanswered * 2 >= attempts) return 'unanswered'
  if (failed * 2 >= attempts) return 'failing'
  if (average_ms >= slowMs) return 'slow'
  return limit === null ? undefined : 'limited'
}

const isReady = `q.state = ${queueStates.ready} and q.lease_token is null`

/** Steps from endpoint to endpoint along the partial index of the lane. Longest wait first. */
const oldestByEndpointSql = `
  with recursive step (endpoint_id, n) as (
    (select q.endpoint_id, 1 from webhooks.delivery_queue q where ${isReady} order by q.endpoint_id limit 1)
    union all
    select (select q.endpoint_id from webhooks.delivery_queue q
             where ${isReady} and q.endpoint_id > step.endpoint_id order by q.endpoint_id limit 1), step.n + 1
      from step where step.endpoint_id is not null and step.n < ${maxScanned.endpoints}
  )
  select step.endpoint_id,
         greatest(0, extract(epoch from $1::timestamptz - webhooks.uuid_timestamp(first.id)))::float8 as seconds
    from step cross join lateral (
      select q.id from webhooks.delivery_queue q
       where ${isReady} and q.endpoint_id = step.endpoint_id order by q.id limit 1) first
   order by seconds desc`

interface FactsRow extends Evidence, Omit<EndpointBacklog, 'cause'> {}

/** Uses database time for attempts, because a test clock does not affect them. */
const readFacts = (ctx: TxContext, late: readonly { endpoint_id: string; seconds: number }[]) =>
  ctx.query<FactsRow>(
    `select e.account_id, e.id as endpoint_id, e.url, e.description, e.max_per_second as limit, s.*, w.waiting,
            late.seconds as oldest_seconds
       from unnest($1::uuid[], $2::float8[]) as late (endpoint_id, seconds)
       join webhooks.endpoint e on e.id = late.endpoint_id
      cross join lateral (
        select count(*)::int as attempts, count(*) filter (where not t.has_arrived and t.status is null)::int as unanswered,
               count(*) filter (where not t.has_arrived)::int as failed, coalesce(avg(t.duration_ms), 0)::float8 as average_ms
          from (select a.status, a.duration_ms, ${hasArrivedSql} as has_arrived
                  from (${attemptedDeliveriesSql(maxScanned.attempts, 3)}) d
                  join webhooks.attempt a on a.account_id = e.account_id and a.delivery_id = d.id
                 where a.started_at > now() - interval '${recentMinutes} minutes'
                 order by a.started_at desc limit ${maxScanned.attempts}) t) s
      cross join lateral (
        select count(*)::int as waiting from (
          select from webhooks.delivery_queue q where ${isReady} and q.endpoint_id = e.id limit ${maxScanned.deliveries}) q) w
      order by late.seconds desc`,
    [late.map(({ endpoint_id }) => endpoint_id), late.map(({ seconds }) => seconds)],
  )
