import type { EventType } from '#contract'
import type { Work } from '#platform/postgres'
import { queued } from './tables.ts'

/** A delivery that this worker may now attempt once. */
export interface Claimed {
  account_id: string
  endpoint_id: string
  id: string
  /** Where the row lies, and stays for as long as it is leased. */
  place: string
  event_id: string
  event_type: EventType
  payload_version: string
  /** The number of this attempt; it counts from here on, whatever happens. */
  attempt: number
  /** Of the endpoint, as it is now. */
  generation: number
  enabled: boolean
  deleted: boolean
  /** Null when it was erased or is older than what is kept. */
  body: Buffer | null
}

export type Lane = 'fresh' | 'late'

export interface ClaimRequest {
  /** The last endpoint served; the claim begins after it. */
  after: string
  /** Rows at most. */
  free: number
  /** What each endpoint may have in flight, and what those that have some may still take. */
  perEndpoint: number
  endpoints: Room
  /** The same for accounts. */
  perAccount: number
  accounts: Room
  token: string
  lease_seconds: number
}

export interface Room {
  ids: string[]
  left: number[]
}

export interface ClaimResult {
  rows: Claimed[]
  /** Where the next claim begins. */
  after: string
  /** Whether there is nothing to claim behind `after`. */
  wrapped: boolean
  /** Endpoints with something ready that were looked at. */
  seen: number
}

export const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Endpoints that one claim looks at: its cost follows them, not the number of rows that wait. Looking
 * costs about as much as claiming, so a claim rather takes a few rows from each and comes round again.
 */
function windowFor({ free, endpoints }: ClaimRequest): number {
  const full = endpoints.left.filter((left) => left === 0).length
  return Math.min(100, Math.max(16, Math.ceil(free / 4)) + full)
}

/**
 * Claims fairly: walks from endpoint to endpoint along the partial index of its lane, and takes from
 * each an equal share of the free slots within what it has room for. Rows that others are claiming are
 * skipped; a row that is locked stays in its place, so that the place is the quickest way back to it. Rows of a disabled endpoint are parked instead, and no attempt is spent on them.
 */
export const claiming = (state: number) => `
  with recursive step (endpoint_id, n) as (
    (select endpoint_id, 1 from webhooks.delivery_queue
      where state = ${state} and endpoint_id > $1 order by endpoint_id limit 1)
    union all
    select (select q.endpoint_id from webhooks.delivery_queue q
             where q.state = ${state} and q.endpoint_id > step.endpoint_id
             order by q.endpoint_id limit 1), step.n + 1
      from step where step.endpoint_id is not null and step.n < $11::int
  ), open as (
    select endpoint_id, n, room from (
      select endpoint_id, n, coalesce(($5::int[])[array_position($4::uuid[], endpoint_id)], $3::int) as room
        from step where endpoint_id is not null) each
     where room > 0 order by n limit $2::int
  ), share as (
    select greatest(1, $2 / greatest(count(*), 1)) as rows, count(*) as endpoints from open
  ), candidate as materialized (
    select q.account_id, q.endpoint_id, q.place
      from open cross join lateral (
        select account_id, endpoint_id, ctid as place from webhooks.delivery_queue
         where state = ${state} and endpoint_id = open.endpoint_id
         order by id limit least(open.room, (select rows from share)) for update skip locked) q
  ), allowed as (
    select account_id, endpoint_id, place from (
      select *, row_number() over (partition by account_id) as nth from candidate) each
     where nth <= coalesce(($8::int[])[array_position($7::uuid[], account_id)], $6::int)
  ), claimed as (
    update webhooks.delivery_queue q
       set state = case when e.enabled or e.deleted_at is not null then ${queued.leased} else ${queued.parked} end,
           attempt = q.attempt + e.enabled::int,
           lease_token = case when e.enabled or e.deleted_at is not null then $9::uuid end,
           lease_until = now() + make_interval(secs => $10::float8)
      from allowed a join webhooks.endpoint e on e.account_id = a.account_id and e.id = a.endpoint_id
     where q.ctid = a.place
    returning q.account_id, q.endpoint_id, q.id, q.ctid as place, q.event_id, q.event_type, q.payload_version, q.attempt,
      e.generation, e.enabled, e.deleted_at is not null as deleted
  )
  select walk.*, c.*, b.body
    from (
      select (select count(endpoint_id) from step) as seen,
             (select endpoints from share) = $2 as is_full,
             (select endpoint_id from open order by n desc limit 1) as last_served,
             (select endpoint_id from step where endpoint_id is not null order by n desc limit 1) as last_seen,
             (select count(*) filter (where endpoint_id is not null) from step) = $11 as goes_on
    ) walk
    left join (claimed c left join webhooks.event_body b
        on b.account_id = c.account_id and b.event_id = c.event_id and b.payload_version = c.payload_version
       and c.enabled) on true`

const statements = { fresh: claiming(queued.ready), late: claiming(queued.readyLate) }

interface Row extends Partial<Claimed> {
  seen: number
  is_full: boolean
  goes_on: boolean
  last_served: string | null
  last_seen: string | null
}

export async function claim(work: Work, lane: Lane, wanted: ClaimRequest): Promise<ClaimResult> {
  steady(work)
  const rows = await work.query<Row>(statements[lane], [
    wanted.after,
    wanted.free,
    wanted.perEndpoint,
    wanted.endpoints.ids,
    wanted.endpoints.left,
    wanted.perAccount,
    wanted.accounts.ids,
    wanted.accounts.left,
    wanted.token,
    wanted.lease_seconds,
    windowFor(wanted),
  ])
  const [walk] = rows
  if (walk === undefined) throw new Error('a claim answers at least how far it looked')
  const last = walk.is_full ? walk.last_served : walk.last_seen
  const goesOn = walk.is_full || walk.goes_on
  return {
    rows: rows.filter((row): row is Row & Claimed => row.id !== undefined && row.id !== null),
    after: goesOn ? (last ?? beforeAll) : beforeAll,
    wrapped: !goesOn,
    seen: walk.seen,
  }
}

/**
 * Plans of these statements are made once and kept, maybe when the queue was empty. They must be good
 * when it holds a million rows, so the planner is told not to bet on it being small.
 */
export const steady = (work: Work): void =>
  work.post(
    `select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
            set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
            set_config('jit', 'off', true)`,
  )
