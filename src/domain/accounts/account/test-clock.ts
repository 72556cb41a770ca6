import type { TxContext } from '#platform/postgres/database'
import * as store from './test-clock-store.ts'

/*
 * In staging each account has a clock of its own, which tests put forward. It runs beside the real
 * one and never falls behind it.
 */

/** By how many milliseconds the clocks of these accounts run ahead; those that do not are left out. */
export async function findClockOffsets(
  ctx: TxContext,
  account_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (account_ids.length === 0 || ctx.deployment.stage !== 'staging') return new Map()
  const rows = await store.findClockOffsets(ctx, account_ids)
  return new Map(rows.map(({ id, offset_ms }) => [id, offset_ms]))
}

/** A clock runs ten years ahead at most: years beyond are of no use, and moments must keep their form. */
const maxOffsetMs = 10 * 366 * 24 * 60 * 60 * 1000

/**
 * Puts the clock of the caller's account forward. Answers the moment that it says now; undefined, and
 * nothing has changed, when it would run too far ahead. `work.now` is what it said before.
 */
export async function advanceTestClock(
  ctx: TxContext,
  caller: { clock_offset_ms: number },
  ms: number,
): Promise<Date | undefined> {
  const offset_ms = await store.advanceTestClock(ctx, ms, maxOffsetMs)
  if (offset_ms === undefined) return undefined
  return new Date(ctx.now.getTime() - caller.clock_offset_ms + offset_ms)
}
