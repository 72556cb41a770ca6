import type { BestowError } from './errors.ts'

const baseDelayMs = 500 // milliseconds
const maxDelayMs = 8_000

/** Worth another try: nothing was decided, or it was decided only for this moment. */
export const isRetryable = ({ status, code, name }: BestowError): boolean =>
  name === 'TimeoutError' ||
  (name === 'ConnectionError' && status === undefined) ||
  status === 408 ||
  status === 429 ||
  (status === 409 && code === 'idempotency_key_in_use') ||
  (status !== undefined && status >= 500)

/**
 * How long to wait before the next try, in milliseconds. By chance, up to a bound that doubles, so that
 * many who failed together do not come back together. Never earlier than the service asks.
 */
export function computeDelayMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  const ceilingMs = Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1))
  return retryAfterMs === undefined ? random * ceilingMs : retryAfterMs + (random * baseDelayMs) / 2
}

/** `Retry-After` in milliseconds: seconds, or a date. */
export function parseRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const header = headers.get('retry-after')?.trim()
  if (header === undefined || header === '') return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Waits; throws the reason of the signal when that comes first. */
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
