import type { TxContext } from '#platform/postgres'
import { type Held, type StockLine, shelvesFor, summed } from './stock-lines.ts'
import * as stockStore from './stock-store.ts'

/** What was kept, shelf by shelf, or the variants of which there is too little. Digital ones need no shelf. */
export type Reserved = { held: Held[]; short?: undefined } | { short: string[]; held?: undefined }

export interface Wanted {
  /** Whom it is kept for: a gift request. */
  holder_id: string
  lines: readonly StockLine[]
  /** Where it goes, when that is known: what lies there is taken first. */
  country?: string | undefined
}

/**
 * Keeps stock for somebody: all lines, or none of them and nothing changes. What is kept counts as
 * available no longer. Whoever wants some of the same at this moment waits for this transaction.
 */
export async function reserve(
  ctx: TxContext,
  { holder_id, lines, country }: Wanted,
): Promise<Reserved> {
  const all = summed(lines)
  const ids = all.map(({ variant_id }) => variant_id)
  const posted = new Set(await stockStore.physicalAmong(ctx, ids))
  const wanted = all.filter(({ variant_id }) => posted.has(variant_id))
  if (wanted.length === 0) return { held: [] }
  const shelves = await stockStore.holdShelves(ctx, [...posted])
  const found = wanted.map((line) => ({ line, held: shelvesFor(line, shelves, country) }))
  const short = found.filter(({ held }) => held === undefined)
  if (short.length > 0) return { short: short.map(({ line }) => line.variant_id) }
  const held = found.flatMap((each) => each.held ?? [])
  stockStore.take(ctx, holder_id, held)
  return { held }
}

/** What is kept for somebody, and in which warehouse. */
export const heldBy = (ctx: TxContext, holder_id: string): Promise<Held[]> =>
  stockStore.heldBy(ctx, holder_id)

/**
 * Gives back whatever is still kept for them. Does not wait. For a transaction that has read something
 * before: those that only post share one, and several who give back in one would not keep to the order of the shelves.
 */
export const release = (ctx: TxContext, holder_id: string, account_id = ctx.account_id): void =>
  stockStore.putBack(ctx, account_id, holder_id)

/** The goods have left: nothing is kept for them any more, and nothing comes back. Does not wait. */
export const consume = (ctx: TxContext, holder_id: string, account_id = ctx.account_id): void =>
  stockStore.forget(ctx, account_id, holder_id)
