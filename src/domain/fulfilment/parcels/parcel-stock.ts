import * as catalogue from '#catalogue'
import type * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { isFinal } from './parcel-states.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'

/**
 * Consumes the reserved stock of parcels that have left, and returns the stock of parcels that ended without leaving.
 * `parcels` are the rows before the change.
 */
export async function updateStock(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly ParcelRow[],
  changed: readonly ParcelRow[],
): Promise<void> {
  const before = new Map(parcels.map((row) => [row.id, row]))
  const hasJustLeft = (row: ParcelRow) => row.has_left && before.get(row.id)?.has_left === false
  const hasJustEnded = (row: ParcelRow) =>
    !row.has_left && isFinal(row.state) && !isFinal(before.get(row.id)?.state ?? row.state)
  const settled = changed.filter((row) => hasJustLeft(row) || hasJustEnded(row))
  if (settled.length === 0) return
  const ids = settled.map(({ id }) => id)
  const lines = Map.groupBy(await store.findLines(ctx, ids), ({ parcel_id }) => parcel_id)
  for (const row of settled) {
    const { warehouse_id } = row
    if (warehouse_id === null) continue // backordered: nothing is reserved
    const settle = hasJustLeft(row) ? catalogue.consumeLines : catalogue.releaseLines
    const stock = (lines.get(row.id) ?? []).map((line) => ({ ...line, warehouse_id }))
    settle(ctx, await findHolder(ctx, gift, row), stock)
  }
}

/**
 * The holder of a parcel's reservation: the gift request for its first plan, and the parcel itself if it was planned again
 * or reships lines.
 */
async function findHolder(
  ctx: TxContext,
  gift: gifting.Gift,
  { id, replaces }: ParcelRow,
): Promise<string> {
  if (replaces !== null) return id
  return (await catalogue.findReservations(ctx, id)).length > 0 ? id : gift.id
}
