import type { BestowError } from './errors.ts'

const baseDelayMs = 500
const maxDelayMs = 8_000

/** Returns whether a retry can solve the failure: no response arrived, or the failure is temporary. */
export const isRetryable = ({ status, code, name }: BestowError): boolean =>
  name === 'TimeoutError' ||
  (name === 'ConnectionError' && status === undefined) ||
  status === 408 ||
  status === 429 ||
  (status === 409 && code === 'idempotency_key_in_use') ||
  (status !== undefined && status >= 500)

/**
 * Computes the delay before the next attempt in milliseconds. The delay is random, and its limit doubles with
 * each attempt. So clients that fail at the same time do not retry at the same time. The delay is never
 * shorter than `Retry-After`.
 */
export function computeDelayMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  const ceilingMs = Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1))
  return retryAfterMs === undefined ? random * ceilingMs : retryAfterMs + (random * baseDelayMs) / 2
}

/** Parses the header `Retry-After`, which contains seconds or a date. Returns milliseconds. */
export function parseRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const header = headers.get('retry-after')?.trim()
  if (header === undefined || header === '') return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/**
 * Waits for a time in milliseconds. If the signal aborts first, the function throws the reason of the signal.
 */
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
