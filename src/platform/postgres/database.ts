import type pg from 'pg'
import type { Deployment } from '../deployment.ts'
import type { Clock } from '../lib/clock.ts'
import { isId } from '../lib/ids.ts'
import { inSpan } from '../observability/tracing.ts'
import {
  type AccountConcurrency,
  createAccountConcurrency,
  maxConnectionsPerAccount,
} from './account-concurrency.ts'
import { isConnectionLost } from './database-errors.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import { createListReads } from './list-reads.ts'
import { connectTimeoutMs, openPool, type PoolOptions } from './pool.ts'
import { createStatementNamer, execute, type StatementNamer } from './prepared-statement.ts'
import { openReadReplica, type ReadReplica } from './read-replica.ts'
import { openTransaction } from './transaction.ts'
import {
  type Actor,
  type Callbacks,
  createTxContext,
  type TransactionLifetime,
  type TxContext,
} from './tx-context.ts'

export { isRetryable, isUnavailable, violatedConstraint } from './database-errors.ts'
export { type Actor, actingAs, atRealTime, type TxContext } from './tx-context.ts'

/** The actor of background loops. */
const system: Actor = { kind: 'system' }

/** The account id of a transaction that reads and writes the rows of all accounts. */
export const ALL_ACCOUNTS = '*'

export interface Database {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly deployment: Deployment
  /**
   * Returns the name of a prepared statement. Returns undefined behind a pooler in transaction mode, which
   * assigns another connection to each transaction.
   */
  readonly nameStatement: StatementNamer
  /** Limits how many connections one account uses at a time. */
  readonly accountConcurrency: AccountConcurrency
  /** Limits how many lists one account reads at a time. */
  readonly listReads: AccountConcurrency
  /** Commits transactions that only have deferred statements. */
  readonly groupCommit: GroupCommit
  /** The replica for `readFromReplica`. Undefined if there is none. */
  readonly replica?: ReadReplica | undefined
}

export interface DatabaseOptions extends PoolOptions {
  clock: Clock
  deployment: Deployment
  /** The URL of a streaming replica. */
  replicaUrl?: string | undefined
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options)
  const nameStatement = options.isPooled ? () => undefined : createStatementNamer()
  return {
    pool,
    clock: options.clock,
    deployment: options.deployment,
    nameStatement,
    accountConcurrency: createAccountConcurrency(
      maxConnectionsPerAccount(options.maxConnections),
      connectTimeoutMs,
    ),
    listReads: createListReads(),
    groupCommit: createGroupCommit(pool, nameStatement, ALL_ACCOUNTS),
    replica:
      options.replicaUrl === undefined
        ? undefined
        : openReadReplica(
            { ...options, url: options.replicaUrl, name: `${options.name} replica` },
            pool,
          ),
  }
}

/**
 * Runs `run` in one transaction for one account (or `ALL_ACCOUNTS`). Rolls back and rethrows if `run` throws.
 * `run` must not wait for the network.
 */
export function inTransaction<T>(
  db: Database,
  account_id: string,
  run: (ctx: TxContext) => Promise<T>,
  now: Date = db.clock(),
  actor: Actor = system,
): Promise<T> {
  return runTracedTransaction(db, 'write', account_id, run, now, actor)
}

/**
 * Runs `run` in a read-only transaction. PostgreSQL rejects writes in this transaction. The
 * function does not await the COMMIT.
 */
export function readTransaction<T>(
  db: Database,
  account_id: string,
  run: (ctx: TxContext) => Promise<T>,
  now: Date = db.clock(),
): Promise<T> {
  return runTracedTransaction(db, 'read', account_id, run, now, system)
}

/**
 * Runs one SELECT without BEGIN and COMMIT, which halves the messages of the most frequent reads. The statement sets
 * the account itself before it reads rows. To guarantee this order, `select` must take the account from
 * `opened.account_id::uuid` instead of `$1`, or, for `ALL_ACCOUNTS`, contain `where opened.account_id = '*'`.
 */
export async function readWithoutTransaction<Row extends object>(
  db: Database,
  account_id: string,
  select: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const text = `select found.* from (
      select set_config('bestow.account', $1, true) as account_id offset 0) opened,
    lateral (${select} offset 0) found`
  const client = await db.pool.connect()
  const result = execute(client, {
    name: db.nameStatement(text),
    text,
    values: [account_id, ...values],
  })
  // pipelining queues the next statement on this connection behind the response
  client.release()
  return (await result).rows as Row[]
}

/**
 * Runs a transaction, and creates a span if the caller is traced. Background loops have no parent span, so
 * they are not traced.
 */
function runTracedTransaction<T>(...transaction: TransactionArgs<T>): Promise<T> {
  const { tracing } = transaction[0].deployment
  if (tracing?.currentTraceparent() === undefined) return runTransaction(...transaction)
  return inSpan(tracing, 'transaction', { attributes: { 'bestow.mode': transaction[1] } }, () =>
    runTransaction(...transaction),
  )
}

type TransactionArgs<T> = [
  db: Database,
  mode: 'read' | 'write',
  account_id: string,
  run: (ctx: TxContext) => Promise<T>,
  now: Date,
  actor: Actor,
]

async function runTransaction<T>(
  ...[db, mode, account_id, run, now, actor]: TransactionArgs<T>
): Promise<T> {
  if (account_id !== ALL_ACCOUNTS && !isId(account_id))
    throw new Error(`not an account id: ${account_id}`)
  const client = await acquireClient(db, account_id)
  const transaction = openTransaction(db.nameStatement, client, mode, account_id)
  const callbacks: Callbacks = { committed: [], failed: [] }
  const lifetime: TransactionLifetime = { hasEnded: false }
  let broken: unknown
  let isReleased = false
  const releaseClient = (isBroken: boolean) => {
    isReleased = true
    client.release(isBroken)
    if (account_id !== ALL_ACCOUNTS) db.accountConcurrency.release(account_id)
  }
  try {
    const ctx = createTxContext(db, account_id, now, actor, transaction, callbacks, lifetime)
    const result = await run(ctx).finally(() => {
      lifetime.hasEnded = true
    })
    const deferred = transaction.takeDeferred()
    if (deferred === undefined) await transaction.commit()
    else {
      releaseClient(false)
      if (deferred.length > 0) await db.groupCommit(account_id, deferred)
    }
    callbacks.failed = []
    for (const callback of callbacks.committed) callback()
    return result
  } catch (error) {
    for (const callback of callbacks.failed) callback()
    if (isReleased) throw error
    // A server that did not respond will not respond to ROLLBACK either. The closed
    // connection makes it roll back.
    if (isConnectionLost(error)) broken = error
    else
      await transaction.rollback().catch((failure) => {
        broken = failure
      })
    throw error
  } finally {
    if (!isReleased) releaseClient(broken !== undefined)
  }
}

/** Waits until the account is below its limit of connections. Then takes a connection from the pool. */
async function acquireClient(db: Database, account_id: string): Promise<pg.PoolClient> {
  if (account_id === ALL_ACCOUNTS) return db.pool.connect()
  const slot = db.accountConcurrency.acquire(account_id)
  if (slot !== undefined) await slot
  try {
    return await db.pool.connect()
  } catch (error) {
    db.accountConcurrency.release(account_id)
    throw error
  }
}
