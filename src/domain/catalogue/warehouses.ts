import { type Address, ApiError, type FieldError, throwIfAny, validateAddress } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import { assertBelowLimit } from '#platform/postgres/account-limits'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import * as store from './store.ts'
import type { Warehouse, WarehouseWithAddress } from './tables.ts'

/** Returns the warehouses in the order of their names, without archived ones. */
export const listWarehouses = (ctx: TxContext): Promise<adminStore.ListedWarehouse[]> =>
  adminStore.findWarehouses(ctx)

interface NewWarehouse {
  name: string
  country: string
  address?: Address | null
}

export async function createWarehouse(
  ctx: TxContext,
  { name, country, address = null }: NewWarehouse,
): Promise<WarehouseWithAddress> {
  throwIfAny(validateWarehouseAddress({ country, address }))
  await assertBelowLimit(ctx, {
    name: 'warehouses',
    countedRows: 'select from catalogue.warehouse where account_id = $1 and archived_at is null',
    param: 'name',
    subject: 'warehouses',
    remedy: 'Archive one that is no longer needed.',
  })
  const warehouse = { id: newId(ctx.now), name, country, address }
  await store.insertWarehouse(ctx, warehouse)
  return warehouse
}

/**
 * Returns the errors of a warehouse's address. The warehouse sends parcels from it, so it must be a valid
 * postal address in the country of the warehouse.
 */
function validateWarehouseAddress({
  country,
  address,
}: Pick<WarehouseWithAddress, 'country' | 'address'>): FieldError[] {
  if (address === null) return []
  const param = (field: string) => `address.${field}`
  if (address.country !== country)
    return [{ code: 'invalid', param: param('country'), message: `must be ${country}` }]
  return validateAddress({ ...address }).map(({ field, code, message }) => ({
    code,
    message,
    param: param(field),
  }))
}

/**
 * Changes the name, the address or the country of a warehouse. The country of a used warehouse cannot change,
 * because the allocation of stock depends on it. `check` receives the locked warehouse.
 *
 * @throws ApiError if the country of a used warehouse would change
 */
export async function changeWarehouse(
  ctx: TxContext,
  id: string,
  to: Partial<Omit<WarehouseWithAddress, 'id'>>,
  check?: (current: WarehouseWithAddress) => void,
): Promise<{ was: WarehouseWithAddress; is: WarehouseWithAddress }> {
  await lockWarehouse(ctx, id)
  const { is_used, has_stock: _, ...was } = await getWarehouse(ctx, id)
  check?.(was)
  const is = { ...was, ...to }
  if (is_used && is.country !== was.country)
    throwIfAny([{ code: 'invalid', param: 'country', message: countryLockedMessage }])
  throwIfAny(validateWarehouseAddress(is))
  await adminStore.updateWarehouse(ctx, is)
  return { was, is }
}

const countryLockedMessage =
  'cannot change, because this warehouse was used; add another warehouse and archive this one'

/**
 * Archives a warehouse.
 *
 * @throws ApiError if the warehouse has stock or reservations
 */
export async function archiveWarehouse(ctx: TxContext, id: string): Promise<Warehouse> {
  await lockWarehouse(ctx, id)
  const { is_used: _, has_stock, ...warehouse } = await getWarehouse(ctx, id)
  if (has_stock) throw new ApiError('invalid_transition', { message: hasStockMessage })
  await adminStore.archiveWarehouse(ctx, warehouse.id)
  return warehouse
}

const hasStockMessage =
  'This warehouse still has stock, available or reserved for gifts. Set its counts to 0 first.'

/**
 * Locks a warehouse. Of two changes at the same instant, one waits for the other, so that no change is lost.
 */
const lockWarehouse = async (ctx: TxContext, id: string): Promise<void> => {
  if (isId(id)) await adminStore.lockWarehouse(ctx, id)
}

async function getWarehouse(ctx: TxContext, id: string): Promise<adminStore.ListedWarehouse> {
  const warehouses = isId(id) ? await listWarehouses(ctx) : []
  const warehouse = warehouses.find((each) => each.id === id.toLowerCase())
  if (warehouse === undefined) throw new ApiError('not_found')
  return warehouse
}

/** Finds a warehouse, archived or not. Returns undefined if the account has no such warehouse. */
export const findWarehouse = async (
  ctx: TxContext,
  id: string,
): Promise<WarehouseWithAddress | undefined> =>
  isId(id) ? adminStore.findWarehouse(ctx, id) : undefined
