import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres'
import { type Result, settle } from './settle.ts'

export interface SettlerOptions {
  db: Database
  /** Milliseconds to wait for company. */
  every: number
  /** Results in one statement at most. */
  most: number
  onError: (error: unknown) => void
  /** `lag`: milliseconds that the oldest of them waited. */
  onSettled: (count: number, stale: number, lag: number) => void
}

export interface Settler {
  /** So many results are to come under this lease; it ends with the last of them. */
  expect(token: string, count: number): void
  add(result: Result): void
  /** Results that the database does not have yet. */
  unsettled(): number
  /** Whether the last try to write failed. */
  isStuck(): boolean
  /** Returns once the database has all of them, or at the moment (of Date.now) when patience ends. */
  flush(until: number): Promise<void>
}

const longestPause = 2_000

/** Collects results and writes them in batches. While the database is away it keeps them and tries again. */
export function createSettler({ db, every, most, onError, onSettled }: SettlerOptions): Settler {
  let buffer: Result[] = []
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let inHand = 0
  const added = new Map<Result, number>() // when each came
  let failures = 0
  const leases = new Map<string, number>() // results that the database does not have yet

  /** The leases that end with these results. */
  function endedBy(batch: readonly Result[]): string[] {
    const settled = new Map<string, number>()
    for (const { token } of batch) settled.set(token, (settled.get(token) ?? 0) + 1)
    return [...settled].flatMap(([token, count]) => (leases.get(token) === count ? token : []))
  }

  function forget(batch: readonly Result[]) {
    for (const { token } of batch) {
      const left = (leases.get(token) ?? 1) - 1
      if (left > 0) leases.set(token, left)
      else leases.delete(token)
    }
  }

  function lagOf(batch: readonly Result[]): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const result of batch) {
      oldest = Math.min(oldest, added.get(result) ?? oldest)
      added.delete(result)
    }
    return performance.now() - oldest
  }

  function plan(pause: number) {
    if (timer !== undefined || writing !== undefined) return
    timer = setTimeout(write, pause)
  }

  function write() {
    timer = undefined
    const batch = buffer.slice(0, most).sort(byId)
    buffer = buffer.slice(most)
    inHand = batch.length
    writing = inTransaction(db, ALL_ACCOUNTS, (ctx) => settle(ctx, batch, endedBy(batch)))
      .then((heard) => {
        failures = 0
        forget(batch)
        onSettled(heard.length, batch.length - heard.length, lagOf(batch))
      })
      .catch((error) => {
        failures += 1
        buffer = [...batch, ...buffer]
        onError(error)
      })
      .finally(() => {
        writing = undefined
        inHand = 0
        if (buffer.length === 0) return
        const isFull = buffer.length >= most
        plan(failures > 0 ? Math.min(longestPause, 50 * 2 ** failures) : isFull ? 0 : every)
      })
  }

  return {
    expect: (token, count) => {
      leases.set(token, count)
    },
    add(result) {
      buffer.push(result)
      added.set(result, performance.now())
      if (buffer.length >= most && writing === undefined && failures === 0) {
        clearTimeout(timer)
        write()
      } else plan(every)
    },
    unsettled: () => buffer.length + inHand,
    isStuck: () => failures > 0,
    async flush(until) {
      while (buffer.length + inHand > 0 && Date.now() < until) {
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
const byId = (one: Result, other: Result) => (one.id < other.id ? -1 : 1)
