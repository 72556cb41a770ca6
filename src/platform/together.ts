import pg from 'pg'
import { areKnown, isCut, runAsOne } from './as-one.ts'
import { isAway, isSilence } from './database-failures.ts'
import { gather } from './gather.ts'
import { type Statement, send } from './statement.ts'

/** Writes the statements of a transaction that only posted. Returns when they are committed. */
export type Together = (account_id: string, statements: readonly Statement[]) => Promise<void>

interface Waiting {
  statements: readonly Statement[]
  resolve: () => void
  reject: (error: unknown) => void
}

interface Line {
  waiting: Waiting[]
  underWay: number
}

/** Of one account: while so many commits are under way, whoever comes waits, and goes with the next one. */
const mostAtOnce = 2
/** Transactions that share one commit at most. */
const mostTogether = 32

const choosing = `select set_config('bestow.account', $1, true)`

/**
 * Lets transactions that only post share a commit, when they are of one account and come while others
 * are on their way: one answer and one flush to the disk for all of them. Nobody is told before the
 * commit. When one of them is refused, all are rolled back and each is run by itself, so that nobody
 * fails for another's sake. What sees every account shares with nobody. When the database does not answer, what became of them is unknown to all.
 */
export function createTogether(
  pool: pg.Pool,
  nameOf: (text: string) => string | undefined,
  everyone: string,
): Together {
  const lines = new Map<string, Line>()

  /** They are of one account, so it is chosen once. */
  function write(account_id: string, joined: readonly Waiting[]): Promise<void> {
    const choose = { name: nameOf(choosing), text: choosing, values: [account_id] }
    return commitOn(pool, [choose, ...joined.flatMap(({ statements }) => statements)])
  }

  async function run(account_id: string, joined: readonly Waiting[]): Promise<void> {
    try {
      await write(account_id, joined)
      for (const { resolve } of joined) resolve()
    } catch (error) {
      const isRefused = error instanceof pg.DatabaseError && !isAway(error)
      if (joined.length === 1 || !isRefused) for (const { reject } of joined) reject(error)
      else for (const each of joined) await run(account_id, [each])
    }
  }

  function next(account_id: string, line: Line): void {
    if (line.underWay >= mostAtOnce) return
    const joined = line.waiting.splice(0, mostTogether)
    if (joined.length === 0) {
      if (line.underWay === 0) lines.delete(account_id)
      return
    }
    line.underWay += 1
    void run(account_id, joined).finally(() => {
      line.underWay -= 1
      next(account_id, line)
    })
  }

  return (account_id, statements) =>
    new Promise((resolve, reject) => {
      if (account_id === everyone) {
        void run(account_id, [{ statements, resolve, reject }])
        return
      }
      const line = lines.get(account_id) ?? { waiting: [], underWay: 0 }
      lines.set(account_id, line)
      line.waiting.push({ statements, resolve, reject })
      next(account_id, line)
    })
}

async function commitOn(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect()
  let isBroken = false
  try {
    gather(client)
    await (areKnown(client, statements) ? runAsOne : runInTurn)(client, statements)
  } catch (error) {
    isBroken = isSilence(error) || isCut(client)
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** The usual way, on which a connection prepares what it does not know yet. */
async function runInTurn(client: pg.PoolClient, statements: readonly Statement[]): Promise<void> {
  const answers = [
    client.query('begin'),
    ...statements.map((each) => send(client, each)),
    client.query('commit'), // of a transaction that has failed it is a rollback
  ]
  await Promise.allSettled(answers)
  await Promise.all(answers)
}
