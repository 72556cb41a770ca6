import type { EventType, Page } from '#contract'
import type { LeaseOffer } from '#platform/deployment'
import { minIdAt } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type BudgetedRow, withinBudgetSql } from '#platform/postgres/page-budget'
import type { RowStatement } from '#platform/postgres/prepared-statement'
import { rowStatement } from '#platform/postgres/row-statement'
import { createBindings } from '#platform/postgres/table'
import type { EventRow } from './tables.ts'

export interface RenderedBody {
  event_id: string
  payload_version: string
  body: Buffer
}

/** An event with its body in each version. */
export interface RenderedEvent {
  event: EventRow
  bodies: RenderedBody[]
}

/**
 * Returns SQL for a new id with the first 26 characters of the event id, so that the deliveries of an
 * endpoint sort by event and the deliveries of an event are adjacent. 40 random bits make the id unique.
 */
function idNextTo(event_id: string): string {
  return `(left(${event_id}::text, 26) || right(gen_random_uuid()::text, 10))::uuid`
}

/**
 * Returns SQL for the version in which an endpoint gets an event: its own, or the newest that this process can render. During a
 * rolling update, an endpoint can have a version that only newer processes know.
 */
export const payloadVersionSql = (isRendered: string, newest: string): string =>
  `case when e.payload_version ${isRendered} then e.payload_version else ${newest} end as payload_version`

/**
 * Inserts events, their bodies and their deliveries (the outbox). One binary parameter contains all
 * bodies, and each row extracts its own part. Without escaping or encoding, the stored bytes equal the
 * rendered bytes. Bodies in older versions are stored only for subscribers of those versions.
 */
const insertEventsSql = `
  with new_event as (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) as t (account_id, id, type, subject_id)
  ), rendered as (
    select * from unnest($6::uuid[], $7::text[], $8::int[], $9::int[]) as r (event_id, payload_version, starts, bytes)
  ), subscriber as (
    select t.account_id, ${idNextTo('t.id')} as id, t.id as event_id, t.type, e.id as endpoint_id,
           ${payloadVersionSql('= any ($7::text[])', '$11::text')},
           case when e.ordered then t.subject_id end as subject_id
      from new_event t
      join webhooks.endpoint e on e.account_id = t.account_id
       and e.enabled and e.deleted_at is null and t.type = any (e.events)
  ), inserted_event as (
    insert into webhooks.event (account_id, id, type, subject_id, created_at)
    select account_id, id, type, subject_id, $5::timestamptz from new_event
  ), stored_body as (
    insert into webhooks.event_body (account_id, event_id, payload_version, body)
    select t.account_id, r.event_id, r.payload_version, substring($10::bytea from r.starts for r.bytes)
      from rendered r join new_event t on t.id = r.event_id
     where r.payload_version = $11::text
        or (r.event_id, r.payload_version) in (select s.event_id, s.payload_version from subscriber s)
  ), new_delivery as (
    insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
    select account_id, id, event_id, type, endpoint_id, payload_version, $5 from subscriber
  )
  insert into webhooks.delivery_queue (account_id, id, event_id, event_type, endpoint_id, payload_version, subject_id)
  select account_id, id, event_id, type, endpoint_id, payload_version, subject_id from subscriber`

/**
 * Inserts one event with its body in this number of versions: by far the most frequent case. Concurrent transactions
 * share the statement. A lease in the same statement counts the first attempt before anything is sent. It begins at the
 * statement, because the transaction may be long.
 */
const insertEventStatement = (versionCount: number): RowStatement => {
  const versions = Array.from({ length: versionCount }, (_, index) => index + 1)
  return rowStatement(
    {
      account_id: 'uuid',
      id: 'uuid',
      type: 'text',
      subject_id: 'uuid',
      created_at: 'timestamptz',
      newest: 'text',
      lease_token: 'uuid',
      lease_seconds: 'float8',
      leased_ids: 'uuid[]',
      leased_versions: 'int[]',
      ...Object.fromEntries(
        versions.flatMap((n) => [
          [`version_${n}`, 'text'],
          [`body_${n}`, 'bytea'],
        ]),
      ),
    },
    (rows) => `
  with new_event ${rows},
  subscriber as (
    select t.account_id, ${idNextTo('t.id')} as id, t.id as event_id, t.type, t.created_at, e.id as endpoint_id,
           ${payloadVersionSql(`in (${versions.map((n) => `t.version_${n}`).join(', ')})`, 't.newest')},
           case when e.ordered then t.subject_id end as subject_id, t.lease_seconds,
           case when e.config_version = t.leased_versions[array_position(t.leased_ids, e.id)] then t.lease_token end as lease_token
      from new_event t
      join webhooks.endpoint e on e.account_id = t.account_id
       and e.enabled and e.deleted_at is null and t.type = any (e.events)
  ), inserted_event as (
    insert into webhooks.event (account_id, id, type, subject_id, created_at)
    select account_id, id, type, subject_id, created_at from new_event
  ), stored_body as (
    insert into webhooks.event_body (account_id, event_id, payload_version, body)
    select t.account_id, t.id, r.payload_version, r.body
      from new_event t
      cross join lateral (values ${versions.map((n) => `(t.version_${n}, t.body_${n})`).join(', ')}) as r (payload_version, body)
     where r.payload_version = t.newest
        or (t.id, r.payload_version) in (select event_id, payload_version from subscriber)
  ), new_delivery as (
    insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
    select account_id, id, event_id, type, endpoint_id, payload_version, created_at from subscriber
  ), lease as (
    insert into webhooks.lease (token, expires_at, endpoint_ids, delivery_ids)
    select lease_token, clock_timestamp() + make_interval(secs => max(lease_seconds)), array_agg(endpoint_id), array_agg(id)
      from subscriber where lease_token is not null group by lease_token
  )
  insert into webhooks.delivery_queue (account_id, id, event_id, event_type, endpoint_id, payload_version, subject_id, lease_token, attempt)
  select account_id, id, event_id, type, endpoint_id, payload_version, subject_id, lease_token, (lease_token is not null)::int
    from subscriber
  returning concat_ws(' ', event_id, endpoint_id, id, ctid, payload_version, lease_token is not null)`,
  )
}

/** A delivery that the statement has written. */
export interface WrittenDelivery {
  event_id: string
  endpoint_id: string
  id: string
  row_ctid: string
  payload_version: string
  isLeased: boolean
}

function parseWritten(row: string): WrittenDelivery {
  const [event_id = '', endpoint_id = '', id = '', row_ctid = '', payload_version = '', leased] =
    row.split(' ')
  return { event_id, endpoint_id, id, row_ctid, payload_version, isLeased: leased === 't' }
}

const insertEventStatements = new Map<number, RowStatement>()

/**
 * Enqueues the statement for one event. Deliveries to the endpoints of the offer are leased to the worker that made it.
 *
 * @param onWritten  receives the deliveries after the commit
 */
export function insertEvent(
  ctx: TxContext,
  { event, bodies }: RenderedEvent,
  newest: string,
  offer: LeaseOffer | undefined,
  onWritten: (deliveries: readonly WrittenDelivery[]) => void,
): void {
  const statement = insertEventStatements.get(bodies.length) ?? insertEventStatement(bodies.length)
  insertEventStatements.set(bodies.length, statement)
  const values = [
    event.account_id,
    event.id,
    event.type,
    event.subject_id,
    event.created_at,
    newest,
    offer?.token,
    offer?.leaseSeconds,
    offer?.endpoint_ids,
    offer?.config_versions,
    ...bodies.flatMap(({ payload_version, body }) => [payload_version, body]),
  ]
  ctx.enqueueRow(statement, values, (rows) =>
    onWritten(rows.map(parseWritten).filter(({ event_id }) => event_id === event.id)),
  )
}

/** Enqueues the statement for several events. Bodies in the version `newest` are always stored. */
export function insertEvents(
  ctx: TxContext,
  rendered: readonly RenderedEvent[],
  newest: string,
): void {
  const events = rendered.map(({ event }) => event)
  const bodies = rendered.flatMap((each) => each.bodies)
  let end = 1
  const starts = bodies.map(({ body }) => {
    const start = end
    end += body.length
    return start
  })
  ctx.enqueue(insertEventsSql, [
    events.map(({ account_id }) => account_id),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ subject_id }) => subject_id),
    events[0]?.created_at,
    bodies.map(({ event_id }) => event_id),
    bodies.map(({ payload_version }) => payload_version),
    starts,
    bodies.map(({ body }) => body.length),
    Buffer.concat(bodies.map(({ body }) => body)),
    newest,
  ])
}

/** An event of the feed. The body is the text of the newest payload version; null after erasure. */
export type EventView = EventRow &
  ({ payload_version: string; body: string } | { payload_version: null; body: null })

/** The filters of the event feed. */
export interface EventFilter {
  type?: EventType
  subject_id?: string
}

/** The feed has the events of gift requests. Attention events have their own feed. */
const attentionPattern = 'attention.%'

/** For `withinBudgetSql`: events with their stored bodies, which `eventColumns` decode. */
const selectEventsSql = `
  select e.account_id, e.id, e.type, e.subject_id, e.created_at, b.payload_version, b.body,
         300 + coalesce(octet_length(b.body), 0) as row_bytes
    from webhooks.event e
    left join lateral (
      select payload_version, body from webhooks.event_body
       where account_id = e.account_id and event_id = e.id and payload_version = any ($2::text[])
       order by array_position($2::text[], payload_version) limit 1) b on true
   where e.account_id = $1 and e.type not like '${attentionPattern}'`

/**
 * Events of transactions that are still open get ids below those of later commits, which a consumer that keeps the last id
 * would never see. So the ascending feed ends before the start of the oldest open transaction. A transaction that has run
 * for half a minute without a write is a long read, such as a backup.
 */
const settledSql = `e.id < (
  select platform.uuid_floor(coalesce(min(xact_start), 'infinity')) from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
     and (backend_xid is not null or xact_start > now() - interval '30 seconds'))`

const eventColumns = `account_id, id, type, subject_id, created_at, payload_version, convert_from(body, 'UTF8') as body`

/**
 * Returns the events within the byte budget of a page. Builds a separate statement for each combination of filters, so
 * that each uses a suitable index.
 */
export function selectEvents(
  ctx: TxContext,
  versions: readonly string[],
  { type, subject_id }: EventFilter,
  { limit, after, order }: Page,
): Promise<(EventView & BudgetedRow)[]> {
  const { bind: param, values } = createBindings(ctx.account_id, versions, limit)
  const where = [selectEventsSql]
  if (type !== undefined) where.push(`e.type = ${param(type)}`)
  if (subject_id !== undefined) where.push(`e.subject_id = ${param(subject_id)}`)
  if (after !== undefined) where.push(`e.id ${order === 'asc' ? '>' : '<'} ${param(after)}`)
  if (order === 'asc') where.push(settledSql)
  const rows = `${where.join(' and ')} order by e.id ${order} limit $3`
  return ctx.query(withinBudgetSql(rows, `id ${order}`, eventColumns), values)
}

export async function selectEvent(
  ctx: TxContext,
  versions: readonly string[],
  id: string,
): Promise<EventView | undefined> {
  const [event] = await ctx.query<EventView>(
    `select ${eventColumns} from (${selectEventsSql} and e.id = $3) e`,
    [ctx.account_id, versions, id],
  )
  return event
}

/** Returns which of these accounts have recorded an event since this time. The transaction covers all accounts. */
export const findActiveAccounts = async (
  ctx: TxContext,
  account_ids: readonly string[],
  since: Date,
): Promise<string[]> => {
  const rows = await ctx.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as a (id)
      where exists (select from webhooks.event e where e.account_id = a.id and e.id >= $2)`,
    [account_ids, minIdAt(since)],
  )
  return rows.map(({ id }) => id)
}
