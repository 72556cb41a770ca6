import type { TxContext } from '#platform/postgres/database'
import * as store from './test-clock-store.ts'

/*
 * Test clocks. In staging, each account has a clock of its own, which tests can advance. The clock runs
 * at the speed of real time and is never behind it.
 */

/** Returns the clock offsets of these accounts in milliseconds. Accounts without an offset are omitted. */
export async function findClockOffsets(
  ctx: TxContext,
  account_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (account_ids.length === 0 || ctx.deployment.stage !== 'staging') return new Map()
  const rows = await store.findClockOffsets(ctx, account_ids)
  return new Map(rows.map(({ id, offset_ms }) => [id, offset_ms]))
}

/**
 * The maximum offset is ten years. Longer offsets are not useful, and timestamps must keep their
 * format.
 */
const maxOffsetMs = 10 * 366 * 24 * 60 * 60 * 1000

/**
 * Advances the test clock of the caller's account. Returns the new time; undefined, without a change, if
 * the offset would exceed the maximum. `ctx.now` is the time before the change.
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
