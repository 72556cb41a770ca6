import * as catalogue from '#catalogue'
import { orNotFound } from '#contract'
import * as products from '#products'
import { withAppMembers } from './kernel/app-members.ts'
import { handle } from './kernel/handle.ts'

/** The operations on warehouses. */
export const warehouseRoutes = [
  handle('listWarehouses', async ({ ctx }) =>
    (await catalogue.listWarehouses(ctx)).map(({ is_used, has_stock, ...warehouse }) =>
      withAppMembers(toView(warehouse), { is_used, has_stock }),
    ),
  ),

  handle('getWarehouse', async ({ ctx, params }) => {
    const warehouse = await catalogue.findWarehouse(ctx, params.id)
    return warehouse && toView(warehouse)
  }),

  handle('createWarehouse', async ({ ctx, body }) =>
    toView(await products.createWarehouse(ctx, body)),
  ),

  handle('updateWarehouse', async ({ ctx, params, body, assertUnchanged }) =>
    toView(
      await products.changeWarehouse(ctx, params.id, body, (current) =>
        assertUnchanged(() => toView(current)),
      ),
    ),
  ),

  handle('archiveWarehouse', async ({ ctx, params }) => {
    const warehouse = orNotFound(await catalogue.findWarehouse(ctx, params.id))
    await products.archiveWarehouse(ctx, warehouse.id)
    return toView(warehouse)
  }),
]

const toView = ({ id, name, country, address }: catalogue.WarehouseWithAddress) => ({
  id,
  name,
  country,
  address,
})
