/** Requests on a reused connection that end without a byte of a response, one after another, until reuse stops. */
const tolerated = 2

/** Origins that are remembered at once. */
const most = 5_000

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
export function createReuseRecord(period: number): ReuseRecord {
  const known = new Map<string, { failures: number; until: number }>()

  function note(origin: string, failures: number) {
    known.delete(origin)
    if (known.size >= most) known.delete(known.keys().next().value ?? '')
    known.set(origin, { failures, until: performance.now() + period })
  }

  function isAllowed(origin: string): boolean {
    const found = known.get(origin)
    return found === undefined || found.failures < tolerated || found.until <= performance.now()
  }

  return {
    isAllowed,
    failed: (origin) => note(origin, (known.get(origin)?.failures ?? 0) + 1),
    forbid: (origin) => note(origin, tolerated),
    // Requests that were on their way when the receiver was found out prove nothing.
    succeeded: (origin) => {
      if (known.size > 0 && isAllowed(origin)) known.delete(origin)
    },
  }
}
