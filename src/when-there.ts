import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#platform/log'
import { isUnavailable } from '#platform/postgres'

/** In milliseconds: how long a start waits for the database, how often it tries, and how often it says so. */
const waiting = { most: 60_000, pause: 500, report: 10_000 }

/**
 * Takes a step of the start. Retries it for a minute while the database is unavailable: it is starting, or
 * its name does not resolve yet.
 */
export async function whenThere<T>(
  step: () => Promise<T>,
  log: Log,
  { most, pause, report } = waiting,
): Promise<T> {
  const start = Date.now()
  let reported = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await step()
    } catch (error) {
      const now = Date.now()
      if (!(isUnavailable(error) || isUnresolved(error)) || now - start > most) throw error
      if (now - reported >= report) {
        reported = now
        const seconds = Math.ceil((start + most - now) / 1_000)
        log.warn({ reason: reasonOf(error) }, `waiting for the database, ${seconds} s at most`)
      }
    }
    await sleep(pause)
  }
}

const isUnresolved = (error: unknown) =>
  /^(ENOTFOUND|EAI_AGAIN)$/.test((error as { code?: string } | undefined)?.code ?? '')

/** One line. A failed connection to several addresses hides its messages in its parts. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join('; ')
    : error instanceof Error
      ? error.message
      : String(error)
