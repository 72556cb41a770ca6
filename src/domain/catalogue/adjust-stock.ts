import { type FieldError, maxAvailable, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
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
  const levels = await lockLevels(ctx, wanted)
  throwIfAny(
    levels.flatMap(({ expected, previous }, index): FieldError[] => {
      if (expected === undefined || expected === previous) return []
      const message = `has changed to ${previous}; check the count and save again`
      return [{ code: 'invalid', param: `levels.${index}.available`, message }]
    }),
  )
  return saveChanged(ctx, levels)
}

/** Units to add to a stock level; a negative number takes units from it. */
export interface StockDelta {
  variant_id: string
  warehouse_id: string
  delta: number
}

/**
 * Adds to stock levels, or takes from them: all or none. Concurrent changes add up. Rejects a level that would fall
 * below 0, because reserved units are not available.
 */
export async function addToStock(
  ctx: TxContext,
  deltas: readonly StockDelta[],
): Promise<AdjustedStock[]> {
  const levels = (await lockLevels(ctx, deltas)).map(({ delta, ...level }) => ({
    ...level,
    available: level.previous + delta,
  }))
  throwIfAny(
    levels.flatMap(({ available, previous }, index): FieldError[] => {
      if (available >= 0 && available <= maxAvailable) return []
      const bound = available < 0 ? `below 0: ${previous} are available` : `above ${maxAvailable}`
      const message = `would bring the stock ${bound}`
      return [{ code: 'invalid', param: `levels.${index}.delta`, message }]
    }),
  )
  return saveChanged(ctx, levels)
}

interface StockKey {
  variant_id: string
  warehouse_id: string
}

/** Locks the stock levels. Returns each entry with the current count as `previous`. Throws for an unknown or a repeated level. */
async function lockLevels<Entry extends StockKey>(
  ctx: TxContext,
  entries: readonly Entry[],
): Promise<(Entry & { previous: number })[]> {
  const withIds = entries.filter((each) => isId(each.variant_id) && isId(each.warehouse_id))
  const validKeys = await adminStore.findValidKeys(ctx, withIds)
  const knownKeys = new Set(validKeys.map(stockKey))
  await adminStore.insertMissingLevels(ctx, validKeys) // a level without a row cannot be locked
  const locked = await adminStore.lockStockLevels(ctx, validKeys)
  const availableByKey = new Map(locked.map((each) => [stockKey(each), each.available]))
  const keys = entries.map(stockKey)
  throwIfAny(
    entries.flatMap((each, index): FieldError[] => {
      const param = `levels.${index}`
      const key = stockKey(each)
      if (!knownKeys.has(key))
        return [{ code: 'invalid_reference', param, message: unknownLevelMessage }]
      const first = keys.indexOf(key)
      if (first === index) return []
      return [{ code: 'invalid', param, message: `names the same stock level as entry ${first}` }]
    }),
  )
  return entries.map((each) => ({ ...each, previous: availableByKey.get(stockKey(each)) ?? 0 }))
}

const unknownLevelMessage =
  'does not name a variant of a physical product and a warehouse of this account'

async function saveChanged<Level extends AdjustedStock>(
  ctx: TxContext,
  levels: readonly Level[],
): Promise<Level[]> {
  const changed = levels.filter(({ previous, available }) => previous !== available)
  if (changed.length > 0) await setStock(ctx, changed)
  return changed
}

const stockKey = (level: StockKey): string =>
  `${level.variant_id} ${level.warehouse_id}`.toLowerCase()
