import { type AttemptContext, makeAttempt } from './attempt.ts'
import type { ClaimedDelivery, Lane } from './claim-deliveries.ts'
import type { ConcurrencyLimiter } from './concurrency-limits.ts'
import type { Destination } from './destinations.ts'
import type { EngineCounts } from './engine-options.ts'
import { createPacer } from './rate-limits.ts'
import type { Settler } from './settler.ts'
import type { Ticker } from './ticker.ts'

export interface InFlightContext extends AttemptContext {
  limiter: ConcurrencyLimiter
  ticker: Ticker
  settler: Settler
  counts: EngineCounts
  /** Runs when a slot is free again. */
  onComplete: () => void
  onError: (error: unknown, where: string) => void
}

/** Creates the set of open attempts. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: starting and draining attempts share the limiter, the pacer and the counters
export function createInFlight(context: InFlightContext) {
  const { limiter, settler, counts } = context
  const pacer = createPacer(limiter)
  let onDrained = () => {}

  function start(
    claimed: ClaimedDelivery,
    destination: Destination,
    token: string,
    lane: Lane,
    delayMs: number | undefined,
  ): void {
    const { max_per_second: perSecond } = destination
    const sendNow = () => send(claimed, destination, token, lane)
    if (delayMs === undefined || perSecond === null) sendNow()
    else pacer.run(claimed, { perSecond, delayMs }, sendNow)
  }

  function send(
    claimed: ClaimedDelivery,
    destination: Destination,
    token: string,
    lane: Lane,
  ): void {
    const { endpoint_id, account_id } = claimed
    context.ticker.resume()
    const bytes = claimed.body?.length ?? 0
    const inFlight = limiter.acquire({ endpoint_id, account_id, lane, bytes })
    makeAttempt(context, claimed, destination, token)
      .then(({ result, signal }) => {
        limiter.release(inFlight, signal)
        settler.add(result)
        if (result.verdict === 'delivered') counts.delivered += 1
        else if (result.attempt !== null) counts.failed += 1
        if (result.verdict === 'abandoned') counts.abandoned += 1
      })
      .catch((error) => {
        // The error is a bug or an unusable secret. The lease expires, and another claim retries the
        // delivery.
        limiter.release(inFlight, 'none')
        context.onError(error, 'attempt')
      })
      .finally(() => {
        freed()
      })
  }

  /** Lets another attempt start, and ends the drain after the last one. Must be called when an attempt has ended, or will not start. */
  function freed(): void {
    context.onComplete()
    if (limiter.total() === 0) onDrained()
  }

  /** Resolves when no attempt is open, or after the timeout. */
  const drain = (timeoutMs: number) =>
    new Promise<void>((resolve) => {
      if (limiter.total() === 0) return resolve()
      const timer = setTimeout(resolve, Math.max(0, timeoutMs))
      onDrained = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  return { start, freed, drain }
}

export type InFlight = ReturnType<typeof createInFlight>
