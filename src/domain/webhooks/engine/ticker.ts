import type { ConcurrencyLimiter } from './concurrency-limits.ts'

/** Advances the time of the limiter while attempts are open. */
export interface Ticker {
  /** Continues the time. Must be called before the limiter is read or starts an attempt: without open attempts, its time rests. */
  resume(): void
  stop(): void
}

/**
 * Creates the ticker. An idle worker has no timer of 25 ms. The time of the limiter then advances at once by the whole rest,
 * because no receiver is judged by it.
 *
 * @param onFreed  runs after a tick that has freed slots
 */
export function createTicker(
  limiter: Pick<ConcurrencyLimiter, 'tick' | 'total'>,
  intervalMs: number,
  onFreed: () => void,
): Ticker {
  let timer: NodeJS.Timeout | undefined
  let restsSince = performance.now()

  function stop() {
    clearInterval(timer)
    timer = undefined
    restsSince = performance.now()
  }

  return {
    resume() {
      if (timer !== undefined) return
      limiter.tick(performance.now() - restsSince)
      timer = setInterval(() => {
        if (limiter.tick(intervalMs) > 0) onFreed()
        if (limiter.total() === 0) stop()
      }, intervalMs)
    },
    stop,
  }
}
