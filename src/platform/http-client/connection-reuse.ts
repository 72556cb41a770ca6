/** Requests on a reused connection that end without a byte of a response, one after another, until reuse stops. */
const maxFailures = 2

/** Origins that are remembered at once. */
const maxOrigins = 5_000

/** Which receivers can have a second request on a connection. */
export interface ReuseRecord {
  isAllowed(origin: string): boolean
  /** A request on a reused connection ended without a byte of a response. */
  failed(origin: string): void
  /** A request on a reused connection had a response. */
  succeeded(origin: string): void
  /** The receiver sent bytes that no request had asked for. */
  forbid(origin: string): void
}

/**
 * Learns which receivers close, or misuse, a connection after its first request. They get a connection for
 * each request, and after `period` milliseconds one more try: then a single failure suffices.
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
    // Requests that were on their way when the receiver was found out prove nothing.
    succeeded: (origin) => {
      if (failuresByOrigin.size > 0 && isAllowed(origin)) failuresByOrigin.delete(origin)
    },
  }
}
