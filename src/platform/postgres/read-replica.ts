import type pg from 'pg'
import {
  type AccountConcurrency,
  createAccountConcurrency,
  maxConnectionsPerAccount,
} from './account-concurrency.ts'
import { openPool, type PoolOptions } from './pool.ts'

/** The possible results of a read that may use the replica: the replica, or why the primary ran the read. */
export const replicaReadResults = ['replica', 'lagging', 'unavailable', 'failed'] as const
export type ReplicaReadResult = (typeof replicaReadResults)[number]

/** A streaming replica of the primary database. */
export interface ReadReplica {
  pool: pg.Pool
  accountConcurrency: AccountConcurrency
  /**
   * Reads the position up to which the primary has flushed its WAL, at a time after the call. Concurrent
   * calls share a query.
   */
  primaryPosition(): Promise<bigint>
  /**
   * Returns whether reads may try the replica. Returns false for a second after a failure, and
   * for a server of another cluster.
   */
  isUsable(): Promise<boolean>
  /** Sends all reads to the primary database for a second. */
  pause(): void
  /** The number of reads by their result. */
  reads: Map<ReplicaReadResult, number>
  /** The bytes of WAL that the replica had not replayed at the last read. Undefined before the first read. */
  lagBytes: number | undefined
}

const pauseMs = 1_000
/**
 * The maximum time to open a connection, in milliseconds. A replica that needs longer counts as unavailable.
 */
const connectTimeoutMs = 1_000

export function openReadReplica(options: PoolOptions, primary: pg.Pool): ReadReplica {
  const pool = openPool({ ...options, connectTimeoutMs })
  let pausedUntil = 0
  let verification: Promise<boolean> | undefined
  const replica: ReadReplica = {
    pool,
    accountConcurrency: createAccountConcurrency(
      maxConnectionsPerAccount(options.maxConnections),
      connectTimeoutMs,
    ),
    primaryPosition: shareCalls(() => readPrimaryPosition(primary)),
    reads: new Map(replicaReadResults.map((result) => [result, 0])),
    lagBytes: undefined,
    async isUsable() {
      if (Date.now() < pausedUntil) return false
      verification ??= isReplicaOf(pool, primary).catch(() => false)
      const isVerified = await verification
      if (!isVerified) replica.pause()
      return isVerified
    },
    pause() {
      pausedUntil = Date.now() + pauseMs
      verification = undefined
    },
  }
  return replica
}

/**
 * The SQL for the position up to which commits are on disk. It includes every commit that a client knows
 * of. Without synchronous commits, a client also knows of commits that are not on disk yet, so the
 * position is the end of the WAL.
 */
const primaryPositionSql = `select (case when current_setting('synchronous_commit') = 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as position`

async function readPrimaryPosition(primary: pg.Pool): Promise<bigint> {
  const { rows } = await primary.query<{ position: string }>(primaryPositionSql)
  return parsePosition(rows[0]?.position)
}

/** Converts a WAL position such as `1A/2B3C` to bytes. */
export function parsePosition(text: string | undefined | null): bigint {
  const [high, low] = (text ?? '').split('/')
  if (high === undefined || low === undefined) throw new Error(`not a WAL position: ${text}`)
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * Returns whether the server is a standby of the same cluster, and row-level security applies to its role.
 */
async function isReplicaOf(replica: pg.Pool, primary: pg.Pool): Promise<boolean> {
  const sql = `select system_identifier::text as id, pg_is_in_recovery() as is_standby,
      (select not (rolsuper or rolbypassrls) from pg_roles where rolname = current_user) as is_bound
    from pg_control_system()`
  const [standby, main] = await Promise.all(
    [replica, primary].map(async (pool) => (await pool.query(sql)).rows[0]),
  )
  return standby.is_standby && standby.is_bound && standby.id === main.id
}

/** Makes concurrent calls share a query. The shared query starts after each of the calls. */
function shareCalls<T>(query: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        const current = query()
        running = current
        next = undefined
        return current
      })
    return next
  }
}
