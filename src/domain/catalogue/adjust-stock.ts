import { type FieldError, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { setStock } from './stock.ts'

/** A new count of a stock level, and optionally the count that the user saw before. */
export interface StockAdjustment {
  variant_id: string
  warehouse_id: string
  available: number
  /** The expected current count; omitted to skip the check. */
  expected?: number
}

/** A stock level before and after the adjustment. */
export interface AdjustedStock extends StockAdjustment {
  previous: number
}

/**
 * Sets stock levels. Rejects all of them when a current count differs from the expected one, because
 * another user or a redemption has changed it in the meantime.
 */
export async function adjustStock(
  ctx: TxContext,
  wanted: readonly StockAdjustment[],
): Promise<AdjustedStock[]> {
  const availableByKey = new Map(
    (await adminStore.lockStockLevels(ctx, wanted)).map((each) => [stockKey(each), each.available]),
  )
  const knownKeys = new Set((await adminStore.findValidKeys(ctx, wanted)).map(stockKey))
  const fieldErrors = wanted.flatMap((each, index): FieldError[] => {
    const param = `levels.${index}`
    if (!knownKeys.has(stockKey(each)))
      return [
        {
          code: 'invalid_reference',
          param,
          message: 'does not name a variant and a warehouse of this account',
        },
      ]
    const current = availableByKey.get(stockKey(each)) ?? 0
    if (each.expected === undefined || each.expected === current) return []
    const message = `has changed to ${current}; check the count and save again`
    return [{ code: 'invalid', param: `${param}.available`, message }]
  })
  throwIfAny(fieldErrors)
  const changed = wanted
    .map((each) => ({ ...each, previous: availableByKey.get(stockKey(each)) ?? 0 }))
    .filter(({ previous, available }) => previous !== available)
  if (changed.length > 0) await setStock(ctx, changed)
  return changed
}

const stockKey = (level: { variant_id: string; warehouse_id: string }): string =>
  `${level.variant_id} ${level.warehouse_id}`.toLowerCase()
