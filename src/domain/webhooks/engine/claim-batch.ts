import type { LruCache } from '#platform/lib/lru-cache'
import type { TxContext } from '#platform/postgres/database'
import {
  type ClaimedDelivery,
  type ClaimRequest,
  type ClaimResult,
  claimDeliveries,
  type Lane,
} from './claim-deliveries.ts'
import { type Destination, getDestinations, hasFilter, type Unsignable } from './destinations.ts'
import { findOrdered, holdBack } from './event-order.ts'
import { deleteLeases } from './queue.ts'
import { type PacedClaim, reserveSlots } from './rate-limits.ts'

/** What a claim has taken, and which of it may be sent when. */
export interface ClaimBatch {
  result: ClaimResult
  destinations: ReadonlyMap<string, Destination | Unsignable>
  paced: PacedClaim
}

/**
 * Claims deliveries, puts back those that must wait for an earlier event, and reserves the times of endpoints with a rate limit.
 *
 * Deliveries of ordered endpoints are put back in a transaction of their own, which waits for transactions that end earlier
 * events. The claim itself never waits: PostgreSQL leaves locks on rows that have changed while it looked at them, and the
 * transaction that it would wait for may need them.
 */
export async function claimBatch(
  run: <T>(fn: (ctx: TxContext) => Promise<T>) => Promise<T>,
  lane: Lane,
  request: ClaimRequest,
  cache: LruCache,
): Promise<ClaimBatch> {
  const { token } = request
  const { result, destinations, paced } = await run(async (ctx) => {
    const result = await claimDeliveries(ctx, lane, request)
    const destinations = await getDestinations(ctx, result.rows, cache)
    if (findOrdered(result.rows, destinations).length > 0) return { result, destinations }
    return {
      result,
      destinations,
      paced: await pace(ctx, result, result.rows, destinations, token),
    }
  })
  if (paced !== undefined) return { result, destinations, paced }
  const later = await run(async (ctx) => {
    const open = await holdBack(ctx, result.rows, destinations, token)
    return pace(ctx, result, open, destinations, token)
  })
  return { result, destinations, paced: later }
}

/** Reserves the times of the rows that may be sent. Ends the lease if none of them needs it. */
async function pace(
  ctx: TxContext,
  { rows: claimed }: ClaimResult,
  open: readonly ClaimedDelivery[],
  destinations: ReadonlyMap<string, Destination | Unsignable>,
  token: string,
): Promise<PacedClaim> {
  // The gate reserves the times of the events that match their filter.
  const isPlain = ({ endpoint_id }: ClaimedDelivery) => !hasFilter(destinations.get(endpoint_id))
  const paced = await reserveSlots(ctx, open.filter(isPlain), destinations, token)
  const rows = [...paced.rows, ...open.filter((row) => !isPlain(row))]
  const keepsLease = rows.some(({ enabled, deleted }) => enabled || deleted)
  if (rows.length < claimed.length && !keepsLease) deleteLeases(ctx, [token])
  return { ...paced, rows }
}
