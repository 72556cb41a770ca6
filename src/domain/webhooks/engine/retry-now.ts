import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import { queueStates } from '../events/tables.ts'

/*
 * Early retries. After the repair of a receiver, failed deliveries should not wait for hours. The next
 * attempt of each delivery moves forward; no attempt is added.
 */

/** Retries per second and endpoint, so that a receiver is not overloaded after its recovery. */
export const retriesPerSecond = 50
/** Maximum number of rows per call, because the queue is busy and transactions must be short. */
const maxRowsPerCall = 2_500
const countCap = 100_000

/**
 * Moves the next attempt of a delivery forward to now.
 *
 * @returns whether the delivery is still open; false when the delivery has ended or does not exist
 * @throws ApiError when the delivery is parked because its endpoint is disabled, or waits for an earlier event
 */
export async function retryDelivery(ctx: TxContext, delivery_id: string): Promise<boolean> {
  if (!isId(delivery_id)) return false
  const [row] = await ctx.query<{ state: number }>(
    `with open as materialized (
       select q.account_id, q.endpoint_id, q.id, q.state
         from webhooks.delivery d
         join webhooks.delivery_queue q
           on q.account_id = d.account_id and q.endpoint_id = d.endpoint_id and q.id = d.id
        where d.id = $2 and ($1::uuid is null or d.account_id = $1)
     ), moved as (
       update webhooks.delivery_queue q set state = ${queueStates.readyRetry}, next_at = null
         from open o
        where q.account_id = o.account_id and q.endpoint_id = o.endpoint_id and q.id = o.id
          and q.state = ${queueStates.waiting} and q.lease_token is null
     )
     select state from open`,
    [ctx.account_id === ALL_ACCOUNTS ? null : ctx.account_id, delivery_id],
  )
  if (row === undefined) return false
  if (row.state === queueStates.parked)
    throw new ApiError('invalid_transition', { message: pausedMessage })
  if (row.state === queueStates.behind)
    throw new ApiError('invalid_transition', { message: behindMessage })
  ctx.afterCommit(() => ctx.deployment.notify('deliveries'))
  return true
}

const behindMessage =
  'The delivery waits for an earlier event of its gift request. Resend that one.'
const pausedMessage = 'The endpoint is disabled. Enable the endpoint to resume the delivery.'

/** The result of `retryWaiting`. */
export interface RetryWaitingResult {
  rescheduled: number
  /** Retries that are due later than the last moved one. Call again with `after` until this is 0. */
  remaining: number
  after: number
}

/**
 * Moves the retries of an endpoint forward, the oldest first, at a limited rate. `after` is the number of
 * retries that earlier calls have moved; this call schedules its retries after those.
 */
export async function retryWaiting(
  ctx: TxContext,
  endpoint_id: string,
  after = 0,
): Promise<RetryWaitingResult> {
  if (!isId(endpoint_id)) return { rescheduled: 0, remaining: 0, after }
  const horizonSeconds = (after + maxRowsPerCall) / retriesPerSecond
  const rows = await ctx.query(
    `with batch as (
       select account_id, endpoint_id, id from webhooks.delivery_queue
        where account_id = $1 and endpoint_id = $2 and state = ${queueStates.waiting}
          and next_at > now() + $4 * interval '1 second'
        order by id limit ${maxRowsPerCall} for update skip locked
     ), placed as (
       select *, row_number() over (order by id) - 1 as position from batch
     )
     update webhooks.delivery_queue q
        set next_at = now() + ($3 + p.position) / ${retriesPerSecond}.0 * interval '1 second'
       from placed p
      where q.account_id = p.account_id and q.endpoint_id = p.endpoint_id and q.id = p.id
      returning true`,
    [ctx.account_id, endpoint_id, after, horizonSeconds],
  )
  const [row] = await ctx.query<{ remaining: number }>(
    `select count(*)::int as remaining from (
       select from webhooks.delivery_queue
        where account_id = $1 and endpoint_id = $2 and state = ${queueStates.waiting}
          and next_at > now() + $3 * interval '1 second' limit ${countCap}) q`,
    [ctx.account_id, endpoint_id, horizonSeconds],
  )
  if (rows.length > 0) ctx.afterCommit(() => ctx.deployment.notify('deliveries'))
  return { rescheduled: rows.length, remaining: row?.remaining ?? 0, after: after + rows.length }
}
