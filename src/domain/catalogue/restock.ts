import type { TxContext } from '#platform/postgres/database'
import { sumByVariant } from './allocation.ts'
import * as store from './store.ts'

/**
 * Adds returned goods to the stock of a warehouse, and notifies fulfilment, because backordered parcels may be waiting.
 */
export async function restock(
  ctx: TxContext,
  warehouse_id: string,
  lines: readonly { variant_id: string; quantity: number }[],
): Promise<void> {
  await store.addStock(ctx, warehouse_id, sumByVariant(lines))
  ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}
