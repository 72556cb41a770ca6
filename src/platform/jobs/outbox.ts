import { waitAtMost } from '../lib/wait-at-most.ts'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '../postgres/database.ts'
import { isDatabaseDown } from '../postgres/database-errors.ts'
import { createClaimRecovery } from './claim-recovery.ts'
import { createRoundResults } from './round-results.ts'

/** The limits for the rows of one claim. */
export interface ClaimLimits {
  /** The maximum number of rows. */
  limit: number
  /** The maximum number of rows of one account. Accounts with jobs in progress get fewer. */
  perAccount: number
  accounts: { ids: string[]; remaining: number[] }
}

/**
 * Handles jobs that are performed outside the service, such as an email to send or a parcel to
 * order from a carrier. One transaction claims a job, no transaction is open while the job is
 * performed, and another transaction settles it. No transaction waits for the network, and no job
 * is lost when a process dies during a job.
 */
export interface OutboxHandler<Row extends { account_id: string }, Task, Outcome> {
  /** The maximum number of concurrent jobs. */
  concurrency: number
  /** The SQL condition that there are due rows, for `DueCheck`. Undefined if there is none that an index answers. */
  due?: string
  /**
   * Claims due rows of all accounts in turn and leases them, so that no other process claims them before the
   * lease ends. A lease is at least half a minute longer than a job (claim-recovery.ts). Reads only the
   * columns of the row, so that no row can make the claim fail.
   */
  claim(ctx: TxContext, limits: ClaimLimits): Promise<readonly Row[]>
  /** Reads the additional data that rows of one account need. */
  prepare(ctx: TxContext, rows: readonly Row[]): Promise<readonly Task[]>
  /** Performs one job. A failure of the remote service is an outcome, not an error. */
  perform(row: Row, task: Task): Promise<Outcome>
  /** Returns the outcome for a row that could not be prepared. */
  toPreparationFailure(error: unknown): Outcome
  /** Stores the outcome of a job in a transaction of the row's account. */
  settle(ctx: TxContext, row: Row, outcome: Outcome): Promise<void>
  /**
   * Postpones a row whose outcome could not be stored, so that the row is not the first in the queue again.
   */
  defer(ctx: TxContext, row: Row, error: unknown): Promise<void>
}

export interface OutboxRunner {
  /** Claims as many jobs as there are free slots. Returns how many jobs have finished since the last round. */
  round(): Promise<number>
  /** Returns whether the last claim used all free slots, so that more rows may be due. */
  hasBacklog(): boolean
  /** Resolves when no job is in progress. */
  settled(): Promise<void>
  /** The condition of the handler. */
  due: string | undefined
}

export interface OutboxRunnerOptions {
  /** The milliseconds after which a round ends without waiting for jobs that are still in progress. */
  roundTimeoutMs?: number
  /** Receives the error of a row. Without this handler, the round throws the first error at its end. */
  onError?: ((error: unknown, account_id: string) => void) | undefined
}

/** The share of the slots that is reserved for other accounts while one account has jobs in progress. */
const reservedShare = 0.25

/**
 * Creates a runner that runs jobs concurrently. A slow job occupies one of the
 * `concurrency` slots while rounds continue.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the nested functions share the state of one runner (jobs in progress and results)
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
  const { addFinished, report, take } = createRoundResults(onError)
  const recovery = createClaimRecovery<Row>(db)
  let isFull = false

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
        ? handler.toPreparationFailure(new Error('the data for the job could not be read'))
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
          addFinished(1)
        })
      inFlight.set(job, row.account_id)
      return job
    })
  }

  function startAll(rows: readonly Row[]): Promise<void>[] {
    const accounts = Map.groupBy(rows, ({ account_id }) => account_id)
    return [...accounts.values()].flatMap((accountRows) => startJobs(accountRows))
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
    const recovered = await recovery.recover()
    const started = startAll(recovered)
    const claimLimits = computeClaimLimits()
    const rows =
      claimLimits.limit <= 0 ? [] : await recovery.claim((ctx) => handler.claim(ctx, claimLimits))
    isFull = rows.length >= Math.min(claimLimits.limit, perAccount)
    await waitAtMost(roundTimeoutMs, Promise.all([...started, ...startAll(rows)]))
    return take()
  }

  return {
    round,
    hasBacklog: () => isFull,
    due: handler.due,
    async settled() {
      await Promise.all(inFlight.keys())
    },
  }
}
