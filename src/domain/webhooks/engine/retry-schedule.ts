import type { HttpResult } from '#platform/http-client/http-client'
import { maxAttempts } from '../events/tables.ts'

/** The default delays before attempts 2 to 5, in milliseconds (decisions §6). */
export const defaultRetryDelaysMs: readonly number[] = [30_000, 600_000, 7_200_000, 43_200_000]

/**
 * The maximum random variation of a delay, so that deliveries that failed together are not retried
 * together.
 */
const jitter = 0.2

/**
 * Returns the milliseconds from the end of this attempt to the next one; undefined after the last
 * attempt. A `Retry-After` header extends the delay, to at most twice its length.
 */
export function retryDelayMs(
  attempt: number,
  { retry_after }: Pick<HttpResult, 'retry_after'>,
  delays: readonly number[],
  random: () => number = Math.random,
): number | undefined {
  const baseDelay = delays[attempt - 1]
  if (baseDelay === undefined || attempt >= maxAttempts) return undefined
  const delay = baseDelay * (1 - jitter + 2 * jitter * random())
  const requestedDelay = (retry_after ?? 0) * 1000
  return Math.round(Math.min(Math.max(delay, requestedDelay), 2 * delay))
}
