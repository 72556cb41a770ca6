import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { waitAtMost } from '../lib/wait-at-most.ts'
import { type Database, isUnavailable, readTransaction, type TxContext } from './database.ts'
import { inListRead } from './list-reads.ts'
import { parsePosition, type ReadReplica, type ReplicaReadResult } from './read-replica.ts'

/** The maximum number of milliseconds that a read waits for the replica to replay the newest commits. */
const maxLagMs = 100
const lagPollMs = 5
/** The maximum number of milliseconds in which the replica must report its position. */
const positionTimeoutMs = 1_000

class ReplicaError extends Error {
  readonly result: ReplicaReadResult
  constructor(result: ReplicaReadResult) {
    super('the read replica cannot be used')
    this.result = result
  }
}

/**
 * Runs a read transaction on the read replica if there is one, and otherwise like `readTransaction`. Lists,
 * exports and reports use it. The replica must have replayed every commit that precedes the call, so that
 * each caller reads its own writes and the writes of all others. If the replica lags or fails, `run` runs
 * again on the primary. An account has two of these reads at a time, and further reads wait.
 */
export function readFromReplica<T>(
  db: Database,
  account_id: string,
  run: (ctx: TxContext) => Promise<T>,
  now: Date = db.clock(),
): Promise<T> {
  return inListRead(db, account_id, () => readFromReplicaOrPrimary(db, account_id, run, now))
}

async function readFromReplicaOrPrimary<T>(
  db: Database,
  account_id: string,
  run: (ctx: TxContext) => Promise<T>,
  now: Date,
): Promise<T> {
  const { replica } = db
  if (replica === undefined) return readTransaction(db, account_id, run, now)
  const count = (result: ReplicaReadResult) =>
    replica.reads.set(result, (replica.reads.get(result) ?? 0) + 1)
  if (!(await replica.isUsable())) {
    count('unavailable')
    return readTransaction(db, account_id, run, now)
  }
  try {
    const value = await readCurrent(db, replica, account_id, run, now)
    count('replica')
    return value
  } catch (error) {
    if (!isReplicaFailure(error)) throw error
    count(error instanceof ReplicaError ? error.result : 'failed')
    replica.pause()
    return readTransaction(db, account_id, run, now)
  }
}

/**
 * Returns whether an error is a failure of the replica. This includes a query that the replica cancels
 * because it conflicts with the WAL that the replica replays.
 */
const isReplicaFailure = (error: unknown): boolean =>
  error instanceof ReplicaError || error instanceof pg.DatabaseError || isUnavailable(error)

async function readCurrent<T>(
  db: Database,
  replica: ReadReplica,
  account_id: string,
  run: (ctx: TxContext) => Promise<T>,
  now: Date,
): Promise<T> {
  const { pool, accountConcurrency } = replica
  const position = await replica.primaryPosition()
  const deadline = performance.now() + maxLagMs
  for (;;) {
    const result = await readTransaction(
      { ...db, pool, accountConcurrency },
      account_id,
      async (ctx) => {
        const replayed = await readReplayed(ctx)
        replica.lagBytes = Number(position > replayed ? position - replayed : 0n)
        return replayed < position ? undefined : { replayed, value: await run(ctx) }
      },
      now,
    )
    if (result !== undefined) {
      // A replica that is ahead of the primary has followed another primary, whose last
      // commits were lost in a failover.
      if (result.replayed > position && result.replayed > (await replica.primaryPosition()))
        throw new ReplicaError('failed')
      return result.value
    }
    if (performance.now() > deadline) throw new ReplicaError('lagging')
    await sleep(lagPollMs)
  }
}

/**
 * Reads the position up to which the replica has replayed the WAL. Later statements of the
 * transaction see at least this state.
 */
async function readReplayed(ctx: TxContext): Promise<bigint> {
  const query = ctx.query<{ standby: boolean; position: string | null }>(
    'select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as position',
  )
  let rows: Awaited<typeof query> | undefined
  await waitAtMost(
    positionTimeoutMs,
    query.then((value) => {
      rows = value
    }),
  )
  // the word timeout in the message makes the transaction close the connection
  if (rows === undefined) throw new Error('timeout: the read replica does not respond')
  const [row] = rows
  if (row?.standby !== true) throw new ReplicaError('unavailable')
  return parsePosition(row.position)
}
