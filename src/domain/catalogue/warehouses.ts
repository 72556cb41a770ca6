import { ApiError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import type { Warehouse } from './tables.ts'

/** Returns warehouses ordered by name, without archived ones. */
export const listWarehouses = (ctx: TxContext): Promise<adminStore.ListedWarehouse[]> =>
  adminStore.findWarehouses(ctx)

/**
 * Renames a warehouse, or changes its country. The country is fixed once the warehouse was used,
 * because allocation depends on the country.
 *
 * @throws ApiError when the country of a used warehouse would change
 */
export async function changeWarehouse(
  ctx: TxContext,
  id: string,
  to: { name?: string; country?: string },
): Promise<{ was: Warehouse; is: Warehouse }> {
  const { is_used, has_stock: _, ...was } = await getWarehouse(ctx, id)
  const is = { ...was, ...to }
  if (is_used && is.country !== was.country)
    throwIfAny([{ code: 'invalid', param: 'country', message: countryLockedMessage }])
  await adminStore.updateWarehouse(ctx, is)
  return { was, is }
}

const countryLockedMessage =
  'cannot change, because this warehouse was used; add another warehouse and archive this one'

/**
 * Archives a warehouse.
 *
 * @throws ApiError while the warehouse has stock or reservations
 */
export async function archiveWarehouse(ctx: TxContext, id: string): Promise<Warehouse> {
  const { is_used: _, has_stock, ...warehouse } = await getWarehouse(ctx, id)
  if (has_stock) throw new ApiError('invalid_transition', { message: hasStockMessage })
  await adminStore.archiveWarehouse(ctx, warehouse.id)
  return warehouse
}

const hasStockMessage =
  'This warehouse still has stock, available or reserved for gifts. Set its counts to 0 first.'

async function getWarehouse(ctx: TxContext, id: string): Promise<adminStore.ListedWarehouse> {
  const warehouses = isId(id) ? await listWarehouses(ctx) : []
  const warehouse = warehouses.find((each) => each.id === id.toLowerCase())
  if (warehouse === undefined) throw new ApiError('not_found')
  return warehouse
}
