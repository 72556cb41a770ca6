import * as catalogue from '#catalogue'
import type * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { isFinal } from './parcel-states.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'
import { deriveStates, hasLeft } from './tracking-history.ts'

/**
 * The place where the items of a parcel are counted: in a reservation, in the available stock, or as shipped.
 */
type StockPosition = 'reserved' | 'available' | 'shipped'

/**
 * Returns where the items of a parcel are counted. The items of a lost parcel are not in the warehouse, even
 * without an earlier scan, because a carrier can only lose parcels that it has.
 */
function getPosition({ state, has_left }: ParcelRow, isRestocked: boolean): StockPosition {
  if (state === 'returned' && isRestocked) return 'available'
  if (has_left || state === 'lost') return 'shipped'
  return isFinal(state) ? 'available' : 'reserved'
}

/**
 * Updates the stock of parcels that have left or ended. Scans arrive late and in any order, so even a
 * cancelled parcel can leave later. In this case, its items are removed from the available stock. `parcels`
 * are the rows before the change.
 */
export async function updateStock(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly ParcelRow[],
  changed: readonly ParcelRow[],
): Promise<void> {
  const restocked = new Set(await findRestocked(ctx, parcels))
  for (const row of changed) {
    const before = parcels.find(({ id }) => id === row.id)
    if (before === undefined || row.warehouse_id === null) continue // a backordered parcel has no reservation
    const isRestocked = restocked.has(row.id)
    const from = getPosition(before, isRestocked)
    const to = getPosition(row, isRestocked)
    if (from === to || to === 'reserved') continue
    if (from === 'reserved' && (await hasLeftBefore(ctx, row))) continue
    const lines = await store.findLines(ctx, [row.id])
    const { warehouse_id } = row
    await moveStock(ctx, {
      gift,
      row,
      from,
      to,
      lines: lines.map((line) => ({ ...line, warehouse_id })),
    })
    if (isRestocked) await store.deleteRestock(ctx, row.id)
  }
}

/** Finds the parcels whose items are back in stock. Only returned parcels can be restocked. */
const findRestocked = async (ctx: TxContext, parcels: readonly ParcelRow[]): Promise<string[]> => {
  const returned = parcels.filter(({ state }) => state === 'returned').map(({ id }) => id)
  return returned.length === 0 ? [] : store.findRestocked(ctx, returned)
}

/**
 * Returns whether the parcel left with an earlier label and the carrier rejected it in transit. The stock of
 * this parcel is already consumed.
 */
async function hasLeftBefore(ctx: TxContext, row: ParcelRow): Promise<boolean> {
  if (row.label_attempt === 1) return false
  const scans = await store.findScans(ctx, [row.id])
  const earlier = scans.filter(({ carrier_ref }) => carrier_ref !== row.carrier_ref)
  return hasLeft(deriveStates(earlier, row))
}

interface StockMove {
  gift: gifting.Gift
  row: ParcelRow
  from: StockPosition
  to: StockPosition
  lines: readonly catalogue.Allocation[]
}

async function moveStock(ctx: TxContext, { gift, row, from, to, lines }: StockMove): Promise<void> {
  if (from === 'reserved') {
    const settle = to === 'shipped' ? catalogue.consumeLines : catalogue.releaseLines
    settle(ctx, await findReservationHolder(ctx, gift, row), lines)
  } else if (to === 'shipped') await catalogue.consumeAvailable(ctx, lines)
  else if (row.warehouse_id !== null) await catalogue.restock(ctx, row.warehouse_id, lines)
}

/**
 * Returns the owner of a parcel's reservation. In the first plan it is the gift request. If the parcel was
 * planned again or reships lines, it is the parcel itself. A parcel that left with an earlier label has no
 * reservation: the gift request owns only the reservations of its other parcels.
 */
export async function findReservationHolder(
  ctx: TxContext,
  gift: gifting.Gift,
  row: ParcelRow,
): Promise<string> {
  if (row.replaces !== null) return row.id
  if ((await catalogue.findReservations(ctx, row.id)).length > 0) return row.id
  return (await hasLeftBefore(ctx, row)) ? row.id : gift.id
}
