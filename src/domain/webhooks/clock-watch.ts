import { startPollingLoop } from '#platform/loop'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres'
import type { EngineContext } from './engine-options.ts'

/** Milliseconds. Receivers refuse a timestamp that is five minutes off, so we stop well before. */
const limits = { warn: 5_000, stop: 60_000 } as const

/**
 * Compares our clock with the database's. All scheduling is by the database's; ours matters only for
 * the timestamps that are signed. Nothing is sent before the first comparison. Between two of them, a
 * clock that somebody sets is given away by one that only counts.
 */
export function watchClock(
  { db, clock, onError }: EngineContext,
  every: number,
  onSafe: () => void,
) {
  let compared: { off: number; lead: number } | undefined
  let isDoubted = false

  /** How far our clock is ahead of a count of milliseconds that nobody can set. */
  const lead = () => clock().getTime() - performance.now()
  const off = () => compared && Math.round(compared.off + lead() - compared.lead)

  function isSafe(): boolean {
    const ms = off()
    const safe = ms !== undefined && Math.abs(ms) < limits.stop
    // It may also be that this machine slept, which the count does not know of: only the database can tell.
    if (!safe && compared !== undefined && !isDoubted) loop.wake()
    isDoubted = !safe
    return safe
  }

  async function compare(): Promise<number> {
    const asked = clock().getTime()
    const [row] = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      ctx.query<{ at: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
      ),
    )
    const answered = clock().getTime()
    if (row === undefined) return 0
    const ms = Math.round((asked + answered) / 2 - row.at)
    compared = { off: ms, lead: lead() }
    isDoubted = true // it was just looked at
    if (Math.abs(ms) >= limits.warn)
      onError(new Error(`Our clock is ${ms} ms ahead of the database's.`), 'clock')
    if (isSafe()) onSafe()
    return 0
  }

  const loop = startPollingLoop({
    name: 'webhooks clock',
    intervalMs: every,
    run: compare,
    onError,
  })
  return { off, isSafe, stop: loop.stop }
}
