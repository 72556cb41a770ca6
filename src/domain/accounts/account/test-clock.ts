import type { Database, TxContext } from '#platform/postgres/database'
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

/** Returns the context of one account with the time of its clock. The context has the real time. */
export async function withAccountTime(
  realTimeCtx: TxContext,
  account_id: string = realTimeCtx.account_id,
): Promise<TxContext> {
  const offsetMs = (await findClockOffsets(realTimeCtx, [account_id])).get(account_id) ?? 0
  return { ...realTimeCtx, account_id, now: new Date(realTimeCtx.now.getTime() + offsetMs) }
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

/** Returns the account's time. The test clock of a staging account may be ahead of real time. */
export const accountNow = (
  { clock }: Pick<Database, 'clock'>,
  { clock_offset_ms }: { clock_offset_ms: number },
): Date => new Date(clock().getTime() + clock_offset_ms)
