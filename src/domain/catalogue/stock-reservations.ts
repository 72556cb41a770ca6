import type { TxContext } from '#platform/postgres/database'
import { type Allocation, allocate, type StockLine, sumByVariant } from './allocation.ts'
import * as stockStore from './reservation-store.ts'

/** What was kept, shelf by shelf, or the variants of which there is too little. Digital ones need no shelf. */
export type ReservationResult =
  | { allocations: Allocation[]; unavailable?: undefined }
  | { unavailable: string[]; allocations?: undefined }

export interface ReservationRequest {
  /** Whom it is kept for: a gift request. */
  holder_id: string
  lines: readonly StockLine[]
  /** Where it goes, when that is known: what lies there is taken first. */
  country?: string | undefined
}

/**
 * Keeps stock for somebody: all lines, or none of them and nothing changes. What is kept counts as
 * available no longer. Whoever wants some of the same at this moment waits for this transaction.
 */
export async function reserve(
  ctx: TxContext,
  { holder_id, lines, country }: ReservationRequest,
): Promise<ReservationResult> {
  const requested = sumByVariant(lines)
  const ids = requested.map(({ variant_id }) => variant_id)
  const physicalIds = new Set(await stockStore.findPhysicalVariants(ctx, ids))
  const wanted = requested.filter(({ variant_id }) => physicalIds.has(variant_id))
  if (wanted.length === 0) return { allocations: [] }
  const locations = await stockStore.lockStockLocations(ctx, [...physicalIds])
  const attempts = wanted.map((line) => ({ line, allocations: allocate(line, locations, country) }))
  const unavailable = attempts.filter(({ allocations }) => allocations === undefined)
  if (unavailable.length > 0) return { unavailable: unavailable.map(({ line }) => line.variant_id) }
  const allocations = attempts.flatMap((each) => each.allocations ?? [])
  stockStore.insertReservation(ctx, holder_id, allocations)
  return { allocations }
}

/** What is kept for somebody, and in which warehouse. */
export const findReservations = (ctx: TxContext, holder_id: string): Promise<Allocation[]> =>
  stockStore.findReservations(ctx, holder_id)

/**
 * Gives back whatever is still kept for them. Does not wait. For a transaction that has read something
 * before: those that only post share one, and several who give back in one would not keep to the order of the shelves.
 */
export const release = (ctx: TxContext, holder_id: string, account_id = ctx.account_id): void =>
  stockStore.returnStock(ctx, account_id, holder_id)

/** The goods have left: nothing is kept for them any more, and nothing comes back. Does not wait. */
export const consume = (ctx: TxContext, holder_id: string, account_id = ctx.account_id): void =>
  stockStore.deleteReservation(ctx, account_id, holder_id)
