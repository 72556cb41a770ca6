import { waitAtMost } from '../lib/wait-at-most.ts'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '../postgres/database.ts'
import { isDatabaseDown } from '../postgres/database-errors.ts'

/** What a claim may take. */
export interface ClaimLimits {
  /** Rows at most. */
  limit: number
  /** Rows of one account at most, less for those accounts that have rows under way. */
  perAccount: number
  accounts: { ids: string[]; remaining: number[] }
}

/**
 * Jobs that are done outside the service: an email to hand to a server, a parcel to order from a carrier.
 * A job is claimed in one transaction, done in none, and settled in another, so that no transaction
 * waits for the network and nothing is forgotten when a process dies in between.
 */
export interface OutboxHandler<Row extends { account_id: string }, Task, Outcome> {
  /** Jobs under way at once. */
  concurrency: number
  /**
   * Takes rows that are due, of all accounts in turn, and leases them: no other process takes them before
   * the lease ends. It only reads the columns of the row, so that no row can make it fail.
   */
  claim(ctx: TxContext, limits: ClaimLimits): Promise<readonly Row[]>
  /** Reads what rows of one account need besides. */
  prepare(ctx: TxContext, rows: readonly Row[]): Promise<readonly Task[]>
  /** Does one. That the outside world failed is an outcome, not an error. */
  perform(row: Row, task: Task): Promise<Outcome>
  /** The outcome of a row that could not be prepared. */
  toPreparationFailure(error: unknown): Outcome
  /** Writes down what came of it, in a transaction of the row's account. */
  settle(ctx: TxContext, row: Row, outcome: Outcome): Promise<void>
  /** Puts off a row whose outcome could not be written down, so that it is not first in the queue again. */
  defer(ctx: TxContext, row: Row, error: unknown): Promise<void>
}

export interface OutboxRunner {
  /** Claims as many as there is room for. Returns how many jobs were done since the last round. */
  round(): Promise<number>
  /** Resolves when no job is under way. */
  settled(): Promise<void>
}

export interface OutboxRunnerOptions {
  /** Milliseconds after which a round ends without the jobs that are still under way. */
  roundTimeoutMs?: number
  /** Receives what a row throws. Without it, the round throws the first failure at its end. */
  onError?: ((error: unknown, account_id: string) => void) | undefined
}

/** The part of the width that is left to other accounts while one has jobs under way. */
const reservedShare = 0.25

/** Runs jobs side by side. A slow one keeps its place among `width`, and the rounds go on without it. */
export function createOutboxRunner<Row extends { account_id: string }, Task, Outcome>(
  db: Database,
  handler: OutboxHandler<Row, Task, Outcome>,
  { roundTimeoutMs = Number.POSITIVE_INFINITY, onError }: OutboxRunnerOptions = {},
): OutboxRunner {
  const inFlight = new Map<Promise<void>, string>()
  const perAccount = Math.max(
    1,
    handler.concurrency - Math.ceil(handler.concurrency * reservedShare),
  )
  let finishedJobs = 0
  let errors: unknown[] = []

  function report(error: unknown, account_id: string) {
    if (onError === undefined || isDatabaseDown(error)) errors.push(error)
    else onError(error, account_id)
  }

  async function prepareTasks(rows: readonly Row[]): Promise<readonly (Task | undefined)[]> {
    const [{ account_id } = { account_id: ALL_ACCOUNTS }] = rows
    try {
      return await readTransaction(db, account_id, (ctx) => handler.prepare(ctx, rows))
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      if (rows.length > 1)
        return (await Promise.all(rows.map((row) => prepareTasks([row])))).map(([task]) => task)
      report(error, account_id)
      return [undefined]
    }
  }

  async function runJob(row: Row, task: Task | undefined): Promise<void> {
    const outcome =
      task === undefined
        ? handler.toPreparationFailure(new Error('what it needs could not be read'))
        : await handler.perform(row, task)
    try {
      await inTransaction(db, row.account_id, (ctx) => handler.settle(ctx, row, outcome))
    } catch (error) {
      report(error, row.account_id)
      if (!isDatabaseDown(error))
        await inTransaction(db, row.account_id, (ctx) => handler.defer(ctx, row, error))
    }
  }

  function startJobs(rows: readonly Row[]): Promise<void>[] {
    const tasks = prepareTasks(rows)
    return rows.map((row, index) => {
      const job = tasks
        .then((resolvedTasks) => runJob(row, resolvedTasks[index]))
        .catch((error) => report(error, row.account_id))
        .then(() => {
          inFlight.delete(job)
          finishedJobs += 1
        })
      inFlight.set(job, row.account_id)
      return job
    })
  }

  function computeClaimLimits(): ClaimLimits {
    const counts = new Map<string, number>()
    for (const id of inFlight.values()) counts.set(id, (counts.get(id) ?? 0) + 1)
    return {
      limit: handler.concurrency - inFlight.size,
      perAccount,
      accounts: {
        ids: [...counts.keys()],
        remaining: [...counts.values()].map((count) => Math.max(0, perAccount - count)),
      },
    }
  }

  async function round(): Promise<number> {
    if (inFlight.size >= handler.concurrency)
      await waitAtMost(roundTimeoutMs, Promise.race(inFlight.keys()))
    const claimLimits = computeClaimLimits()
    const rows =
      claimLimits.limit <= 0
        ? []
        : await inTransaction(db, ALL_ACCOUNTS, (ctx) => handler.claim(ctx, claimLimits))
    const accounts = Map.groupBy(rows, ({ account_id }) => account_id)
    const started = [...accounts.values()].flatMap((accountRows) => startJobs(accountRows))
    await waitAtMost(roundTimeoutMs, Promise.all(started))
    const [firstError] = errors
    errors = []
    if (firstError !== undefined) throw firstError
    const total = finishedJobs
    finishedJobs = 0
    return total
  }

  return {
    round,
    async settled() {
      await Promise.all(inFlight.keys())
    },
  }
}
