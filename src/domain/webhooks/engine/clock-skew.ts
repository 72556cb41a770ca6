import { startPollingLoop } from '#platform/jobs/polling-loop'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import type { EngineContext } from './engine-options.ts'

/** Milliseconds. Receivers refuse a timestamp that is five minutes off, so we stop well before. */
const thresholdsMs = { warn: 5_000, stop: 60_000 } as const

/**
 * Compares our clock with the database's. All scheduling is by the database's; ours matters only for
 * the timestamps that are signed. Nothing is sent before the first comparison. Between two of them, a
 * clock that somebody sets is given away by one that only counts.
 */
export function watchClockSkew(
  { db, clock, onError }: EngineContext,
  intervalMs: number,
  onWithinTolerance: () => void,
) {
  let compared: { skewMs: number; monotonicOffsetMs: number } | undefined
  let needsRecheck = false

  /** How far our clock is ahead of a count of milliseconds that nobody can set. */
  const monotonicOffsetMs = () => clock().getTime() - performance.now()
  const skewMs = () =>
    compared && Math.round(compared.skewMs + monotonicOffsetMs() - compared.monotonicOffsetMs)

  function isWithinTolerance(): boolean {
    const ms = skewMs()
    const withinTolerance = ms !== undefined && Math.abs(ms) < thresholdsMs.stop
    // It may also be that this machine slept, which the count does not know of: only the database can tell.
    if (!withinTolerance && compared !== undefined && !needsRecheck) loop.wake()
    needsRecheck = !withinTolerance
    return withinTolerance
  }

  async function compare(): Promise<number> {
    const requestedAt = clock().getTime()
    const [row] = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      ctx.query<{ at: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as at',
      ),
    )
    const respondedAt = clock().getTime()
    if (row === undefined) return 0
    const ms = Math.round((requestedAt + respondedAt) / 2 - row.at)
    compared = { skewMs: ms, monotonicOffsetMs: monotonicOffsetMs() }
    needsRecheck = true // it was just looked at
    if (Math.abs(ms) >= thresholdsMs.warn)
      onError(new Error(`Our clock is ${ms} ms ahead of the database's.`), 'clock')
    if (isWithinTolerance()) onWithinTolerance()
    return 0
  }

  const loop = startPollingLoop({
    name: 'webhooks clock',
    intervalMs: intervalMs,
    run: compare,
    onError,
  })
  return { skewMs, isWithinTolerance, stop: loop.stop }
}
