import { type FieldError, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres'
import * as deskStore from './desk-store.ts'
import { setStock } from './stock.ts'

/** What somebody says is left on a shelf, and what they saw there before they said so. */
export interface Restocking {
  variant_id: string
  warehouse_id: string
  available: number
  /** Left out: whatever it was. */
  was?: number
}

/** How a shelf was, and how it is. */
export interface Restocked extends Restocking {
  was: number
}

/**
 * Says what is left on shelves. Refuses, and changes nothing, where another number stands by now than
 * the one that was seen: somebody else has counted, or a recipient has chosen.
 */
export async function restock(ctx: TxContext, wanted: readonly Restocking[]): Promise<Restocked[]> {
  const shelves = new Map(
    (await deskStore.holdLevels(ctx, wanted)).map((each) => [keyOf(each), each.available]),
  )
  const known = new Set((await deskStore.shelvesAmong(ctx, wanted)).map(keyOf))
  const problems = wanted.flatMap((each, at): FieldError[] => {
    const param = `levels.${at}`
    if (!known.has(keyOf(each)))
      return [{ code: 'invalid_reference', param, message: 'names no variant or warehouse' }]
    const now = shelves.get(keyOf(each)) ?? 0
    if (each.was === undefined || each.was === now) return []
    const message = `is ${now} by now; count again and save once more`
    return [{ code: 'invalid', param: `${param}.available`, message }]
  })
  throwIfAny(problems)
  const changed = wanted
    .map((each) => ({ ...each, was: shelves.get(keyOf(each)) ?? 0 }))
    .filter(({ was, available }) => was !== available)
  if (changed.length > 0) await setStock(ctx, changed)
  return changed
}

const keyOf = (shelf: { variant_id: string; warehouse_id: string }): string =>
  `${shelf.variant_id} ${shelf.warehouse_id}`.toLowerCase()
