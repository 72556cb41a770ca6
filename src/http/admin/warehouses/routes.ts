import * as catalogue from '#catalogue'
import * as products from '#products'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

export const warehouseRoutes = [
  handle(contract.listWarehouses, async ({ ctx }) => ({
    data: await catalogue.listWarehouses(ctx),
    has_more: false,
  })),

  handle(contract.createWarehouse, ({ ctx, actor, body }) =>
    products.createWarehouse(ctx, actor, body),
  ),

  handle(contract.changeWarehouse, ({ ctx, actor, params, body }) =>
    products.changeWarehouse(ctx, actor, params.id, body),
  ),

  handle(contract.archiveWarehouse, ({ ctx, actor, params }) =>
    products.archiveWarehouse(ctx, actor, params.id),
  ),
]
