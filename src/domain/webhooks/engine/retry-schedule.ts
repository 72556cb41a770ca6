import type { HttpResult } from '#platform/http-client/http-client'
import { maxAttempts } from '../events/tables.ts'

/** The usual delays before attempts 2 to 5, in milliseconds (decisions §6). */
export const defaultRetryDelaysMs: readonly number[] = [30_000, 600_000, 7_200_000, 43_200_000]

/** How far a delay may differ from what is set, so that what failed together does not come back together. */
const jitter = 0.2

/**
 * Milliseconds from the end of this attempt to the next; undefined after the last one. A receiver that
 * asks for time gets more than the usual delay, at most twice as much.
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
