import pg from 'pg'
import { isConnectionLost, isUnavailable } from './database-errors.ts'
import {
  areAllPrepared,
  isConnectionClosed,
  runInImplicitTransaction,
} from './implicit-transaction.ts'
import { execute, type Statement } from './prepared-statement.ts'
import { corkUntilNextTick } from './write-coalescing.ts'

/** Writes the statements of a transaction that only posted. Returns when they are committed. */
export type GroupCommit = (account_id: string, statements: readonly Statement[]) => Promise<void>

interface PendingCommit {
  statements: readonly Statement[]
  resolve: () => void
  reject: (error: unknown) => void
}

interface AccountQueue {
  waiting: PendingCommit[]
  inFlight: number
}

/** Of one account: while so many commits are under way, whoever comes waits, and goes with the next one. */
const maxConcurrentCommits = 2
/** Transactions that share one commit at most. */
const maxBatch = 32

const setAccountSql = `select set_config('bestow.account', $1, true)`

/**
 * Lets transactions that only post share a commit, when they are of one account and come while others
 * are on their way: one answer and one flush to the disk for all of them. Nobody is told before the
 * commit. When one of them is refused, all are rolled back and each is run by itself, so that nobody
 * fails for another's sake. What sees every account shares with nobody. When the database does not answer, what became of them is unknown to all.
 */
export function createGroupCommit(
  pool: pg.Pool,
  nameStatement: (text: string) => string | undefined,
  allAccounts: string,
): GroupCommit {
  const queues = new Map<string, AccountQueue>()

  /** They are of one account, so it is chosen once. */
  function commitJoined(account_id: string, batch: readonly PendingCommit[]): Promise<void> {
    const setAccount = {
      name: nameStatement(setAccountSql),
      text: setAccountSql,
      values: [account_id],
    }
    return commitBatch(pool, [setAccount, ...batch.flatMap(({ statements }) => statements)])
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

  function startNextBatch(account_id: string, queue: AccountQueue): void {
    if (queue.inFlight >= maxConcurrentCommits) return
    const batch = queue.waiting.splice(0, maxBatch)
    if (batch.length === 0) {
      if (queue.inFlight === 0) queues.delete(account_id)
      return
    }
    queue.inFlight += 1
    void settleBatch(account_id, batch).finally(() => {
      queue.inFlight -= 1
      startNextBatch(account_id, queue)
    })
  }

  return (account_id, statements) =>
    new Promise((resolve, reject) => {
      if (account_id === allAccounts) {
        void settleBatch(account_id, [{ statements, resolve, reject }])
        return
      }
      const queue = queues.get(account_id) ?? { waiting: [], inFlight: 0 }
      queues.set(account_id, queue)
      queue.waiting.push({ statements, resolve, reject })
      startNextBatch(account_id, queue)
    })
}

async function commitBatch(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
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

/** The usual way, on which a connection prepares what it does not know yet. */
async function runSequentially(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<void> {
  const results = [
    client.query('begin'),
    ...statements.map((each) => execute(client, each)),
    client.query('commit'), // of a transaction that has failed it is a rollback
  ]
  await Promise.allSettled(results)
  await Promise.all(results)
}
