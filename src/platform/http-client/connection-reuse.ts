/**
 * The number of consecutive requests on reused connections without a byte of a
 * response after which reuse stops.
 */
const maxFailures = 2

/** The maximum number of origins whose record is stored in memory. */
const maxOrigins = 5_000

/** Records which receivers support a second request on a connection. */
export interface ReuseRecord {
  isAllowed(origin: string): boolean
  /** Records a request on a reused connection that ended without a byte of a response. */
  failed(origin: string): void
  /** Records a request on a reused connection that got a response. */
  succeeded(origin: string): void
  /** Records that the receiver sent unrequested bytes. */
  forbid(origin: string): void
}

/**
 * Creates a record that detects receivers that close or misuse a connection after its first request. A
 * request to such a receiver gets a new connection. After `retryAfterMs` milliseconds, reuse is tried again,
 * and a single failure stops it.
 */
export function createReuseRecord(retryAfterMs: number): ReuseRecord {
  const failuresByOrigin = new Map<string, { failures: number; until: number }>()

  function recordFailures(origin: string, failures: number) {
    failuresByOrigin.delete(origin)
    if (failuresByOrigin.size >= maxOrigins)
      failuresByOrigin.delete(failuresByOrigin.keys().next().value ?? '')
    failuresByOrigin.set(origin, { failures, until: performance.now() + retryAfterMs })
  }

  function isAllowed(origin: string): boolean {
    const entry = failuresByOrigin.get(origin)
    return entry === undefined || entry.failures < maxFailures || entry.until <= performance.now()
  }

  return {
    isAllowed,
    failed: (origin) => recordFailures(origin, (failuresByOrigin.get(origin)?.failures ?? 0) + 1),
    forbid: (origin) => recordFailures(origin, maxFailures),
    // Requests that were in flight when reuse stopped do not count.
    succeeded: (origin) => {
      if (failuresByOrigin.size > 0 && isAllowed(origin)) failuresByOrigin.delete(origin)
    },
  }
}
