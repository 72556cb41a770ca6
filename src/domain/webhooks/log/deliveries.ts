import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findEndpoint } from '../endpoints/endpoints.ts'
import { retryDelivery } from '../engine/retry-now.ts'
import type { AttemptRow, DeliveryPage, DeliveryRow } from './delivery-store.ts'
import * as store from './delivery-store.ts'
import { type EndpointHealth, readHealth } from './endpoint-health.ts'

/** A delivery with its attempts, in order. An attempt of a lost worker has no time and no status. */
export interface Delivery extends DeliveryRow {
  attempts: Omit<AttemptRow, 'delivery_id'>[]
}

/** Returns deliveries of the account, or of all accounts in a transaction for ALL_ACCOUNTS, newest first. */
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

/** Returns the account of a delivery, or undefined without such a delivery. */
export const findOwnerOfDelivery = async (
  ctx: TxContext,
  id: string,
): Promise<string | undefined> => (isId(id) ? store.findOwner(ctx, id) : undefined)

/**
 * Resends a delivery. An open delivery is retried at once and keeps its id, because a second delivery
 * would send the event twice. For an ended delivery, creates a new delivery of the same event with the
 * same body and five attempts.
 *
 * @returns the id of the open or new delivery; undefined when the delivery does not exist, or its
 *   endpoint or body was deleted
 * @throws ApiError when the body was erased at the request of a person, or the endpoint is disabled
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

/** The error of a delivery whose body was erased. */
export const erasedMessage =
  'The delivery cannot be resent: its recipient was erased, together with the body.'

/** Maximum number of deliveries that one call of `recoverSince` creates. */
const maxPerCall = 1_000

/**
 * Resends the deliveries that were abandoned since this time. Repeated calls resend each delivery only
 * once. Returns the number of new deliveries; call again until this is 0.
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

/** Returns how many deliveries `recoverSince` would resend; 10,000 means at least 10,000. */
export const countRecoverable = (
  ctx: TxContext,
  endpoint_id: string,
  since: Date,
): Promise<number> =>
  isId(endpoint_id) ? store.countRecoverable(ctx, endpoint_id, since, countCap) : Promise.resolve(0)

/**
 * Returns the health of an endpoint: its attempts, its open deliveries, and its last hundred ended
 * deliveries.
 */
export async function getEndpointHealth(
  ctx: TxContext,
  endpoint_id: string,
): Promise<EndpointHealth | undefined> {
  const endpoint = await findEndpoint(ctx, endpoint_id)
  return endpoint && (await readHealth(ctx, endpoint.account_id, [endpoint.id])).get(endpoint.id)
}

/** Returns the health of several endpoints of the account, by id. */
export const listEndpointHealth = (
  ctx: TxContext,
  endpoint_ids: readonly string[],
): Promise<ReadonlyMap<string, EndpointHealth>> =>
  readHealth(ctx, ctx.account_id, endpoint_ids.filter(isId))
