import { atMost } from './at-most.ts'
import { isDatabaseDown } from './database-failures.ts'
import { type Database, everyone, inTransaction, reading, type TxContext } from './postgres.ts'

/** What a claim may take. */
export interface ClaimRoom {
  /** Rows at most. */
  limit: number
  /** Rows of one account at most, less for those accounts that have rows under way. */
  perAccount: number
  accounts: { ids: string[]; left: number[] }
}

/**
 * Jobs that are done outside the service: an email to hand to a server, a parcel to order from a carrier.
 * A job is claimed in one transaction, done in none, and settled in another, so that no transaction
 * waits for the network and nothing is forgotten when a process dies in between.
 */
export interface Errands<Row extends { account_id: string }, Task, Outcome> {
  /** Jobs under way at once. */
  width: number
  /**
   * Takes rows that are due, of all accounts in turn, and leases them: no other process takes them before
   * the lease ends. It only reads the columns of the row, so that no row can make it fail.
   */
  claim(ctx: TxContext, room: ClaimRoom): Promise<readonly Row[]>
  /** Reads what rows of one account need besides. */
  prepare(ctx: TxContext, rows: readonly Row[]): Promise<readonly Task[]>
  /** Does one. That the outside world failed is an outcome, not an error. */
  act(row: Row, task: Task): Promise<Outcome>
  /** The outcome of a row that could not be prepared. */
  unprepared(error: unknown): Outcome
  /** Writes down what came of it, in a transaction of the row's account. */
  settle(ctx: TxContext, row: Row, outcome: Outcome): Promise<void>
  /** Puts off a row whose outcome could not be written down, so that it is not first in the queue again. */
  defer(ctx: TxContext, row: Row, error: unknown): Promise<void>
}

export interface ErrandRounds {
  /** Claims as many as there is room for. Returns how many jobs were done since the last round. */
  round(): Promise<number>
  /** Resolves when no job is under way. */
  settled(): Promise<void>
}

export interface ErrandOptions {
  /** Milliseconds after which a round ends without the jobs that are still under way. */
  waitMs?: number
  /** Receives what a row throws. Without it, the round throws the first failure at its end. */
  onError?: ((error: unknown, account_id: string) => void) | undefined
}

/** The part of the width that is left to other accounts while one has jobs under way. */
const reserved = 0.25

/** Runs jobs side by side. A slow one keeps its place among `width`, and the rounds go on without it. */
export function createErrands<Row extends { account_id: string }, Task, Outcome>(
  db: Database,
  errands: Errands<Row, Task, Outcome>,
  { waitMs = Number.POSITIVE_INFINITY, onError }: ErrandOptions = {},
): ErrandRounds {
  const underWay = new Map<Promise<void>, string>()
  const perAccount = Math.max(1, errands.width - Math.ceil(errands.width * reserved))
  let done = 0
  let thrown: unknown[] = []

  function report(error: unknown, account_id: string) {
    if (onError === undefined || isDatabaseDown(error)) thrown.push(error)
    else onError(error, account_id)
  }

  async function prepared(rows: readonly Row[]): Promise<readonly (Task | undefined)[]> {
    const [{ account_id } = { account_id: everyone }] = rows
    try {
      return await reading(db, account_id, (ctx) => errands.prepare(ctx, rows))
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      if (rows.length > 1)
        return (await Promise.all(rows.map((row) => prepared([row])))).map(([task]) => task)
      report(error, account_id)
      return [undefined]
    }
  }

  async function perform(row: Row, task: Task | undefined): Promise<void> {
    const outcome =
      task === undefined
        ? errands.unprepared(new Error('what it needs could not be read'))
        : await errands.act(row, task)
    try {
      await inTransaction(db, row.account_id, (ctx) => errands.settle(ctx, row, outcome))
    } catch (error) {
      report(error, row.account_id)
      if (!isDatabaseDown(error))
        await inTransaction(db, row.account_id, (ctx) => errands.defer(ctx, row, error))
    }
  }

  function start(rows: readonly Row[]): Promise<void>[] {
    const tasks = prepared(rows)
    return rows.map((row, at) => {
      const job = tasks
        .then((found) => perform(row, found[at]))
        .catch((error) => report(error, row.account_id))
        .then(() => {
          underWay.delete(job)
          done += 1
        })
      underWay.set(job, row.account_id)
      return job
    })
  }

  function room(): ClaimRoom {
    const counts = new Map<string, number>()
    for (const id of underWay.values()) counts.set(id, (counts.get(id) ?? 0) + 1)
    return {
      limit: errands.width - underWay.size,
      perAccount,
      accounts: {
        ids: [...counts.keys()],
        left: [...counts.values()].map((count) => Math.max(0, perAccount - count)),
      },
    }
  }

  async function round(): Promise<number> {
    if (underWay.size >= errands.width) await atMost(waitMs, Promise.race(underWay.keys()))
    const free = room()
    const rows =
      free.limit <= 0 ? [] : await inTransaction(db, everyone, (ctx) => errands.claim(ctx, free))
    const accounts = Map.groupBy(rows, ({ account_id }) => account_id)
    const started = [...accounts.values()].flatMap((theirs) => start(theirs))
    await atMost(waitMs, Promise.all(started))
    const [failure] = thrown
    thrown = []
    if (failure !== undefined) throw failure
    const finished = done
    done = 0
    return finished
  }

  return {
    round,
    async settled() {
      await Promise.all(underWay.keys())
    },
  }
}
