import pg from 'pg'
import { isConnectionLost, isUnavailable } from './database-errors.ts'
import { areAllPrepared, runInImplicitTransaction } from './implicit-transaction.ts'
import { corkUntilNextTick, isConnectionClosed } from './pg-internals.ts'
import {
  collectRows,
  deliverRows,
  execute,
  type SentStatement,
  type Statement,
  type StatementNamer,
} from './prepared-statement.ts'
import { interleave, mergeRows } from './row-statement.ts'

/** Commits the deferred statements of a transaction. Resolves after the commit. */
export type GroupCommit = (account_id: string, statements: readonly Statement[]) => Promise<void>

interface PendingCommit {
  statements: readonly Statement[]
  resolve: () => void
  reject: (error: unknown) => void
}

interface AccountQueue {
  waiting: PendingCommit[]
  inFlight: number
  /** The number of commits that are in flight for longer than `slowCommitMs`. */
  slow: number
  isScheduled: boolean
}

const newQueue = (): AccountQueue => ({ waiting: [], inFlight: 0, slow: 0, isScheduled: false })

/**
 * The maximum number of concurrent commits of one account. Further transactions
 * wait, and share the next commit.
 */
const maxConcurrentCommits = 2
/**
 * The milliseconds after which a second commit starts if the first has not ended, because
 * the first may wait for a lock.
 */
const slowCommitMs = 20
/** The maximum number of transactions that share one commit. */
const maxBatch = 32

const setAccountSql = `select set_config('bestow.account', $1, true)`

/**
 * Creates a function that commits transactions that only have deferred statements. Transactions of one
 * account share a commit if they arrive in one turn of the event loop, or while another commit is in flight.
 * A shared commit needs one response and one flush to disk. Each promise resolves after the commit.
 *
 * If PostgreSQL rejects a statement of a batch, the batch is rolled back and each transaction runs alone, so
 * that no transaction fails because of another. Transactions for all accounts are never batched. If the
 * database does not respond, every promise of the batch rejects and the outcome is unknown.
 */
export function createGroupCommit(
  pool: pg.Pool,
  nameStatement: StatementNamer,
  allAccounts: string,
): GroupCommit {
  /** Commits a batch. All its transactions belong to one account, so it sets the account once. */
  async function commitJoined(account_id: string, batch: readonly PendingCommit[]): Promise<void> {
    const setAccount = {
      name: nameStatement(setAccountSql),
      text: setAccountSql,
      values: [account_id],
    }
    const statements = interleave(batch.map((each) => each.statements))
    const sent = collectRows([setAccount, ...mergeRows(statements, nameStatement)])
    await commitBatch(pool, sent)
    deliverRows(sent)
  }

  async function settleBatch(account_id: string, batch: readonly PendingCommit[]): Promise<void> {
    try {
      await commitJoined(account_id, batch)
      for (const { resolve } of batch) resolve()
    } catch (error) {
      const isRejected = error instanceof pg.DatabaseError && !isUnavailable(error)
      if (batch.length === 1 || !isRejected) for (const { reject } of batch) reject(error)
      else for (const each of batch) await settleBatch(account_id, [each])
    }
  }

  const addToQueue = createCommitQueues(settleBatch)
  return (account_id, statements) =>
    new Promise((resolve, reject) => {
      const pending = { statements, resolve, reject }
      if (account_id === allAccounts) void settleBatch(account_id, [pending])
      else addToQueue(account_id, pending)
    })
}

/**
 * Creates the queues that divide the transactions of each account into batches. `settleBatch` never rejects.
 */
function createCommitQueues(
  settleBatch: (account_id: string, batch: readonly PendingCommit[]) => Promise<void>,
) {
  const queues = new Map<string, AccountQueue>()

  async function commitNextBatch(account_id: string, queue: AccountQueue): Promise<void> {
    const batch = queue.waiting.splice(0, maxBatch)
    let isSlow = false
    const slowTimer = setTimeout(() => {
      isSlow = true
      queue.slow += 1
      scheduleNextBatch(account_id, queue)
    }, slowCommitMs)
    queue.inFlight += 1
    await settleBatch(account_id, batch)
    clearTimeout(slowTimer)
    queue.inFlight -= 1
    if (isSlow) queue.slow -= 1
    if (queue.waiting.length > 0) scheduleNextBatch(account_id, queue)
    else if (queue.inFlight === 0) queues.delete(account_id)
  }

  /**
   * Schedules the next batch for the end of this turn of the event loop, so that it includes
   * all transactions of this turn.
   */
  function scheduleNextBatch(account_id: string, queue: AccountQueue): void {
    if (queue.isScheduled) return
    queue.isScheduled = true
    setImmediate(() => {
      queue.isScheduled = false
      const isFree = queue.inFlight === queue.slow && queue.inFlight < maxConcurrentCommits
      if (isFree && queue.waiting.length > 0) void commitNextBatch(account_id, queue)
    })
  }

  return (account_id: string, pending: PendingCommit): void => {
    const queue = queues.get(account_id) ?? newQueue()
    queues.set(account_id, queue)
    queue.waiting.push(pending)
    scheduleNextBatch(account_id, queue)
  }
}

async function commitBatch(pool: pg.Pool, statements: readonly SentStatement[]): Promise<void> {
  const client = await pool.connect()
  let isBroken = false
  try {
    corkUntilNextTick(client)
    await (areAllPrepared(client, statements) ? runInImplicitTransaction : runSequentially)(
      client,
      statements,
    )
  } catch (error) {
    isBroken = isConnectionLost(error) || isConnectionClosed(client)
    throw error
  } finally {
    client.release(isBroken)
  }
}

/**
 * Runs the statements between BEGIN and COMMIT. Also prepares the statements that the
 * connection has not prepared yet.
 */
async function runSequentially(
  client: pg.PoolClient,
  statements: readonly SentStatement[],
): Promise<void> {
  const results = [
    client.query('begin'),
    ...statements.map((each) => execute(client, each)),
    client.query('commit'), // this commit rolls back if a statement has failed
  ]
  await Promise.allSettled(results)
  await Promise.all(results)
}
