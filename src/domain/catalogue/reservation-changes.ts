import type { TxContext } from '#platform/postgres/database'
import { type Allocation, allocate, type StockLine, sumByVariant } from './allocation.ts'
import * as reservationStore from './reservation-store.ts'
import { ofTeam, type ReservationRequest } from './stock-reservations.ts'

/** A change of the lines that a holder has reserved. */
export interface ReservationChange extends ReservationRequest {
  /** Holds the additional stock until `mergeReservations`. */
  extra_holder_id: string
}

/**
 * Reserves the part of the lines that the holder has not reserved, in the name of `extra_holder_id`. Reserves all of it or
 * nothing, and returns the variants with insufficient stock. Locks the stock of old and new lines together, so that two
 * opposite exchanges do not deadlock.
 */
export async function reserveMissing(
  ctx: TxContext,
  { holder_id, extra_holder_id, lines, country, team_id }: ReservationChange,
): Promise<{ unavailable?: string[] }> {
  const reserved = await reservationStore.findReservations(ctx, holder_id)
  const requested = sumByVariant(lines)
  const ids = requested.map(({ variant_id }) => variant_id)
  const physicalIds = await reservationStore.findPhysicalVariants(ctx, ids)
  const reservedIds = reserved.map(({ variant_id }) => variant_id)
  const locations = await reservationStore.lockStockLocations(ctx, [
    ...new Set([...physicalIds, ...reservedIds]),
  ])
  const reservedByVariant = new Map(
    sumByVariant(reserved).map(({ variant_id, quantity }) => [variant_id, quantity]),
  )
  const missing = requested
    .filter(({ variant_id }) => physicalIds.includes(variant_id))
    .map(({ variant_id, quantity }) => ({
      variant_id,
      quantity: quantity - (reservedByVariant.get(variant_id) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0)
  const { allocations, insufficient } = allocate(missing, ofTeam(locations, team_id), country)
  if (insufficient.length > 0)
    return { unavailable: insufficient.map(({ variant_id }) => variant_id) }
  if (allocations.length > 0) reservationStore.insertReservation(ctx, extra_holder_id, allocations)
  return {}
}

/**
 * Moves the stock of `extra_holder_id` to the holder, and returns the part that the lines do not need. Afterwards the holder
 * has reserved exactly these lines.
 */
export async function mergeReservations(
  ctx: TxContext,
  { holder_id, extra_holder_id, lines }: Omit<ReservationChange, 'country' | 'team_id'>,
): Promise<void> {
  const needed = new Map(
    sumByVariant(lines).map(({ variant_id, quantity }) => [variant_id, quantity]),
  )
  const surplus = (await reservationStore.findReservations(ctx, holder_id)).flatMap(
    (reserved): Allocation[] => {
      const unchanged = Math.min(reserved.quantity, needed.get(reserved.variant_id) ?? 0)
      needed.set(reserved.variant_id, (needed.get(reserved.variant_id) ?? 0) - unchanged)
      return unchanged === reserved.quantity
        ? []
        : [{ ...reserved, quantity: reserved.quantity - unchanged }]
    },
  )
  releaseLines(ctx, holder_id, surplus)
  reservationStore.moveAllReservations(ctx, extra_holder_id, holder_id)
}

/**
 * Returns a part of the holder's reserved stock, at most what is reserved. Enqueues the statement without waiting; see
 * `release` for its limits.
 */
export function releaseLines(
  ctx: TxContext,
  holder_id: string,
  lines: readonly (StockLine & { warehouse_id: string })[],
): void {
  if (lines.length > 0) reservationStore.takeFromReservation(ctx, holder_id, lines, 'to_stock')
}

/** Deletes a part of the reservation: the goods have shipped. Enqueues the statement without waiting. */
export function consumeLines(
  ctx: TxContext,
  holder_id: string,
  lines: readonly (StockLine & { warehouse_id: string })[],
): void {
  if (lines.length > 0) reservationStore.takeFromReservation(ctx, holder_id, lines, 'shipped')
}

/** Moves all reserved stock of one holder to another. Enqueues the statement without waiting. */
export const moveAllReservations = reservationStore.moveAllReservations
