import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findEndpoint } from '../endpoints/endpoints.ts'
import { retryDelivery } from '../engine/retry-now.ts'
import type { AttemptRow, DeliveryPage, DeliveryRow } from './delivery-store.ts'
import * as store from './delivery-store.ts'
import { type EndpointHealth, readHealth } from './endpoint-health.ts'

/** A delivery with its attempts, in order. An attempt whose worker was lost has no time and no status. */
export interface Delivery extends DeliveryRow {
  attempts: Omit<AttemptRow, 'delivery_id'>[]
}

/** Newest first; of one account, or of all in a transaction that was opened for everyone. */
export async function listDeliveries(ctx: TxContext, page: DeliveryPage): Promise<Delivery[]> {
  const rows = await store.list(ctx, page)
  const attempts = await store.findAttempts(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    attempts: attempts
      .filter(({ delivery_id }) => delivery_id === row.id)
      .map(({ delivery_id: _, ...rest }) => rest),
  }))
}

/**
 * Of a delivery that is still open, moves the next attempt forward and returns its own id: the receiver would see
 * the event twice otherwise. Of one that has ended, begins a new delivery of the same event, with the same body and
 * five attempts of its own, and returns that one's id.
 *
 * @returns undefined when there is no such delivery, its endpoint was deleted, or its body was deleted
 * @throws Refusal when the body was erased at somebody's wish, or the endpoint is disabled
 */
export async function resend(ctx: TxContext, delivery_id: string): Promise<string | undefined> {
  if (!isId(delivery_id)) return undefined
  if (await retryDelivery(ctx, delivery_id)) return delivery_id
  const id = await store.replay(ctx, delivery_id)
  if (id === undefined && (await store.isErased(ctx, delivery_id)))
    throw new ApiError('invalid_transition', { message: erasedMessage })
  if (id !== undefined) ctx.afterCommit(() => ctx.deployment.notify('deliveries'))
  return id
}

const erasedMessage =
  'The person it tells of was erased, and with them its body: it cannot be sent again.'

/** Deliveries that one call of `recoverSince` begins at most. */
const maxPerCall = 1_000

/**
 * Sends again what was given up since then, each once, however often this is called. Answers how many
 * it began; call again until that is none.
 */
export async function recoverSince(
  ctx: TxContext,
  endpoint_id: string,
  since: Date,
): Promise<number> {
  if (!isId(endpoint_id)) return 0
  const startedCount = await store.replayAbandonedSince(ctx, endpoint_id, since, maxPerCall)
  if (startedCount > 0) ctx.afterCommit(() => ctx.deployment.notify('deliveries'))
  return startedCount
}

const countCap = 10_000

/** How many `recoverSince` would send again; ten thousand are 'at least so many'. */
export const countRecoverable = (
  ctx: TxContext,
  endpoint_id: string,
  since: Date,
): Promise<number> =>
  isId(endpoint_id) ? store.countRecoverable(ctx, endpoint_id, since, countCap) : Promise.resolve(0)

/** How an endpoint fares: its attempts, what waits for it, and how its last hundred deliveries ended. */
export async function getEndpointHealth(
  ctx: TxContext,
  endpoint_id: string,
): Promise<EndpointHealth | undefined> {
  const endpoint = await findEndpoint(ctx, endpoint_id)
  return endpoint && (await readHealth(ctx, endpoint.account_id, [endpoint.id])).get(endpoint.id)
}

/** The same of many endpoints of the work's account, by id. */
export const listEndpointHealth = (
  ctx: TxContext,
  endpoint_ids: readonly string[],
): Promise<ReadonlyMap<string, EndpointHealth>> =>
  readHealth(ctx, ctx.account_id, endpoint_ids.filter(isId))
