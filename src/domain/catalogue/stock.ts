import { newId } from '#platform/lib/ids'
import { assertBelowLimit } from '#platform/postgres/account-limits'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { StockLevel, Warehouse } from './tables.ts'

export async function createWarehouse(
  ctx: TxContext,
  { name, country }: Omit<Warehouse, 'id'>,
): Promise<Warehouse> {
  await assertBelowLimit(ctx, {
    name: 'warehouses',
    countedRows: 'select from catalogue.warehouse where account_id = $1 and archived_at is null',
    param: 'name',
    subject: 'warehouses',
    remedy: 'Archive one that is no longer needed.',
  })
  const warehouse = { id: newId(ctx.now), name, country }
  await store.insertWarehouse(ctx, warehouse)
  return warehouse
}

/**
 * Sets the available stock of variants in warehouses, and notifies fulfilment, because backordered
 * parcels may be waiting.
 */
export function setStock(
  ctx: TxContext,
  levels: readonly { variant_id: string; warehouse_id: string; available: number }[],
): Promise<void> {
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
  return store.upsertStock(ctx, levels)
}

/** Returns the stock levels by variant, with warehouses ordered by name. */
export async function stockByVariant(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<ReadonlyMap<string, StockLevel[]>> {
  const rows = await store.findStock(ctx, variant_ids)
  const byVariant = Map.groupBy(rows, ({ variant_id }) => variant_id)
  return new Map(
    [...byVariant].map(([variant_id, levels]) => [
      variant_id,
      levels.map(({ id, name, country, available }) => ({
        warehouse: { id, name, country },
        available,
      })),
    ]),
  )
}
