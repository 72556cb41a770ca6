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
  /** The team of the gift. Its stock is preferred, and that of other teams is not used. */
  team_id: string | null
}

/**
 * Reserves stock: all lines, or none. Reserved stock is no longer available. Concurrent reservations of
 * the same variants wait for this transaction.
 *
 * Called when a recipient confirms. Reserved earlier, stock would wait for recipients who never choose; later, an item
 * would be refused to a recipient who was accepted a day before.
 */
export async function reserve(
  ctx: TxContext,
  { holder_id, lines, country, team_id }: ReservationRequest,
): Promise<ReservationResult> {
  const requested = sumByVariant(lines)
  const ids = requested.map(({ variant_id }) => variant_id)
  const physicalIds = new Set(await reservationStore.findPhysicalVariants(ctx, ids))
  const wanted = requested.filter(({ variant_id }) => physicalIds.has(variant_id))
  if (wanted.length === 0) return { allocations: [] }
  const locations = await reservationStore.lockStockLocations(ctx, [...physicalIds])
  const { allocations, insufficient } = allocate(wanted, ofTeam(locations, team_id), country)
  if (insufficient.length > 0) return { unavailable: variantIds(insufficient) }
  reservationStore.insertReservation(ctx, holder_id, allocations)
  return { allocations }
}

/** Returns the stock that a gift of this team may take: that of the team, and that of no team. */
export const ofTeam = <T extends { team_id: string | null }>(
  locations: readonly T[],
  team_id: string | null,
): T[] => locations.filter((each) => each.team_id === null || each.team_id === team_id)

/** Returns the reservations of a holder, by warehouse. */
export const findReservations = (ctx: TxContext, holder_id: string): Promise<Allocation[]> =>
  reservationStore.findReservations(ctx, holder_id)

/**
 * Returns the reserved stock of the holders, in one statement. Enqueues the statement without waiting.
 * Only for transactions that have sent a query before: enqueue-only transactions share one database
 * transaction, in which several releases would violate the lock order of stock levels.
 */
export const release = (ctx: TxContext, ...holder_ids: string[]): void =>
  reservationStore.returnStock(ctx, holder_ids)

/** Transfers the part of a reservation in one warehouse to another holder. */
export const moveReservation = reservationStore.moveReservation

/** A reserved quantity that is not shipped from its warehouse. */
export interface UnshippedLine extends Allocation {
  /** The units that are available again. The other units are missing or damaged. */
  returned: number
}

/**
 * Takes lines out of a reservation. Locks all stock of their variants first, in the order of all
 * transactions, so that a later reservation of the same variants does not deadlock.
 */
export async function cancelReservedLines(
  ctx: TxContext,
  holder_id: string,
  lines: readonly UnshippedLine[],
): Promise<void> {
  await reservationStore.lockStockLocations(ctx, variantIds(lines))
  await reservationStore.reduceReservation(ctx, holder_id, lines)
  await reservationStore.addToStock(
    ctx,
    lines.map(({ returned, ...line }) => ({ ...line, quantity: returned })),
  )
}

/**
 * Writes off one available unit of a variant in a warehouse. Returns false, and changes nothing, when
 * no unit is available there. Locks like `cancelReservedLines`.
 */
export async function writeOffAvailable(
  ctx: TxContext,
  { variant_id, warehouse_id }: Omit<Allocation, 'quantity'>,
): Promise<boolean> {
  const locations = await reservationStore.lockStockLocations(ctx, [variant_id])
  const location = locations.find((each) => each.warehouse_id === warehouse_id)
  if (location === undefined || location.available < 1) return false
  await reservationStore.addToStock(ctx, [{ variant_id, warehouse_id, quantity: -1 }])
  return true
}

/**
 * Takes items that have left their warehouse out of its available stock, at most what is available. Other items are
 * reserved for parcels that cannot be packed; the packer reports them as out of stock. Locks like `cancelReservedLines`.
 */
export async function consumeAvailable(
  ctx: TxContext,
  lines: readonly Allocation[],
): Promise<void> {
  await reservationStore.lockStockLocations(ctx, variantIds(lines))
  await reservationStore.subtractAvailable(ctx, lines)
}

const variantIds = (lines: readonly StockLine[]) => [
  ...new Set(lines.map(({ variant_id }) => variant_id)),
]
