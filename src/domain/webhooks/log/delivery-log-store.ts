import type { DeliveryState } from '#contract/events'
import type { TlsReason } from '#contract/tls-reasons'
import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import { type DeliveredEventType, queueStates } from '../events/tables.ts'
import { type AttemptFilter, attemptConditions } from './attempt-filter.ts'
import { deliveryStateSql } from './delivery-store.ts'

export interface DeliveryLogRow {
  id: string
  event_id: string
  event_type: DeliveredEventType
  endpoint_id: string
  endpoint_url: string
  /** The name that admins gave to the endpoint. It may be empty. */
  endpoint_description: string
  payload_version: string
  state: DeliveryState
  is_test: boolean
  replay_of: string | null
  created_at: Date
  abandoned_at: Date | null
  erased_at: Date | null
  /** The time when the next attempt is due, if it is known. */
  next_at: Date | null
  /** Whether it waits for an earlier event of its gift request, at an endpoint with `ordered`. */
  is_behind: boolean
  /**
   * The id of the gift request. Null for a deleted event, for a test, and for an attention event without a
   * gift request.
   */
  subject_id: string | null
  /** The reason why a parked delivery of an enabled endpoint cannot be signed. */
  signing_error: string | null
}

export interface LoggedAttempt {
  delivery_id: string
  number: number
  started_at: Date | null
  duration_ms: number | null
  outcome: 'ok' | 'failed' | 'unknown' | 'late'
  phase: string | null
  status: number | null
  error: string | null
  /** The reason why TLS failed, and facts about the certificate. */
  reason: TlsReason | null
  detail: string | null
  address: string | null
  /**
   * The durations of the phases of a request. Null for a phase that did not end, and for a reused connection.
   */
  dns_ms: number | null
  connect_ms: number | null
  tls_ms: number | null
}

/** SQL conditions for classes of HTTP statuses. The class `none` means that there was no response. */
const responseClasses = {
  '2xx': 'a.status >= 200 and a.status < 300',
  '3xx': 'a.status >= 300 and a.status < 400',
  '4xx': 'a.status >= 400 and a.status < 500',
  '5xx': 'a.status >= 500',
  none: 'a.status is null',
} as const

export interface DeliveryLogFilter extends AttemptFilter {
  event_type?: DeliveredEventType
  event_id?: string
  endpoint_id?: string
  state?: DeliveryState
  response_status?: keyof typeof responseClasses
  /** The id of the gift request. */
  subject_id?: string
  is_test?: boolean
  created_from?: Date
  /** The end of the time range, which is not part of the range. */
  created_until?: Date
}

const columns = `d.id, d.event_id, d.event_type, d.endpoint_id, p.url as endpoint_url, p.description as endpoint_description, d.payload_version, d.is_test,
  d.replay_of, d.created_at, d.abandoned_at, d.erased_at, q.next_at,
  nullif(e.subject_id, e.id) as subject_id,
  case when q.state = ${queueStates.parked} and p.enabled then p.signing_error end as signing_error,
  ${deliveryStateSql}`

const joins = `
  left join webhooks.delivery_queue q
    on q.account_id = d.account_id and q.endpoint_id = d.endpoint_id and q.id = d.id
  join webhooks.endpoint p on p.account_id = d.account_id and p.id = d.endpoint_id
  left join webhooks.event e on e.account_id = d.account_id and e.id = d.event_id`

interface LogPage {
  limit: number
  order: 'asc' | 'desc'
  after?: string
}

/**
 * Returns a page of deliveries in the order of their ids. The inner query selects the page by primary key
 * from the table of deliveries. The outer query joins the other tables. Each combination of filters is a
 * separate statement, so that each can use a suitable index.
 */
export function selectPage(
  ctx: TxContext,
  filter: DeliveryLogFilter,
  { limit, order, after }: LogPage,
): Promise<DeliveryLogRow[]> {
  const { bind: param, values } = createBindings(ctx.account_id)
  const past = order === 'asc' ? '>' : '<'
  const bound = after === undefined ? undefined : `${past} ${param(after)}`
  const where = ['d.account_id = $1']
  const { event_type, event_id, endpoint_id, state, response_status, subject_id, is_test } = filter
  if (bound !== undefined) where.push(`d.id ${bound}`)
  const type = event_type === undefined ? undefined : param(event_type)
  if (type !== undefined) where.push(`d.event_type = ${type}`)
  if (event_id !== undefined) where.push(`d.event_id = ${param(event_id)}`)
  if (endpoint_id !== undefined) where.push(`d.endpoint_id = ${param(endpoint_id)}`)
  // An id begins with the millisecond of `created_at`, so a range of times is a range of ids.
  if (filter.created_from !== undefined)
    where.push(`d.id >= platform.uuid_floor(${param(filter.created_from)})`)
  if (filter.created_until !== undefined)
    where.push(`d.id < platform.uuid_floor(${param(filter.created_until)})`)
  if (is_test !== undefined) where.push(`d.is_test = ${param(is_test)}`)
  if (subject_id !== undefined)
    where.push(`d.event_id = any (array(
      select id from webhooks.event where account_id = $1 and subject_id = ${param(subject_id)}))`)
  if (response_status !== undefined) where.push(responseCondition(response_status, bound))
  where.push(...attemptConditions(filter, param))
  if (state === 'delivered')
    where.push('d.abandoned_at is null', 'd.filtered_at is null', `${inQueueSql} is null`)
  if (state === 'abandoned' || state === 'filtered') where.push(`d.${state}_at is not null`)
  const queueState = state === 'pending' || state === 'parked' ? state : undefined
  const isQueueOnly = hasOnlyQueueFilters(filter)
  if (queueState !== undefined && !isQueueOnly)
    where.push(`${queueStateSql} ${stateConditions[queueState]}`)
  const source =
    queueState !== undefined && isQueueOnly
      ? queuedDeliveriesSql(queueState, { bound, type, limit, order })
      : 'webhooks.delivery d'
  return ctx.query<DeliveryLogRow>(
    `with page as materialized (
       select d.* from ${source} where ${where.join(' and ')} order by d.id ${order} limit ${limit})
     select ${columns} from page d ${joins} order by d.id ${order}`,
    values,
  )
}

/**
 * Returns whether the queue contains all columns that the filter needs, so that it can select the page
 * without other tables.
 */
const hasOnlyQueueFilters = (filter: DeliveryLogFilter): boolean =>
  [
    filter.event_id,
    filter.response_status,
    filter.subject_id,
    filter.is_test,
    filter.created_from,
    filter.created_until,
    filter.attempted_from,
    filter.attempted_until,
    filter.attempt_outcome,
  ].every((each) => each === undefined)

const sameRowSql = 'q.account_id = d.account_id and q.endpoint_id = d.endpoint_id and q.id = d.id'
const inQueueSql = `(select true from webhooks.delivery_queue q where ${sameRowSql})`
const queueStateSql = `(select q.state from webhooks.delivery_queue q where ${sameRowSql})`
const stateConditions = {
  pending: `<> ${queueStates.parked}`,
  parked: `= ${queueStates.parked}`,
} as const

interface PageBounds {
  /** The condition for an id on this page. The text does not contain the id itself. */
  bound: string | undefined
  order: 'asc' | 'desc'
  type: string | undefined
  limit: number
}

/**
 * Returns SQL that selects open deliveries for one endpoint after the other, with the primary key of the
 * queue. One page per endpoint is enough, whatever the number of waiting deliveries.
 */
const queuedDeliveriesSql = (
  state: 'pending' | 'parked',
  { bound, type, limit, order }: PageBounds,
) => `(
    select w.* from (select id from webhooks.endpoint where account_id = $1) each
     cross join lateral (
       select id from webhooks.delivery_queue
        where account_id = $1 and endpoint_id = each.id and state ${stateConditions[state]}
          ${bound === undefined ? '' : `and id ${bound}`}
          ${type === undefined ? '' : `and event_type = ${type}`}
        order by id ${order} limit ${limit}) w) w
  join webhooks.delivery d on d.account_id = $1 and d.id = w.id`

/**
 * Returns the SQL condition for the response of an attempt. Failed attempts have their own index. Nearly all
 * attempts are successful, so the query checks successful attempts one by one.
 */
function responseCondition(
  response: keyof typeof responseClasses,
  bound: string | undefined,
): string {
  const onPage = bound === undefined ? '' : `and a.delivery_id ${bound}`
  return response === '2xx'
    ? `(select true from webhooks.attempt a
        where a.account_id = $1 and a.delivery_id = d.id and ${responseClasses[response]} limit 1)`
    : `d.id in (select a.delivery_id from webhooks.attempt a
        where a.account_id = $1 and a.outcome <> 'ok' and ${responseClasses[response]} ${onPage})`
}

export const find = (ctx: TxContext, id: string): Promise<DeliveryLogRow | undefined> =>
  ctx.queryFirst<DeliveryLogRow>(
    `select ${columns} from webhooks.delivery d ${joins} where d.account_id = $1 and d.id = $2`,
    [ctx.account_id, id],
  )

export const findAttempts = (ctx: TxContext, ids: readonly string[]): Promise<LoggedAttempt[]> =>
  ctx.query<LoggedAttempt>(
    `select delivery_id, number, started_at, duration_ms, outcome, phase, status, error, reason, detail, address,
            dns_ms, connect_ms, tls_ms
       from webhooks.attempt where account_id = $1 and delivery_id = any ($2) order by delivery_id, number`,
    [ctx.account_id, ids],
  )

export const findBody = (
  ctx: TxContext,
  event_id: string,
  payload_version: string,
): Promise<Buffer | undefined> =>
  ctx.queryValue<Buffer>(
    `select body from webhooks.event_body where account_id = $1 and event_id = $2 and payload_version = $3`,
    [ctx.account_id, event_id, payload_version],
  )

/** Finds the stored bodies of an event, by version. */
export const findBodies = (
  ctx: TxContext,
  event_id: string,
): Promise<{ payload_version: string; body: string }[]> =>
  ctx.query(
    `select payload_version, convert_from(body, 'UTF8') as body from webhooks.event_body
      where account_id = $1 and event_id = $2 order by payload_version desc`,
    [ctx.account_id, event_id],
  )

/** Finds the ids of manual resends of this delivery. */
export const findReplayIds = async (
  ctx: TxContext,
  { id, event_id }: DeliveryLogRow,
): Promise<string[]> => {
  const rows = await ctx.query<{ id: string }>(
    `select id from webhooks.delivery where account_id = $1 and event_id = $2 and replay_of = $3 order by id`,
    [ctx.account_id, event_id, id],
  )
  return rows.map((row) => row.id)
}

/** Returns a version number for each delivery. Every change of the delivery changes the number. */
export const rowVersions = (
  ctx: TxContext,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> =>
  ctx.query(
    `select d.id, (select count(*) from webhooks.attempt a where a.account_id = d.account_id and a.delivery_id = d.id) * 100
            + coalesce(q.state, 9) * 10 + (d.abandoned_at is not null or d.filtered_at is not null)::int as version
       from webhooks.delivery d
       left join webhooks.delivery_queue q
         on q.account_id = d.account_id and q.endpoint_id = d.endpoint_id and q.id = d.id
      where d.account_id = $1 and d.id = any ($2)`,
    [ctx.account_id, ids],
  )

export const countNewerThan = (ctx: TxContext, id: string): Promise<number> =>
  ctx.queryCount(
    `select count(*) as count from (
       select from webhooks.delivery where account_id = $1 and id > $2 limit 1000) d`,
    [ctx.account_id, id],
  )
