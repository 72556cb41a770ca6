import type { TxContext } from '#platform/postgres/database'
import { firstRetryAttempt, maxAttempts, queueStates } from '../events/tables.ts'

/*
 * The statements that move rows of the queue in bulk. Each moves a bounded number, skips what others
 * hold, and is run again while it finds something. All times are the database's own.
 */

/** Rows that one statement moves at most: an endpoint with a million waiting must not hold a transaction open. */
const maxBatch = 5_000

/** The lane in which the next attempt of a row travels. */
const readyStateSql = `case when q.attempt + 1 >= ${firstRetryAttempt} then ${queueStates.readyRetry} else ${queueStates.ready} end`

const sameRowSql = (other: string) =>
  `q.account_id = ${other}.account_id and q.endpoint_id = ${other}.endpoint_id and q.id = ${other}.id`

const endpointBatchSql = (condition: string) => `
  with batch as (
    select account_id, endpoint_id, id from webhooks.delivery_queue
     where account_id = $1 and endpoint_id = $2 and ${condition} and lease_token is null
     order by id limit ${maxBatch} for update skip locked
  )`

const parkSql = `${endpointBatchSql(`state <> ${queueStates.parked}`)}
  update webhooks.delivery_queue q set state = ${queueStates.parked}, next_at = null
    from batch where ${sameRowSql('batch')}`

const unparkSql = `${endpointBatchSql(`state = ${queueStates.parked}`)}
  update webhooks.delivery_queue q set state = ${readyStateSql}
    from batch where ${sameRowSql('batch')}`

const abandonAllSql = `${endpointBatchSql('true')}, gone as (
    delete from webhooks.delivery_queue q using batch where ${sameRowSql('batch')}
    returning q.account_id, q.id
  )
  update webhooks.delivery d set abandoned_at = now()
    from gone where d.account_id = gone.account_id and d.id = gone.id`

/** What a bulk move is about. */
export interface EndpointRef {
  account_id: string
  endpoint_id: string
}

const bulkUpdate =
  (text: string) =>
  (ctx: TxContext, { account_id, endpoint_id }: EndpointRef): void =>
    ctx.enqueue(text, [account_id, endpoint_id])

/** Of a disabled endpoint. What is left over, and what becomes ready later, is parked when it is claimed. */
export const park = bulkUpdate(parkSql)

/** Of an enabled endpoint. What is left over follows with the engine's next rounds. */
export const unpark = bulkUpdate(unparkSql)

/** Of a deleted endpoint. What is left over, and what is being sent right now, ends when it is claimed. */
export const abandonAll = bulkUpdate(abandonAllSql)

/** Endpoints with parked rows that should not be: enabled again, or deleted. Those that cannot sign stay parked. */
export const findWronglyParked = (
  ctx: TxContext,
): Promise<(EndpointRef & { is_deleted: boolean })[]> =>
  ctx.query(`
    with recursive parked (endpoint_id, account_id) as (
      (select endpoint_id, account_id from webhooks.delivery_queue
        where state = ${queueStates.parked} order by endpoint_id limit 1)
      union all
      select next.endpoint_id, next.account_id from parked cross join lateral (
        select endpoint_id, account_id from webhooks.delivery_queue
         where state = ${queueStates.parked} and endpoint_id > parked.endpoint_id
         order by endpoint_id limit 1) next
    )
    select parked.account_id, parked.endpoint_id, e.deleted_at is not null as is_deleted
      from parked join webhooks.endpoint e on e.account_id = parked.account_id and e.id = parked.endpoint_id
     where (e.enabled and e.signing_error is null) or e.deleted_at is not null
     limit 20`)

/** Retries whose time has come. Answers how many. */
export async function promoteDueRetries(ctx: TxContext): Promise<number> {
  const moved = await ctx.query(`
    with batch as (
      select account_id, endpoint_id, id from webhooks.delivery_queue
       where state = ${queueStates.waiting} and next_at <= now()
       order by next_at limit 1000 for update skip locked
    )
    update webhooks.delivery_queue q set state = ${readyStateSql}, next_at = null
      from batch where ${sameRowSql('batch')} returning true`)
  return moved.length
}

/** Rows of one endpoint, and in all, that one statement moves into the slow lane. */
const maxMoved = { perEndpoint: 50, total: 1_000 } as const

const laneBatchSql = (state: number) => `
      select account_id, endpoint_id, id from webhooks.delivery_queue
       where state = ${state} and endpoint_id = blocked.endpoint_id and lease_token is null
       order by id limit ${maxMoved.perEndpoint} for update skip locked`

export const moveToSlowLaneSql = (state: number) => `
  with batch as (
    select row.* from unnest($1::uuid[]) as blocked (endpoint_id) cross join lateral (${laneBatchSql(state)}) row
     limit ${maxMoved.total}
  )
  update webhooks.delivery_queue q set state = ${queueStates.readySlow}
    from batch where ${sameRowSql('batch')} returning true`

/**
 * Moves what waits for endpoints that take nothing at present into the slow lane, so that the claims of the other lanes
 * need not pass by them. Each row is moved once at most: it is claimed where it is. Returns how many were moved.
 */
export async function moveToSlowLane(
  ctx: TxContext,
  endpoint_ids: readonly string[],
): Promise<number> {
  const moved = await Promise.all(
    [queueStates.ready, queueStates.readyRetry].map((state) =>
      ctx.query(moveToSlowLaneSql(state), [endpoint_ids]),
    ),
  )
  return moved.flat().length
}

/** What a lease is for, as far as it still holds it. Rows are locked in one order everywhere. */
const leasedRowsSql = (lease: string) => `
    select q.account_id, q.endpoint_id, q.id, q.attempt
      from ${lease}
      cross join unnest(endpoint_ids, delivery_ids) as r (endpoint_id, id)
      join webhooks.endpoint e on e.id = r.endpoint_id
      join webhooks.delivery_queue q
        on q.account_id = e.account_id and q.endpoint_id = r.endpoint_id and q.id = r.id and q.lease_token = token
     order by q.id for update of q`

/**
 * Leases that ran out: their worker was lost, and what became of its attempts is unknown. Due again at
 * once, not after a pause, as it was not the receiver that failed; unless it was the last attempt.
 */
export async function reclaimExpiredLeases(ctx: TxContext): Promise<number> {
  const lost = await ctx.query(`
    with over as (
      delete from webhooks.lease where token = any (array(
        select token from webhooks.lease where expires_at < now() order by expires_at limit 10 for update skip locked))
      returning token, endpoint_ids, delivery_ids
    ), lost as (${leasedRowsSql('over')}
    ), again as (
      update webhooks.delivery_queue q set state = ${readyStateSql}, lease_token = null
        from lost where ${sameRowSql('lost')} and lost.attempt < ${maxAttempts}
    ), gone as (
      delete from webhooks.delivery_queue q using lost
       where ${sameRowSql('lost')} and lost.attempt >= ${maxAttempts}
      returning q.account_id, q.id
    ), closed as (
      update webhooks.delivery d set abandoned_at = now()
        from gone where d.account_id = gone.account_id and d.id = gone.id
    ), logged as (
      insert into webhooks.attempt (account_id, delivery_id, number, outcome, error)
      select account_id, id, attempt, 'unknown', 'worker_lost' from lost
      on conflict (account_id, delivery_id, number) do nothing
    )
    select id from lost`)
  return lost.length
}

/** A worker that stops hands back what it has not begun, as if it had never claimed it. */
export const releaseLease = (ctx: TxContext, token: string): void =>
  ctx.enqueue(
    `with given as (
       delete from webhooks.lease where token = $1 returning token, endpoint_ids, delivery_ids
     ), held as (${leasedRowsSql('given')}
     )
     update webhooks.delivery_queue q set attempt = q.attempt - 1, lease_token = null
       from held where ${sameRowSql('held')}`,
    [token],
  )

/** Forgets leases of which nothing is left; one that is being swept is the sweeper's to forget. */
export const deleteLeases = (ctx: TxContext, tokens: readonly string[]): void =>
  ctx.enqueue(
    `delete from webhooks.lease where token = any (array(
       select token from webhooks.lease where token = any ($1::uuid[]) for update skip locked))`,
    [tokens],
  )
