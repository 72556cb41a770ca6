import type { TxContext } from '#platform/postgres/database'
import * as products from '#products'
import { findWarehouses, toStockViews } from './catalogue-views.ts'
import { handle } from './kernel/handle.ts'

/** The size of a group of stock levels. Each full group counts as one additional request. */
const levelsPerRequest = 100

/** The operations that change the stock. The responses of products and variants contain the stock. */
export const stockRoutes = [
  handle('setStockLevels', async ({ ctx, request, body: { levels } }) => {
    await request.charge(Math.floor(levels.length / levelsPerRequest))
    await products.setStock(ctx, levels)
    return toLevelViews(ctx, levels)
  }),

  handle('adjustStockLevels', async ({ ctx, request, body: { levels, reason } }) => {
    await request.charge(Math.floor(levels.length / levelsPerRequest))
    await products.adjustStock(ctx, levels, reason)
    return toLevelViews(ctx, levels)
  }),
]

async function toLevelViews(
  ctx: TxContext,
  levels: readonly { variant_id: string; warehouse_id: string }[],
) {
  const warehouses = await findWarehouses(ctx)
  const ids = [...new Set(levels.map(({ variant_id }) => variant_id))]
  const variants = new Map((await products.findVariants(ctx, ids)).map((each) => [each.id, each]))
  return levels.flatMap(({ variant_id, warehouse_id }) => {
    const variant = variants.get(variant_id)
    if (variant === undefined) return []
    const stock = toStockViews(variant, warehouses)
    const level = stock.find(({ warehouse }) => warehouse.id === warehouse_id)
    return level === undefined ? [] : [{ variant_id, sku: variant.sku, ...level }]
  })
}
