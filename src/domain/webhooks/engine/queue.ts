import { hasDueRows } from '#platform/jobs/due-table'
import type { TxContext } from '#platform/postgres/database'
import { firstRetryAttempt, maxAttempts, queueStates } from '../events/tables.ts'

/*
 * The bulk statements of the queue. Each statement changes a limited number of rows and skips locked
 * rows. Callers repeat a statement while rows match. All times are database times.
 */

/**
 * Maximum number of rows per statement. Without a limit, an endpoint with a million rows would cause a
 * very long transaction.
 */
const maxBatch = 5_000

const isAnyRowIn = (state: number) =>
  `exists (select from webhooks.delivery_queue where state = ${state})`
const { ready, readyRetry, readySlow, waiting, parked } = queueStates

/**
 * The SQL conditions that the loops of the engine have work, for `DueCheck`. Leased and parked rows count, so the loops also look while attempts
 * are open, and while an endpoint is disabled.
 */
export const dueWork = {
  claim: [ready, readyRetry, readySlow].map(isAnyRowIn).join(' or '),
  promote: hasDueRows({
    table: 'webhooks.delivery_queue',
    dueAt: 'next_at',
    where: `state = ${waiting}`,
    clock: 'database',
  }),
  sweep: `${hasDueRows({ table: 'webhooks.lease', dueAt: 'expires_at', clock: 'database' })} or ${isAnyRowIn(parked)}`,
}

/** Computes the state in which a row waits: retries have a lane of their own. */
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

/** The endpoint of a bulk update. */
export interface EndpointRef {
  account_id: string
  endpoint_id: string
}

const bulkUpdate =
  (text: string) =>
  (ctx: TxContext, { account_id, endpoint_id }: EndpointRef): void =>
    ctx.enqueue(text, [account_id, endpoint_id])

/**
 * Parks deliveries of a disabled endpoint. Remaining and later deliveries are parked when they are
 * claimed.
 */
export const park = bulkUpdate(parkSql)

/** Unparks deliveries of an enabled endpoint. Queue maintenance unparks the rest. */
export const unpark = bulkUpdate(unparkSql)

/** Abandons deliveries of a deleted endpoint. Remaining and leased deliveries end when they are claimed. */
export const abandonAll = bulkUpdate(abandonAllSql)

/**
 * Finds wrongly parked deliveries: their endpoint is enabled or deleted. Unsignable deliveries stay
 * parked.
 */
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

/** Makes due retries claimable. Returns how many. */
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

/** Maximum number of rows that one statement moves to the slow lane. */
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
 * Moves rows of blocked endpoints to the slow lane, so that claims of the other lanes do not scan them. A
 * row moves at most once, because the slow lane has claims of its own. Returns how many rows were moved.
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

/**
 * Selects the rows that still belong to a lease. All statements lock rows in the same order, to avoid
 * deadlocks.
 */
const leasedRowsSql = (lease: string) => `
    select q.account_id, q.endpoint_id, q.id, q.attempt
      from ${lease}
      cross join unnest(endpoint_ids, delivery_ids) as r (endpoint_id, id)
      join webhooks.endpoint e on e.id = r.endpoint_id
      join webhooks.delivery_queue q
        on q.account_id = e.account_id and q.endpoint_id = r.endpoint_id and q.id = r.id and q.lease_token = token
     order by q.id for update of q`

/**
 * Reclaims expired leases. Their worker was lost, and the results of its attempts are unknown. The
 * deliveries are due at once, without a retry delay, because the receiver did not fail. Deliveries
 * without remaining attempts are abandoned.
 */
export async function reclaimExpiredLeases(ctx: TxContext): Promise<number> {
  const lost = await ctx.query(`
    with over as (
      delete from webhooks.lease where token = any (array(
        select token from webhooks.lease where expires_at < now() order by expires_at limit 10 for update skip locked))
      returning token, endpoint_ids, delivery_ids
    ), lost as (${leasedRowsSql('over')}
    ), retried as (
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

/** Releases deliveries that a stopping worker has not attempted. The claim does not count as an attempt. */
export const releaseLeases = (ctx: TxContext, tokens: readonly string[]): void =>
  ctx.enqueue(
    `with released as (
       delete from webhooks.lease where token = any ($1::uuid[]) returning token, endpoint_ids, delivery_ids
     ), leased as (${leasedRowsSql('released')}
     )
     update webhooks.delivery_queue q set attempt = q.attempt - 1, lease_token = null
       from leased where ${sameRowSql('leased')}`,
    [tokens],
  )

/** Deletes settled leases. Skips locked leases, because `reclaimExpiredLeases` deletes those. */
export const deleteLeases = (ctx: TxContext, tokens: readonly string[]): void =>
  ctx.enqueue(
    `delete from webhooks.lease where token = any (array(
       select token from webhooks.lease where token = any ($1::uuid[]) for update skip locked))`,
    [tokens],
  )
