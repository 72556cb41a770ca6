import * as catalogue from '#catalogue'
import type { TxContext } from '#platform/postgres/database'
import { auditVariant } from './variant-audit.ts'

/** Sets stock levels: all or none. Returns the number of levels that changed. */
export async function setStock(
  ctx: TxContext,
  levels: readonly catalogue.StockAdjustment[],
): Promise<number> {
  const changed = await catalogue.adjustStock(ctx, levels)
  await auditLevels(ctx, 'stock.count', changed)
  return changed.length
}

/** Adds to stock levels, or takes from them: all or none. Returns the number of levels that changed. */
export async function adjustStock(
  ctx: TxContext,
  adjustments: readonly catalogue.StockDelta[],
  reason: string,
): Promise<number> {
  const changed = await catalogue.addToStock(ctx, adjustments)
  await auditLevels(ctx, 'stock.adjust', changed, { reason })
  return changed.length
}

async function auditLevels(
  ctx: TxContext,
  action: 'stock.count' | 'stock.adjust',
  changed: readonly catalogue.AdjustedStock[],
  details: Record<string, unknown> = {},
): Promise<void> {
  const ids = changed.map(({ variant_id }) => variant_id)
  const variants = await catalogue.variantsById(ctx, ids)
  for (const { variant_id: id, warehouse_id, previous, available } of changed) {
    const sku = variants.get(id.toLowerCase())?.sku ?? ''
    const counts = { before: { available: previous }, after: { available } }
    auditVariant(ctx, { id, sku }, action, { warehouse_id, ...counts, ...details })
  }
}
