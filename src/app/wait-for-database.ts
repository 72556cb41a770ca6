import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#platform/observability/log'
import { isUnavailable } from '#platform/postgres/database'

/** In milliseconds: how long a start waits for the database, how often it tries, and how often it says so. */
const defaults = { timeoutMs: 60_000, intervalMs: 500, reportIntervalMs: 10_000 }

/**
 * Takes a step of the start. Retries it for a minute while the database is unavailable: it is starting, or
 * its name does not resolve yet.
 */
export async function waitForDatabase<T>(
  step: () => Promise<T>,
  log: Log,
  { timeoutMs, intervalMs, reportIntervalMs } = defaults,
): Promise<T> {
  const start = Date.now()
  let reported = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await step()
    } catch (error) {
      const now = Date.now()
      if (!(isUnavailable(error) || isUnresolvedName(error)) || now - start > timeoutMs) throw error
      if (now - reported >= reportIntervalMs) {
        reported = now
        const seconds = Math.ceil((start + timeoutMs - now) / 1_000)
        log.warn({ reason: reasonFor(error) }, `waiting for the database, ${seconds} s at most`)
      }
    }
    await sleep(intervalMs)
  }
}

const isUnresolvedName = (error: unknown) =>
  /^(ENOTFOUND|EAI_AGAIN)$/.test((error as { code?: string } | undefined)?.code ?? '')

/** One line. A failed connection to several addresses hides its messages in its parts. */
const reasonFor = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonFor).join('; ')
    : error instanceof Error
      ? error.message
      : String(error)
