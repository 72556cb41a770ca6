import type { DeliveryState } from '#contract/events'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import { type DeliveredEventType, queueStates } from '../events/tables.ts'

export interface DeliveryRow {
  account_id: string
  id: string
  event_id: string
  event_type: DeliveredEventType
  endpoint_id: string
  state: DeliveryState
  replay_of: string | null
  created_at: Date
  abandoned_at: Date | null
  /** When the body was erased; deliveries that were open at that time are abandoned. */
  erased_at: Date | null
  /** When the next attempt is due, if known. */
  next_at: Date | null
  /** Whether it waits for an earlier event of its gift request, at an endpoint with `ordered`. */
  is_behind: boolean
}

export interface AttemptRow {
  delivery_id: string
  number: number
  started_at: Date | null
  status: number | null
  error: string | null
  reason: string | null
  detail: string | null
  duration_ms: number | null
}

export interface DeliveryPage {
  event_id?: string
  endpoint_id?: string
  state?: DeliveryState
  limit: number
  /** The id of the last delivery of the previous page. */
  after?: string
}

const accountFilter = (ctx: TxContext) => (ctx.account_id === ALL_ACCOUNTS ? null : ctx.account_id)

/** Computes the state of a delivery `d`, whose row of the queue is `q`, and whether it waits for an earlier event. */
export const deliveryStateSql = `
  case when q.state = ${queueStates.parked} then 'parked' when q.state is not null then 'pending'
       when d.abandoned_at is not null then 'abandoned' when d.filtered_at is not null then 'filtered'
       else 'delivered' end as state,
  coalesce(q.state = ${queueStates.behind}, false) as is_behind`

const columns = `d.account_id, d.id, d.event_id, d.event_type, d.endpoint_id, d.replay_of, d.created_at,
  d.abandoned_at, d.erased_at, q.next_at, ${deliveryStateSql}`

const allDeliveriesSql = `webhooks.delivery d left join webhooks.delivery_queue q
    on q.account_id = d.account_id and q.endpoint_id = d.endpoint_id and q.id = d.id`
const queuedDeliveriesSql = `webhooks.delivery_queue q join webhooks.delivery d on d.account_id = q.account_id and d.id = q.id`

/** Open deliveries are few, so their query starts from the queue instead of scanning all deliveries. */
const sourceByState = {
  pending: `${queuedDeliveriesSql} and q.state <> ${queueStates.parked}`,
  parked: `${queuedDeliveriesSql} and q.state = ${queueStates.parked}`,
  delivered: `${allDeliveriesSql} where q.id is null and d.abandoned_at is null and d.filtered_at is null`,
  abandoned: `${allDeliveriesSql} where d.abandoned_at is not null`,
  filtered: `${allDeliveriesSql} where d.filtered_at is not null`,
  any: allDeliveriesSql,
} as const

export function list(ctx: TxContext, page: DeliveryPage): Promise<DeliveryRow[]> {
  const source = sourceByState[page.state ?? 'any']
  return ctx.query<DeliveryRow>(
    `select ${columns} from ${source} ${source.includes(' where ') ? 'and' : 'where'}
       ($1::uuid is null or d.account_id = $1) and ($2::uuid is null or d.event_id = $2)
       and ($3::uuid is null or d.endpoint_id = $3) and ($4::uuid is null or d.id < $4)
     order by d.id desc limit $5`,
    [
      accountFilter(ctx),
      page.event_id ?? null,
      page.endpoint_id ?? null,
      page.after ?? null,
      page.limit,
    ],
  )
}

export const findAttempts = (ctx: TxContext, ids: readonly string[]): Promise<AttemptRow[]> =>
  ctx.query<AttemptRow>(
    `select delivery_id, number, started_at, status, error, reason, detail, duration_ms from webhooks.attempt
      where ($1::uuid is null or account_id = $1) and delivery_id = any ($2) order by number`,
    [accountFilter(ctx), ids],
  )

/** Creates new deliveries of the same events, to the endpoints and in the payload versions of these rows. Returns their ids. */
const replaySql = (old: string) => `
  with old as (${old}), begun as (
    insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, replay_of, created_at)
    select account_id, webhooks.new_id(platform.uuid_floor(now())), event_id, event_type, endpoint_id, payload_version, id, $2
      from old
    returning account_id, id, event_id, event_type, endpoint_id, payload_version
  ), waiting as (
    insert into webhooks.delivery_queue (account_id, id, event_id, event_type, endpoint_id, payload_version, subject_id)
    select account_id, id, event_id, event_type, endpoint_id, payload_version, (
             select v.subject_id from webhooks.event v
               join webhooks.endpoint e on e.account_id = v.account_id and e.id = begun.endpoint_id and e.ordered
              where v.account_id = begun.account_id and v.id = begun.event_id and v.type not like 'attention.%')
      from begun
  )
  select id from begun`

const hasBodySql = `exists (select from webhooks.event_body b where b.account_id = d.account_id
  and b.event_id = d.event_id and b.payload_version = d.payload_version)`

const liveEndpointJoin = `join webhooks.endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id and e.deleted_at is null`

export const replay = (ctx: TxContext, id: string): Promise<string | undefined> =>
  ctx.queryValue<string>(
    replaySql(`select d.* from webhooks.delivery d ${liveEndpointJoin}
      where ($1::uuid is null or d.account_id = $1) and d.id = $3 and ${hasBodySql}`),
    [accountFilter(ctx), ctx.now, id],
  )

/** Creates a delivery of the same event for another endpoint, in this payload version. */
export const replayTo = (
  ctx: TxContext,
  id: string,
  endpoint_id: string,
  payload_version: string,
): Promise<string | undefined> =>
  ctx.queryValue<string>(
    replaySql(`
      select d.account_id, d.id, d.event_id, d.event_type, $4::uuid as endpoint_id, $5::text as payload_version
        from webhooks.delivery d where d.account_id = $1 and d.id = $3`),
    [ctx.account_id, ctx.now, id, endpoint_id, payload_version],
  )

/** Returns the newest open delivery of an event to an endpoint. */
export const findOpen = (
  ctx: TxContext,
  event_id: string,
  endpoint_id: string,
): Promise<string | undefined> =>
  ctx.queryValue<string>(
    `select d.id from webhooks.delivery d
       join webhooks.delivery_queue q on q.account_id = d.account_id and q.endpoint_id = d.endpoint_id and q.id = d.id
      where d.account_id = $1 and d.event_id = $2 and d.endpoint_id = $3 order by d.id desc limit 1`,
    [ctx.account_id, event_id, endpoint_id],
  )

/** Returns the payload versions in which the body of an event is stored, newest first. */
export const listBodyVersions = async (ctx: TxContext, event_id: string): Promise<string[]> => {
  const rows = await ctx.query<{ payload_version: string }>(
    `select payload_version from webhooks.event_body
      where account_id = $1 and event_id = $2 order by payload_version desc`,
    [ctx.account_id, event_id],
  )
  return rows.map(({ payload_version }) => payload_version)
}

/** Returns the account of a delivery. */
export const findOwner = (ctx: TxContext, id: string): Promise<string | undefined> =>
  ctx.queryValue<string>(
    'select d.account_id from webhooks.delivery d where ($1::uuid is null or d.account_id = $1) and d.id = $2',
    [accountFilter(ctx), id],
  )

export async function isErased(ctx: TxContext, id: string): Promise<boolean> {
  const [row] = await ctx.query<{ erased_at: Date | null }>(
    `select d.erased_at from webhooks.delivery d where ($1::uuid is null or d.account_id = $1) and d.id = $2`,
    [accountFilter(ctx), id],
  )
  return row !== undefined && row.erased_at !== null
}

/** Selects the resends of a delivery `d` to its own endpoint. A resend to another endpoint repairs nothing at this one. */
export const resentSql = `(select from webhooks.delivery r
  where r.account_id = d.account_id and r.event_id = d.event_id and r.replay_of = d.id and r.endpoint_id = d.endpoint_id)`

/**
 * Selects deliveries that were abandoned since a time and not resent. The parameters are the endpoint and
 * the time.
 */
const abandonedSinceSql = (firstParam: number) => `
  select d.* from webhooks.delivery d ${liveEndpointJoin}
   where ($1::uuid is null or d.account_id = $1) and d.endpoint_id = $${firstParam} and d.id >= platform.uuid_floor($${firstParam + 1})
     and d.abandoned_at is not null and not d.is_test and ${hasBodySql}
     and not exists ${resentSql}`

/** Resends abandoned deliveries that were not resent yet, oldest first, up to `limit`. Returns how many. */
export const replayAbandonedSince = (
  ctx: TxContext,
  endpoint_id: string,
  since: Date,
  limit: number,
): Promise<number> =>
  ctx.countRows(replaySql(`${abandonedSinceSql(3)} order by d.id limit $5`), [
    accountFilter(ctx),
    ctx.now,
    endpoint_id,
    since,
    limit,
  ])

/** Counts the deliveries that `replayAbandonedSince` would resend, up to `limit`. */
export const countRecoverable = (
  ctx: TxContext,
  endpoint_id: string,
  since: Date,
  limit: number,
): Promise<number> =>
  ctx.queryCount(`select count(*) as count from (${abandonedSinceSql(2)} limit $4) d`, [
    accountFilter(ctx),
    endpoint_id,
    since,
    limit,
  ])
