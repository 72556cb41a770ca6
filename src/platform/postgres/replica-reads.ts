import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { waitAtMost } from '../lib/wait-at-most.ts'
import { type Database, isUnavailable, readTransaction, type TxContext } from './database.ts'
import { inListRead } from './list-reads.ts'
import { parsePosition, type ReadReplica, type ReplicaReadResult } from './read-replica.ts'

/** How long a read waits for the replica to replay the newest commits. */
const maxLagMs = 100
const lagPollMs = 5
/** How long the replica may take to report its position. */
const positionTimeoutMs = 1_000

class ReplicaError extends Error {
  readonly result: ReplicaReadResult
  constructor(result: ReplicaReadResult) {
    super('the read replica cannot be used')
    this.result = result
  }
}

/**
 * Like `readTransaction`, on the read replica if there is one, for lists, exports and reports. The replica must have
 * replayed every commit that precedes the call, so that each caller reads its own writes and those of everyone else.
 * A replica that lags or fails is not used: `run` then runs again on the primary. An account has two such reads at a
 * time; the others wait.
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

/** Includes queries that the replica cancels because they conflict with the WAL that it replays. */
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
      // A replica ahead of the primary has followed another primary, whose last commits were lost in a failover.
      if (result.replayed > position && result.replayed > (await replica.primaryPosition()))
        throw new ReplicaError('failed')
      return result.value
    }
    if (performance.now() > deadline) throw new ReplicaError('lagging')
    await sleep(lagPollMs)
  }
}

/** The position up to which the replica has replayed the WAL. The statements after it see at least this state. */
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
  // the message makes the transaction close the connection
  if (rows === undefined) throw new Error('timeout: the read replica does not respond')
  const [row] = rows
  if (row?.standby !== true) throw new ReplicaError('unavailable')
  return parsePosition(row.position)
}
