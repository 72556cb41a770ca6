import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { type AttemptResult, settle } from './settle.ts'

export interface SettlerOptions {
  db: Database
  /** The milliseconds to wait for further results of a batch. */
  flushIntervalMs: number
  /** The maximum number of results in one statement. */
  maxBatch: number
  onError: (error: unknown) => void
  /** Receives a saved batch, the number of its accepted results, and as `lag` the milliseconds that the oldest has waited. */
  onSettled: (batch: readonly AttemptResult[], accepted: number, lag: number) => void
}

export interface Settler {
  /** Registers the number of results that a lease expects. The lease ends with the last result. */
  track(token: string, count: number): void
  /** Expects fewer results of a lease. Returns whether it expects none any more, so that nothing ends it. */
  forget(token: string, count: number): boolean
  add(result: AttemptResult): void
  /** Returns the number of results that are not yet in the database. */
  unsettled(): number
  /** Returns whether the last write failed. */
  isFailing(): boolean
  /**
   * Resolves when the database has all results, or at the time `until` (milliseconds, as in Date.now). After
   * this time it retries no write. The deliveries without a saved result are sent again when their lease
   * ends.
   */
  stop(until: number): Promise<void>
}

const maxPauseMs = 2_000

/**
 * Creates the settler, which collects results and writes them in batches. While the database is unavailable,
 * it buffers the results and retries.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the nested functions share the state of one settler (buffer, timer, pending write and open leases)
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
  const addedAt = new Map<AttemptResult, number>() // the time when each result was added
  let failures = 0
  let isStopped = false
  const leases = new Map<string, number>() // the number of open results of each lease

  /** Returns the leases that end with this batch, because it contains their last open results. */
  function completedLeases(batch: readonly AttemptResult[]): string[] {
    const settled = new Map<string, number>()
    for (const { token } of batch) settled.set(token, (settled.get(token) ?? 0) + 1)
    return [...settled].flatMap(([token, count]) => (leases.get(token) === count ? token : []))
  }

  function forget(token: string, count: number): boolean {
    const left = (leases.get(token) ?? count) - count
    if (left > 0) leases.set(token, left)
    else leases.delete(token)
    return left <= 0
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
    if (isStopped || timer !== undefined || writing !== undefined) return
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
        for (const { token } of batch) forget(token, 1)
        onSettled(batch, accepted.length, lagMs(batch))
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
    forget,
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
    async stop(until) {
      while (buffer.length + writingCount > 0 && Date.now() < until) {
        if (writing === undefined && failures === 0) {
          clearTimeout(timer)
          write()
        }
        await (writing ?? new Promise((resolve) => setTimeout(resolve, 50)))
      }
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Compares two results by id. All statements lock rows in the order of their ids, to avoid deadlocks. */
const byId = (one: AttemptResult, other: AttemptResult) => (one.id < other.id ? -1 : 1)
