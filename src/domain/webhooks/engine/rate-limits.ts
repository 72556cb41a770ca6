import type { TxContext } from '#platform/postgres/database'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { ConcurrencyLimiter } from './concurrency-limits.ts'
import type { Destination, Unsignable } from './destinations.ts'

/*
 * Rate limits of endpoints. If an endpoint has a limit of n per second, its attempts start at least 1/n
 * seconds apart, over all workers. A worker reserves the times of its attempts in the database, in the
 * transaction of the claim (a virtual scheduling algorithm, like GCRA without bursts). Deliveries without a
 * near time return to the queue, and the worker does not claim from the endpoint before the next free time.
 * For endpoints without a limit, the cost is one comparison per claimed row.
 *
 * A token bucket in each worker would depend on the number of workers, which changes. A limit in the claim
 * statement would fail if two claims read the same row at the same instant.
 */

/**
 * The milliseconds for which a claim reserves times in advance. The value is above the poll interval, so that
 * no time remains unused.
 */
const horizonMs = 500

/**
 * The maximum milliseconds between now and a reservation. A later reservation comes from a clock that has
 * moved back.
 */
const maxAheadMs = 2_500

/** The rows that may be sent, and the times for it. */
export interface PacedClaim {
  rows: readonly ClaimedDelivery[]
  /** The milliseconds until the attempt of a delivery may start, by the id of the delivery. */
  delays: ReadonlyMap<string, number>
  /**
   * The endpoints that have no free time within the horizon, and the milliseconds until their next free time.
   */
  pauses: readonly { endpoint_id: string; account_id: string; ms: number }[]
}

interface Reservation {
  endpoint_id: string
  slots: number
  /** The milliseconds until the first reserved slot. */
  delay_ms: number
  /** The milliseconds until the next free slot. */
  next_ms: number
}

/**
 * Reserves times for the rows of limited endpoints. Returns rows without a time to the queue, and does not
 * count their attempt.
 */
export async function reserveSlots(
  ctx: TxContext,
  rows: readonly ClaimedDelivery[],
  destinations: ReadonlyMap<string, Destination | Unsignable>,
  token: string,
): Promise<PacedClaim> {
  const limited = groupLimited(rows, destinations)
  if (limited.size === 0) return { rows, delays: noDelays, pauses: [] }
  const reservations = await reserve(ctx, limited)
  const delays = new Map<string, number>()
  const returned = new Set<ClaimedDelivery>()
  const pauses: PacedClaim['pauses'][number][] = []
  for (const { endpoint_id, slots, delay_ms, next_ms } of reservations) {
    const group = limited.get(endpoint_id)
    if (group === undefined) continue
    for (const [index, row] of group.rows.entries())
      if (index < slots) delays.set(row.id, delay_ms + (index * 1_000) / group.perSecond)
      else returned.add(row)
    const ms = next_ms - horizonMs
    if (ms > 0) pauses.push({ endpoint_id, account_id: group.account_id, ms })
  }
  returnToQueue(ctx, [...returned], token)
  return { rows: rows.filter((row) => !returned.has(row)), delays, pauses }
}

/** Deletes the reservations of an endpoint. */
export const deleteRate = (ctx: TxContext, account_id: string, endpoint_id: string): void =>
  ctx.enqueue('delete from webhooks.endpoint_rate where account_id = $1 and endpoint_id = $2', [
    account_id,
    endpoint_id,
  ])

const noDelays: ReadonlyMap<string, number> = new Map()

interface LimitedRows {
  account_id: string
  perSecond: number
  /** The waiting deliveries of an endpoint, oldest first. */
  rows: ClaimedDelivery[]
}

const noGroups: ReadonlyMap<string, LimitedRows> = new Map()

function groupLimited(
  rows: readonly ClaimedDelivery[],
  destinations: ReadonlyMap<string, Destination | Unsignable>,
): ReadonlyMap<string, LimitedRows> {
  let groups: Map<string, LimitedRows> | undefined
  for (const row of rows) {
    const destination = destinations.get(row.endpoint_id)
    if (destination === undefined || 'signing_error' in destination) continue
    const { max_per_second: perSecond } = destination
    if (perSecond === null || !row.enabled) continue
    groups ??= new Map()
    const group = groups.get(row.endpoint_id)
    if (group !== undefined) group.rows.push(row)
    else groups.set(row.endpoint_id, { account_id: row.account_id, perSecond, rows: [row] })
  }
  if (groups === undefined) return noGroups
  for (const { rows: each } of groups.values()) each.sort((a, b) => (a.id < b.id ? -1 : 1))
  return groups
}

/**
 * Reserves times for the rows of each limited endpoint. All statements lock the rows in the order of the
 * endpoints, to avoid deadlocks.
 */
function reserve(
  ctx: TxContext,
  limited: ReadonlyMap<string, LimitedRows>,
): Promise<Reservation[]> {
  const groups = [...limited].sort(([one], [other]) => (one < other ? -1 : 1))
  const accountIds = groups.map(([, { account_id }]) => account_id)
  const endpointIds = groups.map(([id]) => id)
  ctx.enqueue(
    `insert into webhooks.endpoint_rate (account_id, endpoint_id, next_at)
     select account_id, endpoint_id, '-infinity' from unnest($1::uuid[], $2::uuid[]) as r (account_id, endpoint_id)
     on conflict do nothing`,
    [accountIds, endpointIds],
  )
  return ctx.query<Reservation>(
    `with locked as materialized (
       select r.account_id, r.endpoint_id, w.requested, w.per_second, clock.at,
              case when r.next_at > clock.at + $6 * interval '1 millisecond' then clock.at
                   else greatest(r.next_at, clock.at) end as first_at
         from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[]) as w (account_id, endpoint_id, requested, per_second)
         join webhooks.endpoint_rate r on r.account_id = w.account_id and r.endpoint_id = w.endpoint_id
        cross join lateral (select clock_timestamp() as at) clock
        order by r.endpoint_id for update of r
     ), reserved as (
       select *, least(requested, greatest(0, 1 + floor(
                extract(epoch from at + $5 * interval '1 millisecond' - first_at) * per_second)))::int as slots
         from locked
     )
     update webhooks.endpoint_rate r
        set next_at = first_at + slots * interval '1 second' / per_second
       from reserved s
      where r.account_id = s.account_id and r.endpoint_id = s.endpoint_id
     returning r.endpoint_id, slots, (extract(epoch from first_at - at) * 1000)::float8 as delay_ms,
               (extract(epoch from r.next_at - at) * 1000)::float8 as next_ms`,
    [
      accountIds,
      endpointIds,
      groups.map(([, { rows }]) => rows.length),
      groups.map(([, { perSecond }]) => perSecond),
      horizonMs,
      maxAheadMs,
    ],
  )
}

/** Returns claimed rows to the queue, and does not count their attempt. */
export function returnToQueue(
  ctx: TxContext,
  rows: readonly ClaimedDelivery[],
  token: string,
): void {
  if (rows.length === 0) return
  ctx.enqueue(
    `update webhooks.delivery_queue q set attempt = q.attempt - 1, lease_token = null
       from unnest($1::tid[]) as r (row_ctid) where q.ctid = r.row_ctid and q.lease_token = $2`,
    [rows.map(({ row_ctid }) => row_ctid), token],
  )
}

const maxTracked = 10_000

/**
 * Creates the pacer, which starts attempts at their times. If a process was stopped for a while, its late
 * attempts start 1/n seconds apart and not all together.
 */
export function createPacer(limiter: Pick<ConcurrencyLimiter, 'schedule'>) {
  const nextByEndpoint = new Map<string, number>()

  function run(
    { endpoint_id, account_id }: Pick<ClaimedDelivery, 'endpoint_id' | 'account_id'>,
    { perSecond, delayMs }: Pace,
    send: () => void,
  ): void {
    const starts = limiter.schedule(endpoint_id, account_id)
    const at = performance.now() + delayMs
    const fire = () => {
      const now = performance.now()
      const next = Math.max(at, nextByEndpoint.get(endpoint_id) ?? 0)
      if (next > now) return void setTimeout(fire, next - now)
      nextByEndpoint.delete(endpoint_id)
      if (nextByEndpoint.size >= maxTracked)
        nextByEndpoint.delete(nextByEndpoint.keys().next().value ?? '')
      nextByEndpoint.set(endpoint_id, now + 1_000 / perSecond)
      starts()
      send()
    }
    fire()
  }

  return { run }
}

/** The rule for the start of an attempt to a limited endpoint. */
export interface Pace {
  perSecond: number
  /** The milliseconds until the next delivery is allowed. */
  delayMs: number
}
