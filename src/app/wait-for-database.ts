import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#platform/observability/log'
import { isUnavailable } from '#platform/postgres/database'

/**
 * The defaults in milliseconds: the timeout of a start, the interval between attempts, and
 * the interval between log lines.
 */
const defaults = { timeoutMs: 60_000, intervalMs: 500, reportIntervalMs: 10_000 }

/**
 * Runs a step of the start. Retries for a minute while the database is unavailable, because it may still be
 * starting, or its name may not resolve yet.
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
        log.warn({ reason: reasonFor(error) }, `waiting up to ${seconds} s for the database`)
      }
    }
    await sleep(intervalMs)
  }
}

const isUnresolvedName = (error: unknown) =>
  /^(ENOTFOUND|EAI_AGAIN)$/.test((error as { code?: string } | undefined)?.code ?? '')

/** Formats an error as one line. Joins the messages of a connection that failed at several addresses. */
const reasonFor = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonFor).join('; ')
    : error instanceof Error
      ? error.message
      : String(error)
