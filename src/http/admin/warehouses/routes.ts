import * as catalogue from '#catalogue'
import * as products from '#products'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

export const warehouseRoutes = [
  handle(contract.listWarehouses, async ({ ctx }) => ({
    data: await catalogue.listWarehouses(ctx),
    has_more: false,
  })),

  handle(contract.createWarehouse, ({ ctx, body }) => products.createWarehouse(ctx, body)),

  handle(contract.changeWarehouse, ({ ctx, params, body }) =>
    products.changeWarehouse(ctx, params.id, body),
  ),

  handle(contract.archiveWarehouse, ({ ctx, params }) => products.archiveWarehouse(ctx, params.id)),
]
