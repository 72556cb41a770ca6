import type { TxContext } from '#platform/postgres/database'
import { eventually } from '#test/eventually'

/** Returns whether another transaction waits for a lock of this transaction. */
export async function isBlocking(ctx: TxContext): Promise<boolean> {
  // clears the snapshot, because a transaction otherwise reads the list of sessions only
  // once and misses later sessions
  await ctx.query('select pg_stat_clear_snapshot()')
  const waiting = await ctx.query(
    'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
  )
  return waiting.length > 0
}

/** Holds the transaction open until the other work has ended, or waits for a lock of the transaction. */
export async function keepOpenUntilBlocking(ctx: TxContext, work: Promise<unknown>): Promise<void> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  work.then(end, end)
  await eventually(async () => hasEnded || (await isBlocking(ctx)), { intervalMs: 1 })
}
