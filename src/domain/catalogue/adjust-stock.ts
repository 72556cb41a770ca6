import { type FieldError, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as deskStore from './admin-store.ts'
import { setStock } from './stock.ts'

/** What somebody says is left on a shelf, and what they saw there before they said so. */
export interface StockAdjustment {
  variant_id: string
  warehouse_id: string
  available: number
  /** Left out: whatever it was. */
  was?: number
}

/** How a shelf was, and how it is. */
export interface AdjustedStock extends StockAdjustment {
  was: number
}

/**
 * Says what is left on shelves. Refuses, and changes nothing, where another number stands by now than
 * the one that was seen: somebody else has counted, or a recipient has chosen.
 */
export async function adjustStock(
  ctx: TxContext,
  wanted: readonly StockAdjustment[],
): Promise<AdjustedStock[]> {
  const availableByKey = new Map(
    (await deskStore.lockStockLevels(ctx, wanted)).map((each) => [stockKey(each), each.available]),
  )
  const knownKeys = new Set((await deskStore.findValidKeys(ctx, wanted)).map(stockKey))
  const fieldErrors = wanted.flatMap((each, index): FieldError[] => {
    const param = `levels.${index}`
    if (!knownKeys.has(stockKey(each)))
      return [{ code: 'invalid_reference', param, message: 'names no variant or warehouse' }]
    const current = availableByKey.get(stockKey(each)) ?? 0
    if (each.was === undefined || each.was === current) return []
    const message = `is ${current} by now; count again and save once more`
    return [{ code: 'invalid', param: `${param}.available`, message }]
  })
  throwIfAny(fieldErrors)
  const changed = wanted
    .map((each) => ({ ...each, was: availableByKey.get(stockKey(each)) ?? 0 }))
    .filter(({ was, available }) => was !== available)
  if (changed.length > 0) await setStock(ctx, changed)
  return changed
}

const stockKey = (level: { variant_id: string; warehouse_id: string }): string =>
  `${level.variant_id} ${level.warehouse_id}`.toLowerCase()
