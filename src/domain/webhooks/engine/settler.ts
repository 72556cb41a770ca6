import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { type AttemptResult, settle } from './settle.ts'

export interface SettlerOptions {
  db: Database
  /** Milliseconds to wait for company. */
  flushIntervalMs: number
  /** Results in one statement at most. */
  maxBatch: number
  onError: (error: unknown) => void
  /** `lag`: milliseconds that the oldest of them waited. */
  onSettled: (count: number, stale: number, lag: number) => void
}

export interface Settler {
  /** So many results are to come under this lease; it ends with the last of them. */
  track(token: string, count: number): void
  add(result: AttemptResult): void
  /** Results that the database does not have yet. */
  unsettled(): number
  /** Whether the last try to write failed. */
  isFailing(): boolean
  /** Returns once the database has all of them, or at the moment (of Date.now) when patience ends. */
  flush(until: number): Promise<void>
}

const maxPauseMs = 2_000

/** Collects results and writes them in batches. While the database is away it keeps them and tries again. */
export function createSettler({
  db,
  flushIntervalMs,
  maxBatch,
  onError,
  onSettled,
}: SettlerOptions): Settler {
  let buffer: AttemptResult[] = []
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let writingCount = 0
  const addedAt = new Map<AttemptResult, number>() // when each came
  let failures = 0
  const leases = new Map<string, number>() // results that the database does not have yet

  /** The leases that end with these results. */
  function completedLeases(batch: readonly AttemptResult[]): string[] {
    const settled = new Map<string, number>()
    for (const { token } of batch) settled.set(token, (settled.get(token) ?? 0) + 1)
    return [...settled].flatMap(([token, count]) => (leases.get(token) === count ? token : []))
  }

  function untrack(batch: readonly AttemptResult[]) {
    for (const { token } of batch) {
      const left = (leases.get(token) ?? 1) - 1
      if (left > 0) leases.set(token, left)
      else leases.delete(token)
    }
  }

  function lagMs(batch: readonly AttemptResult[]): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const result of batch) {
      oldest = Math.min(oldest, addedAt.get(result) ?? oldest)
      addedAt.delete(result)
    }
    return performance.now() - oldest
  }

  function schedule(pauseMs: number) {
    if (timer !== undefined || writing !== undefined) return
    timer = setTimeout(write, pauseMs)
  }

  function write() {
    timer = undefined
    const batch = buffer.slice(0, maxBatch).sort(byId)
    buffer = buffer.slice(maxBatch)
    writingCount = batch.length
    writing = inTransaction(db, ALL_ACCOUNTS, (ctx) => settle(ctx, batch, completedLeases(batch)))
      .then((accepted) => {
        failures = 0
        untrack(batch)
        onSettled(accepted.length, batch.length - accepted.length, lagMs(batch))
      })
      .catch((error) => {
        failures += 1
        buffer = [...batch, ...buffer]
        onError(error)
      })
      .finally(() => {
        writing = undefined
        writingCount = 0
        if (buffer.length === 0) return
        const isFull = buffer.length >= maxBatch
        schedule(
          failures > 0 ? Math.min(maxPauseMs, 50 * 2 ** failures) : isFull ? 0 : flushIntervalMs,
        )
      })
  }

  return {
    track: (token, count) => {
      leases.set(token, count)
    },
    add(result) {
      buffer.push(result)
      addedAt.set(result, performance.now())
      if (buffer.length >= maxBatch && writing === undefined && failures === 0) {
        clearTimeout(timer)
        write()
      } else schedule(flushIntervalMs)
    },
    unsettled: () => buffer.length + writingCount,
    isFailing: () => failures > 0,
    async flush(until) {
      while (buffer.length + writingCount > 0 && Date.now() < until) {
        if (writing === undefined && failures === 0) {
          clearTimeout(timer)
          write()
        }
        await (writing ?? new Promise((resolve) => setTimeout(resolve, 50)))
      }
    },
  }
}

/** Rows are locked in one order everywhere, so that nobody waits in a circle. */
const byId = (one: AttemptResult, other: AttemptResult) => (one.id < other.id ? -1 : 1)
