import type { BestowError } from './errors.ts'

const first = 500 // milliseconds
const longest = 8_000

/** Worth another try: nothing was decided, or it was decided only for this moment. */
export const isPassing = ({ status, code, name }: BestowError): boolean =>
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
export function waitBefore(next: number, retryAfterMs: number | undefined, chance: number): number {
  const bound = Math.min(longest, first * 2 ** (next - 1))
  return retryAfterMs === undefined ? chance * bound : retryAfterMs + (chance * first) / 2
}

/** `Retry-After` in milliseconds: seconds, or a date. */
export function retryAfterIn(headers: Headers, now = Date.now()): number | undefined {
  const header = headers.get('retry-after')?.trim()
  if (header === undefined || header === '') return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Waits; throws the reason of the signal when that comes first. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
