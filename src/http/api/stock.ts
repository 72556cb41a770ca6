import type { FastifyInstance, FastifyRequest } from 'fastify'
import { stockAdjustmentBody, stockCountsBody } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as products from '#products'
import { parseOperationBody } from './body.ts'
import { toStockViews } from './catalogue-views.ts'
import type { ApiResponse, Handle } from './handler.ts'
import { findWarehouses } from './warehouses.ts'

/** Each full group of this many levels counts as one additional request. */
const levelsPerRequest = 100

/** The operations that change stock. The responses of products and variants contain it. */
export function stockRoutes(app: FastifyInstance, handle: Handle): void {
  app.put('/stock_levels', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { levels } = parseOperationBody(request, stockCountsBody).members
      await request.charge(Math.floor(levels.length / levelsPerRequest))
      await products.setStock(ctx, levels)
      return toLevelsResponse(ctx, request, levels)
    }),
  )

  app.post('/stock_levels/adjust', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { levels, reason } = parseOperationBody(request, stockAdjustmentBody).members
      await request.charge(Math.floor(levels.length / levelsPerRequest))
      await products.adjustStock(ctx, levels, reason)
      return toLevelsResponse(ctx, request, levels)
    }),
  )
}

async function toLevelsResponse(
  ctx: TxContext,
  { version }: FastifyRequest,
  levels: readonly { variant_id: string; warehouse_id: string }[],
): Promise<ApiResponse> {
  const warehouses = await findWarehouses(ctx)
  const ids = [...new Set(levels.map(({ variant_id }) => variant_id))]
  const variants = new Map((await products.findVariants(ctx, ids)).map((each) => [each.id, each]))
  const views = levels.flatMap(({ variant_id, warehouse_id }) => {
    const variant = variants.get(variant_id)
    if (variant === undefined) return []
    const stock = toStockViews(variant, warehouses)
    const level = stock.find(({ warehouse }) => warehouse.id === warehouse_id)
    return level === undefined ? [] : [{ variant_id, sku: variant.sku, ...level }]
  })
  const flat = views.map((view) => JSON.stringify(view))
  const body = version.renderList('stock_levels', flat, { has_more: false, next: null })
  return { status: 200, body }
}
