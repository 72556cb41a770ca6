import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { StockLevel } from './tables.ts'

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
