import type { TxContext } from '#platform/postgres/database'
import { forceIndexScans } from '#platform/postgres/force-index-scans'
import { type DeliveredEventType, queueStates } from '../events/tables.ts'

/** A delivery that this worker may attempt once. */
export interface ClaimedDelivery {
  account_id: string
  endpoint_id: string
  id: string
  /** The ctid of the row. It does not change while the row is leased. */
  row_ctid: string
  event_id: string
  event_type: DeliveredEventType
  payload_version: string
  /** The number of this attempt. The claim counts the attempt, whatever its result. */
  attempt: number
  /** The config version of the endpoint at the time of the claim. */
  config_version: number
  enabled: boolean
  deleted: boolean
  /** Null when the body was erased or its retention period has ended. */
  body: Buffer | null
}

/** `slow` holds deliveries of endpoints that were blocked during an earlier claim (decision 91). */
export type Lane = 'fresh' | 'late' | 'slow'

export interface ClaimRequest {
  /** The last endpoint of the previous claim; this claim starts after it. */
  after: string
  /** Maximum number of rows. */
  maxRows: number
  capacity: ClaimCapacity
  /** Maximum number of rows of each unlisted account. */
  maxPerAccount: number
  token: string
  leaseSeconds: number
  /** Restricts the claim to these endpoints, and for each endpoint to the rows after a given delivery id. */
  fromCursor?: ClaimCursors | undefined
}

/** Endpoints, with the id of a delivery for each. */
export interface ClaimCursors {
  endpoint_ids: string[]
  ids: string[]
}

/** How many rows a claim may take of each endpoint and of each account. */
export interface ClaimCapacity {
  /** Sorted by id, for a binary search. */
  endpoints: { ids: string[]; left: number[] }
  /** Rows of each unlisted endpoint. */
  unlisted: number
  /** `unlisted`: rows of each unlisted endpoint of the account. */
  accounts: { ids: string[]; left: number[]; unlisted: number[] }
}

export interface ClaimResult {
  rows: ClaimedDelivery[]
  /** The endpoint after which the next claim starts. */
  after: string
  /** Whether no claimable rows remain after `after`. */
  reachedEnd: boolean
  /** Number of scanned endpoints with ready rows. */
  endpointsSeen: number
}

export const minUuid = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the maximum number of endpoints that one claim scans. The cost of a claim depends on this
 * number, not on the number of waiting rows. Scanning an endpoint costs about as much as claiming a row,
 * so each claim takes a few rows of each endpoint and the next claim continues.
 */
function endpointWindow({ maxRows, capacity }: ClaimRequest): number {
  const full = capacity.endpoints.left.filter((left) => left === 0).length
  return Math.min(100, Math.max(16, Math.ceil(maxRows / 4)) + full)
}

const allEndpointsSql = (state: number) => `
    (select endpoint_id, 1, '${minUuid}'::uuid from webhooks.delivery_queue
      where state = ${state} and endpoint_id > $1 and lease_token is null order by endpoint_id limit 1)
    union all
    select (select q.endpoint_id from webhooks.delivery_queue q
             where q.state = ${state} and q.endpoint_id > step.endpoint_id and q.lease_token is null
             order by q.endpoint_id limit 1), step.n + 1, step.mark
      from step where step.endpoint_id is not null and step.n < $11::int`

/** Selects the endpoints with a cursor and with ready rows after that cursor. */
const cursorEndpointsSql = (state: number) => `
    select endpoint_id, row_number() over (order by endpoint_id)::int, mark from (
      select m.endpoint_id, m.mark from unnest($13::uuid[], $14::uuid[]) as m (endpoint_id, mark)
       where m.endpoint_id > $1 and exists (
             select from webhooks.delivery_queue q
              where q.state = ${state} and q.endpoint_id = m.endpoint_id and q.id > m.mark and q.lease_token is null)
       order by m.endpoint_id limit $11::int) marked`

/**
 * Returns SQL for the share of a row when all rows with less room get their room, and the others equal
 * shares of the rest. The largest of these values is the share that uses all slots (max-min fairness).
 * The window `smaller` contains the preceding rows in the order of room.
 */
const shareLevel = (slots: string, partition = '') =>
  `(${slots} - coalesce(sum(room) over smaller, 0))::float8 / (count(*) over (${partition}) - count(*) over smaller)`

/**
 * Claims rows fairly. The statement steps from endpoint to endpoint along the partial index of its lane.
 * Accounts share the free slots equally, and so do the endpoints of an account, within their capacities:
 * many endpoints do not give an account more (decision 91). Rows that another claim has
 * locked are skipped. A locked row does not move, so its ctid is the fastest way to update it. Rows of a
 * disabled endpoint are parked and use no attempt.
 *
 * Leased rows stay in the index, so that a claim does not update the index; each worker skips as many
 * entries as are in flight. A binary search finds the capacity of an endpoint, because thousands may be
 * listed. `offset 0` makes PostgreSQL look up each endpoint by its id: with a few hundred endpoints it compared all of them
 * with each step. A body for several endpoints is returned once, with the first of them.
 */
export const claimSql = (state: number, stepsSql = allEndpointsSql(state)) => `
  with recursive step (endpoint_id, n, mark) as (${stepsSql}
  ), open as materialized (
    select each.*, e.account_id, room, e.config_version, e.enabled, e.deleted_at is not null as deleted from (
      select endpoint_id, n, mark, width_bucket(endpoint_id, $4::uuid[]) as position
        from step where endpoint_id is not null) each
     cross join lateral (
       select account_id, config_version, enabled, deleted_at from webhooks.endpoint where id = each.endpoint_id offset 0) e
     cross join lateral (
       select case when ($4::uuid[])[position] = each.endpoint_id then ($5::int[])[position]
                   else least($3::int, ($12::int[])[array_position($7::uuid[], e.account_id)]) end as room) r
     where room > 0 order by n limit $2::int
  ), account_room as (
    select account_id, least(sum(room), coalesce(($8::int[])[array_position($7::uuid[], account_id)], $6::int))::int as room
      from open group by account_id
  ), account_share as materialized (
    select account_id, least(room, floor(max(level) over ()))::int as rows from (
      select account_id, room, ${shareLevel('$2::int')} as level from account_room
      window smaller as (order by room, account_id rows between unbounded preceding and 1 preceding)) a
  ), share as materialized (
    select endpoint_id, mark, config_version, enabled, deleted, account_rows,
           least(room, greatest(1, ceil(max(level) over (partition by account_id))))::int as rows from (
      select open.*, a.rows as account_rows, ${shareLevel('a.rows', 'partition by account_id')} as level
        from open join account_share a using (account_id)
      window smaller as (partition by account_id order by room, endpoint_id rows between unbounded preceding and 1 preceding)) e
  ), candidate as materialized (
    select q.account_id, q.row_ctid, s.config_version, s.enabled, s.deleted, s.account_rows
      from share s cross join lateral (
        select account_id, ctid as row_ctid from webhooks.delivery_queue
         where state = ${state} and endpoint_id = s.endpoint_id and id > s.mark and lease_token is null
         order by id limit s.rows for update skip locked) q
  ), claimed as (
    update webhooks.delivery_queue q
       set state = case when a.enabled or a.deleted then q.state else ${queueStates.parked} end,
           attempt = q.attempt + a.enabled::int,
           lease_token = case when a.enabled or a.deleted then $9::uuid end
      from (select *, row_number() over (partition by account_id order by random()) as nth from candidate) a
     where q.ctid = a.row_ctid and a.nth <= a.account_rows
    returning q.account_id, q.endpoint_id, q.id, q.ctid as row_ctid, q.event_id, q.event_type, q.payload_version, q.attempt,
      a.config_version, a.enabled, a.deleted
  ), leased as (
    insert into webhooks.lease (token, expires_at, endpoint_ids, delivery_ids)
    select $9, now() + make_interval(secs => $10::float8), array_agg(endpoint_id), array_agg(id)
      from claimed where enabled or deleted having count(*) > 0
  ), scan_info as materialized (
    select concat_ws(' ', (select count(endpoint_id) from step),
             ((select count(*) from open) = $2)::int,
             ((select count(*) filter (where endpoint_id is not null) from step) = $11)::int,
             coalesce((select endpoint_id from open order by n desc limit 1)::text, '-'),
             coalesce((select endpoint_id from step where endpoint_id is not null order by n desc limit 1)::text, '-')) as scan_info
  )
  select scan_info.scan_info, c.*, case when c.enabled and c.is_first then (
           select b.body from webhooks.event_body b
            where b.account_id = c.account_id and b.event_id = c.event_id and b.payload_version = c.payload_version) end as body
    from scan_info left join (
      select *, row_number() over (partition by event_id, payload_version, enabled) = 1 as is_first from claimed) c on true`

const claimSqlByLane = {
  fresh: claimSql(queueStates.ready),
  late: claimSql(queueStates.readyRetry),
  slow: claimSql(queueStates.readySlow),
}
export const claimFromCursorSql = claimSql(queueStates.ready, cursorEndpointsSql(queueStates.ready))

interface ClaimRow extends Partial<ClaimedDelivery> {
  /** How far the claim scanned. Every row has the same value; one column saves bytes. */
  scan_info: string
}

/**
 * Parses the number of scanned endpoints, whether the claim took `maxRows` endpoints, whether the scan
 * stopped at its endpoint window, and the ids of the last claimed and the last scanned endpoint.
 */
function parseScanInfo(scanInfo: string) {
  const [endpointsSeen, isFull, hasMore, served, last] = scanInfo.split(' ')
  const end = isFull === '1' ? served : last
  return {
    endpointsSeen: Number(endpointsSeen),
    hasMore: isFull === '1' || hasMore === '1',
    last: end === undefined || end === '-' ? minUuid : end,
  }
}

export async function claimDeliveries(
  ctx: TxContext,
  lane: Lane,
  request: ClaimRequest,
): Promise<ClaimResult> {
  forceIndexScans(ctx)
  const { fromCursor, capacity } = request
  const rows = await ctx.query<ClaimRow>(
    fromCursor === undefined ? claimSqlByLane[lane] : claimFromCursorSql,
    [
      request.after,
      request.maxRows,
      capacity.unlisted,
      capacity.endpoints.ids,
      capacity.endpoints.left,
      request.maxPerAccount,
      capacity.accounts.ids,
      capacity.accounts.left,
      request.token,
      request.leaseSeconds,
      endpointWindow(request),
      capacity.accounts.unlisted,
      ...(fromCursor === undefined ? [] : [fromCursor.endpoint_ids, fromCursor.ids]),
    ],
  )
  const [first] = rows
  if (first === undefined) throw new Error('the claim statement returned no row')
  const { endpointsSeen, hasMore, last } = parseScanInfo(first.scan_info)
  return {
    rows: attachBodies(rows.filter((row): row is ClaimRow & ClaimedDelivery => Boolean(row.id))),
    after: hasMore ? last : minUuid,
    reachedEnd: !hasMore,
    endpointsSeen,
  }
}

/** Copies each body to all rows of the same event and version; the statement returns a body only once. */
function attachBodies(rows: readonly (ClaimRow & ClaimedDelivery)[]): ClaimedDelivery[] {
  const bodies = new Map<string, Buffer>()
  for (const { event_id, payload_version, body } of rows)
    if (body !== null) bodies.set(event_id + payload_version, body)
  for (const row of rows)
    if (row.enabled) row.body ??= bodies.get(row.event_id + row.payload_version) ?? null
  return [...rows]
}
