import type { TxContext } from '#platform/postgres/database'
import { ofTeam } from './stock-reservations.ts'
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

/**
 * Returns the stock levels by variant, with warehouses ordered by name. With `gift`, only those that a gift of this team
 * may take.
 */
export async function stockByVariant(
  ctx: TxContext,
  variant_ids: readonly string[],
  gift?: { team_id: string | null },
): Promise<ReadonlyMap<string, StockLevel[]>> {
  const all = await store.findStock(ctx, variant_ids)
  const rows = gift === undefined ? all : ofTeam(all, gift.team_id)
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
