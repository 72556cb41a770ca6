import type { TxContext } from '#platform/postgres/database'
import { type Allocation, allocate, type StockLine, sumByVariant } from './allocation.ts'
import * as reservationStore from './reservation-store.ts'

/**
 * The allocations by warehouse, or the variants with insufficient stock. Digital variants need no
 * stock.
 */
export type ReservationResult =
  | { allocations: Allocation[]; unavailable?: undefined }
  | { unavailable: string[]; allocations?: undefined }

export interface ReservationRequest {
  /** The holder of the reservation: a gift request or parcel. */
  holder_id: string
  lines: readonly StockLine[]
  /** The destination country, if known; its warehouses are preferred. */
  country?: string | undefined
}

/**
 * Reserves stock: all lines, or none. Reserved stock is no longer available. Concurrent reservations of
 * the same variants wait for this transaction.
 */
export async function reserve(
  ctx: TxContext,
  { holder_id, lines, country }: ReservationRequest,
): Promise<ReservationResult> {
  const requested = sumByVariant(lines)
  const ids = requested.map(({ variant_id }) => variant_id)
  const physicalIds = new Set(await reservationStore.findPhysicalVariants(ctx, ids))
  const wanted = requested.filter(({ variant_id }) => physicalIds.has(variant_id))
  if (wanted.length === 0) return { allocations: [] }
  const locations = await reservationStore.lockStockLocations(ctx, [...physicalIds])
  const attempts = wanted.map((line) => ({ line, allocations: allocate(line, locations, country) }))
  const unavailable = attempts.filter(({ allocations }) => allocations === undefined)
  if (unavailable.length > 0) return { unavailable: unavailable.map(({ line }) => line.variant_id) }
  const allocations = attempts.flatMap((each) => each.allocations ?? [])
  reservationStore.insertReservation(ctx, holder_id, allocations)
  return { allocations }
}

/** Returns the reservations of a holder, by warehouse. */
export const findReservations = (ctx: TxContext, holder_id: string): Promise<Allocation[]> =>
  reservationStore.findReservations(ctx, holder_id)

/**
 * Returns the holder's reserved stock. Enqueues the statement without waiting. Only for transactions
 * that have sent a query before: enqueue-only transactions share one database transaction, in which
 * several releases would violate the lock order of stock levels.
 */
export const release = (ctx: TxContext, holder_id: string): void =>
  reservationStore.returnStock(ctx, holder_id)
