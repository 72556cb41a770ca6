import * as catalogue from '#catalogue'
import { ApiError, maxAvailable } from '#contract'
import * as fulfilment from '#fulfilment'
import type { Transact } from './save-product.ts'

/** What a run knows of the stock. */
export interface ShopStock {
  warehouse_id: string
  /** The units that the shop has, by the variant of the catalogue. */
  counts: ReadonlyMap<string, number>
  /** The parcels whose orders the shop had before it was read: its numbers are less their units. */
  placed: readonly string[]
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
  { warehouse_id, counts, placed }: ShopStock,
  ids: readonly string[],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transact(async (ctx) => {
        const variants = await catalogue.findVariants(ctx, ids)
        // after the reservations: a parcel that leaves in between makes the stock smaller, never larger
        const known = await fulfilment.countUnshipped(ctx, warehouse_id, placed)
        const levels = variants.map(({ id, stock_levels }) => {
          const level = stock_levels.find((each) => each.warehouse_id === warehouse_id)
          const { available: expected = 0, reserved = 0 } = level ?? {}
          const unknown = Math.max(0, reserved - (known.get(id) ?? 0))
          const available = Math.trunc((counts.get(id) ?? 0) - unknown)
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
