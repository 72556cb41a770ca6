import * as catalogue from '#catalogue'
import { ApiError, maxAvailable } from '#contract'
import * as fulfilment from '#fulfilment'
import type { ShopProductRow } from './product-store.ts'
import type { Transact } from './save-product.ts'

/** What a run knows of the stock. */
export interface ShopStock {
  connection_id: string
  warehouse_id: string
  /** The units that the shop has, by the variant of the catalogue. */
  counts: ReadonlyMap<string, number>
  /** The parcels whose orders the shop had before it was read: its numbers are less their units. */
  placed: readonly string[]
  /** The units that the shop counted as sold, before it was read, for gifts whose recipients can still take them. */
  paid: ReadonlyMap<string, number>
}

const batchSize = 200
const maxAttempts = 4

/**
 * Sets the stock of a shop: its numbers less the units that are reserved here and that the shop does not know. A gift that
 * takes stock at the same instant changes the level, and the batch is computed again.
 */
export async function setStock(transact: Transact, stock: ShopStock): Promise<void> {
  const ids = [...stock.counts.keys()]
  for (let from = 0; from < ids.length; from += batchSize)
    await setBatch(transact, stock, ids.slice(from, from + batchSize))
}

async function setBatch(
  transact: Transact,
  { connection_id, warehouse_id, counts, placed, paid }: ShopStock,
  ids: readonly string[],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transact(async (ctx) => {
        const variants = await catalogue.findVariants(ctx, ids)
        // after the reservations: a parcel that leaves in between makes the stock smaller, never larger
        const known = await fulfilment.countUnshipped(ctx, warehouse_id, placed)
        const stillPaid = await fulfilment.countPaidUnits(ctx, connection_id)
        const levels = variants.map(({ id, stock_levels }) => {
          const level = stock_levels.find((each) => each.warehouse_id === warehouse_id)
          const { available: expected = 0, reserved = 0 } = level ?? {}
          const unknown = Math.max(0, reserved - (known.get(id) ?? 0))
          const own = Math.min(paid.get(id) ?? 0, stillPaid.get(id) ?? 0)
          const available = Math.trunc((counts.get(id) ?? 0) + own - unknown)
          const bounded = Math.min(Math.max(0, available), maxAvailable)
          return { variant_id: id, warehouse_id, available: bounded, expected }
        })
        await catalogue.adjustStock(
          ctx,
          levels.filter(({ available, expected }) => available !== expected),
        )
      })
    } catch (error) {
      if (!(error instanceof ApiError) || attempt === maxAttempts) throw error
    }
}

/** A shop that does not count a variant has this many. */
const uncounted = 9_999

/** Returns the stock by the variants of the catalogue. What is gone has none, unless the shop may be wrong about it. */
export function countStock(
  rows: ReadonlyMap<string, ShopProductRow>,
  found: readonly fulfilment.ShopProduct[],
  leavesRemoved: boolean,
): Map<string, number> {
  const byKey = new Map(found.map((product) => [product.key, product]))
  const counts = new Map<string, number>()
  for (const { key, given } of rows.values()) {
    const product = byKey.get(key)
    if (product === undefined && leavesRemoved) continue
    for (const [variantKey, { id }] of Object.entries(given.variants)) {
      const variant = product?.variants.find((each) => each.key === variantKey)
      if (variant?.sku == null && leavesRemoved) continue
      if (variant?.sku == null) counts.set(id, Math.max(0, counts.get(id) ?? 0))
      else counts.set(id, variant.available ?? uncounted)
    }
  }
  return counts
}
