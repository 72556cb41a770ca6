import { startPollingLoop } from '#platform/jobs/polling-loop'
import { measureClockSkew } from '#platform/postgres/clock-skew'
import type { EngineContext } from './engine-options.ts'

/** Milliseconds. Receivers reject timestamps that are five minutes off, so sending stops well before. */
export const clockSkewThresholdsMs = { warn: 5_000, stop: 60_000 } as const

/**
 * Compares the clock of this process with the database clock. Scheduling uses the database clock; the
 * process clock matters only for signed timestamps. The engine sends nothing before the first comparison.
 * Between two comparisons, a monotonic clock detects changes of the system clock.
 */
export function watchClockSkew(
  { db, clock, onError }: EngineContext,
  intervalMs: number,
  onWithinTolerance: () => void,
) {
  let compared: { skewMs: number; monotonicOffsetMs: number } | undefined
  let needsRecheck = false

  /** Milliseconds between the system clock and the monotonic clock. */
  const monotonicOffsetMs = () => clock().getTime() - performance.now()
  const skewMs = () =>
    compared && Math.round(compared.skewMs + monotonicOffsetMs() - compared.monotonicOffsetMs)

  function isWithinTolerance(): boolean {
    const ms = skewMs()
    const withinTolerance = ms !== undefined && Math.abs(ms) < clockSkewThresholdsMs.stop
    // The machine may also have been suspended, which stops the monotonic clock: only the database
    // can tell.
    if (!withinTolerance && compared !== undefined && !needsRecheck) loop.wake()
    needsRecheck = !withinTolerance
    return withinTolerance
  }

  async function compare(): Promise<number> {
    const ms = await measureClockSkew(db, clock)
    compared = { skewMs: ms, monotonicOffsetMs: monotonicOffsetMs() }
    needsRecheck = true // this comparison is recent enough
    if (Math.abs(ms) >= clockSkewThresholdsMs.warn)
      onError(
        new Error(`The clock of this process is ${ms} ms ahead of the database clock.`),
        'clock',
      )
    if (isWithinTolerance()) onWithinTolerance()
    return 0
  }

  const loop = startPollingLoop({
    name: 'webhooks clock',
    intervalMs,
    run: compare,
    onError,
  })
  return { skewMs, isWithinTolerance, stop: loop.stop }
}
