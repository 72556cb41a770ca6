import { ApiError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as deskStore from './admin-store.ts'
import type { Warehouse } from './tables.ts'

/** By name; archived ones are left out. */
export const listWarehouses = (ctx: TxContext): Promise<deskStore.ListedWarehouse[]> =>
  deskStore.findWarehouses(ctx)

/**
 * Changes the name of a warehouse, or its country while nothing was stored in it or sent from it: goods are promised
 * by the country.
 *
 * @throws Refusal when the warehouse is in use and the country would change
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
  await deskStore.updateWarehouse(ctx, is)
  return { was, is }
}

const countryLockedMessage =
  'cannot change, as stock was stored in this warehouse; add another warehouse and archive this one'

/**
 * Takes a warehouse out of use.
 *
 * @throws Refusal while it has stock, or keeps some for gifts that were redeemed
 */
export async function archiveWarehouse(ctx: TxContext, id: string): Promise<Warehouse> {
  const { is_used: _, has_stock, ...warehouse } = await getWarehouse(ctx, id)
  if (has_stock) throw new ApiError('invalid_transition', { message: hasStockMessage })
  await deskStore.archiveWarehouse(ctx, warehouse.id)
  return warehouse
}

const hasStockMessage =
  'This warehouse still has stock, or stock that is promised to gifts. Set its counts to 0 first.'

async function getWarehouse(ctx: TxContext, id: string): Promise<deskStore.ListedWarehouse> {
  const warehouses = isId(id) ? await listWarehouses(ctx) : []
  const warehouse = warehouses.find((each) => each.id === id.toLowerCase())
  if (warehouse === undefined) throw new ApiError('not_found')
  return warehouse
}
