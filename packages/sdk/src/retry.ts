import type { BestowError } from './errors.ts'

const baseDelayMs = 500 // milliseconds
const maxDelayMs = 8_000

/** True for failures that a retry can solve: no response arrived, or the failure is temporary. */
export const isRetryable = ({ status, code, name }: BestowError): boolean =>
  name === 'TimeoutError' ||
  (name === 'ConnectionError' && status === undefined) ||
  status === 408 ||
  status === 429 ||
  (status === 409 && code === 'idempotency_key_in_use') ||
  (status !== undefined && status >= 500)

/**
 * Returns the delay before the next attempt in milliseconds. The delay is random up to a limit that doubles,
 * so that clients that fail together do not retry together. It is never shorter than `Retry-After`.
 */
export function computeDelayMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  const ceilingMs = Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1))
  return retryAfterMs === undefined ? random * ceilingMs : retryAfterMs + (random * baseDelayMs) / 2
}

/** Parses `Retry-After` (seconds or a date). Returns milliseconds. */
export function parseRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const header = headers.get('retry-after')?.trim()
  if (header === undefined || header === '') return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Waits. Throws the reason of the signal if the signal aborts first. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}
