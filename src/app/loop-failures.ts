import type { Log } from '#platform/observability/log'
import { isDatabaseDown } from '#platform/postgres/database-errors'

/** Counts the failures of the loops of a worker, and logs them. */
export interface LoopFailures {
  /** The number of failures by loop, for the metrics. */
  failures: ReadonlyMap<string, number>
  onError: (error: unknown, where: string) => void
  onAccountError: (name: string) => (error: unknown, account_id: string) => void
}

const databaseIntervalMs = 10_000
/**
 * The duration of failures in milliseconds after which the database counts as unavailable. All loops connect
 * at once at the start, and a busy machine may respond late, so one failure is no outage.
 */
const outageAfterMs = 1_000
const repeatIntervalMs = 60_000
const maxEntries = 1_000

/**
 * Creates the log of loop failures. All loops fail repeatedly while the database is unavailable: every ten
 * seconds, one line without a stack reports this. Any other failure is logged with its stack. A repeated
 * failure is logged once a minute, with the number of failures that were left out.
 */
export function createLoopFailures(
  log: Pick<Log, 'error'>,
  now: () => number = () => performance.now(),
): LoopFailures {
  const failures = new Map<string, number>()
  const isDue = createInterval(now)
  let firstFailureAt = Number.NEGATIVE_INFINITY
  let lastFailureAt = Number.NEGATIVE_INFINITY
  const isOutage = () => {
    if (now() - lastFailureAt > databaseIntervalMs) firstFailureAt = now()
    lastFailureAt = now()
    return lastFailureAt - firstFailureAt >= outageAfterMs
  }
  const onError = (error: unknown, where: string) => {
    const [loop = where] = where.split(' ')
    failures.set(loop, (failures.get(loop) ?? 0) + 1)
    const message = error instanceof Error ? error.message : String(error)
    if (isDatabaseDown(error)) {
      if (!isOutage()) return
      const left_out = isDue('database', databaseIntervalMs)
      if (left_out !== undefined)
        log.error(
          { where, reason: message, left_out },
          'the database is not available; the loops retry',
        )
      return
    }
    const left_out = isDue(`${where} ${message}`, repeatIntervalMs)
    if (left_out !== undefined)
      log.error({ err: error, where, left_out }, 'a loop failed and will retry')
  }
  const onAccountError = (name: string) => (error: unknown, account_id: string) =>
    onError(error, `${name} of account ${account_id}`)
  return { failures, onError, onAccountError }
}

/**
 * Creates a function that limits how often a key is logged. The function returns how many calls with this key
 * were left out since the last logged one, or undefined if the interval is not over.
 */
function createInterval(now: () => number) {
  const entries = new Map<string, { dueAt: number; leftOut: number }>()
  return (key: string, intervalMs: number): number | undefined => {
    const entry = entries.get(key)
    if (entry !== undefined && now() < entry.dueAt) {
      entry.leftOut += 1
      return undefined
    }
    entries.delete(key)
    const [oldest] = entries.keys()
    if (oldest !== undefined && entries.size >= maxEntries) entries.delete(oldest)
    entries.set(key, { dueAt: now() + intervalMs, leftOut: 0 })
    return entry?.leftOut ?? 0
  }
}
