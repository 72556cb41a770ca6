import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
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
import { createKysely } from './kysely.ts'
import { execute } from './prepared-statement.ts'
import { type LazyTransaction, openTransaction } from './transaction.ts'

export { isRetryable, isUnavailable, violatedConstraint } from './database-errors.ts'

/**
 * One transaction, one moment, one account. The first argument of whatever reads or writes.
 *
 * - `tx`      builds and runs typed queries; a room narrows it to its own tables
 * - `query`   runs one written-out statement (the hottest paths), named so that it is planned once
 * - `post`    the same without waiting: the answer is not needed, and a failure ends the transaction
 * - `afterCommit`  runs something in memory once the transaction is safe; never if it is not
 * - `now`     the moment, asked for once; in staging the account's clock may be ahead of the real one
 * - `real_now` the real time, for what does not live by an account's clock
 * - `account_id`  whose rows may be seen; `everyone` for the engine, sign-in and the operator
 * - `installation`  what is true of this installation as a whole
 */
export interface TxContext {
  readonly tx: Kysely<unknown>
  readonly now: Date
  readonly real_now: Date
  readonly account_id: string
  readonly deployment: Deployment
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  enqueue(text: string, values?: readonly unknown[]): void
  afterCommit(run: () => void): void
}

/** Opens a transaction for every account. */
export const ALL_ACCOUNTS = '*'

export interface Database {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly deployment: Deployment
  /** The name a statement is prepared under; undefined behind a pooler that hands out another connection each time. */
  readonly nameStatement: (text: string) => string | undefined
  /** Keeps one account from using all connections. */
  readonly accountConcurrency: AccountConcurrency
  /** Writes what transactions have only posted. */
  readonly groupCommit: GroupCommit
}

export interface DatabaseOptions {
  url: string
  clock: Clock
  deployment: Deployment
  /** Connections at most. */
  maxConnections: number
  /** What the connection calls itself in pg_stat_activity. */
  name: string
  /** Milliseconds that one statement may take. */
  statementTimeoutMs?: number
  /** A transaction-mode pooler stands between: no names, nothing that outlives a transaction. */
  isPooled?: boolean
  /** The role to work as, when the one we connect as would see through the second wall. */
  role?: string | undefined
  onError?: (error: Error) => void
}

/** How long we wait for the database to answer before we call it away, in milliseconds. */
const timeoutsMs = {
  connect: 5_000,
  statement: 10_000,
  /** Beyond what the server may take: then it is not there to end the statement itself. */
  responseMargin: 2_000,
  lock: 5_000,
  /** A client that died without a word leaves its locks behind; nobody shall wait for them for long. */
  idleInTransaction: 10_000,
}

export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? timeoutsMs.statement
  const settings = [
    `-c statement_timeout=${statementTimeoutMs}`,
    `-c lock_timeout=${timeoutsMs.lock}`,
    `-c idle_in_transaction_session_timeout=${timeoutsMs.idleInTransaction}`,
    '-c plan_cache_mode=force_generic_plan', // partitions and row-level security make planning the dear part
    // Planned before it is known how few rows are wanted, a page of a list would be read by three processes.
    '-c max_parallel_workers_per_gather=0',
    '-c jit=off', // these statements are short; compiling one takes longer than running it
    ...(options.role === undefined ? [] : [`-c role=${options.role}`]),
  ]
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: `bestow ${options.name}`,
    connectionTimeoutMillis: timeoutsMs.connect,
    query_timeout: statementTimeoutMs + timeoutsMs.responseMargin,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser: getParser },
    ...(options.isPooled ? {} : { options: settings.join(' ') }),
  })
  const reportError = (error: Error & { client?: unknown }) => {
    delete error.client // the pool hangs the whole connection on it; nobody wants that in a log
    options.onError?.(error)
  }
  pool.on('error', reportError)
  pool.on('connect', (client) => client.on('error', reportError))
  const nameStatement = options.isPooled ? () => undefined : createStatementNamer()
  return {
    pool,
    clock: options.clock,
    deployment: options.deployment,
    nameStatement,
    accountConcurrency: createAccountConcurrency(
      maxConnectionsPerAccount(options.maxConnections),
      timeoutsMs.connect,
    ),
    groupCommit: createGroupCommit(pool, nameStatement, ALL_ACCOUNTS),
  }
}

/** The database's 64-bit counts fit a double for as long as this service will run. */
const getParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser

/**
 * Runs `run` in one transaction that sees one account (or `everyone`). What it throws rolls the
 * transaction back and is thrown on. Nothing in here may wait for the network.
 */
export function inTransaction<T>(
  db: Database,
  account_id: string,
  run: (ctx: TxContext) => Promise<T>,
  now: Date = db.clock(),
): Promise<T> {
  return runTracedTransaction(db, 'write', account_id, run, now)
}

/** The same for what only reads: PostgreSQL refuses a write, and nobody waits for the end. */
export function readTransaction<T>(
  db: Database,
  account_id: string,
  run: (ctx: TxContext) => Promise<T>,
  now: Date = db.clock(),
): Promise<T> {
  return runTracedTransaction(db, 'read', account_id, run, now)
}

/**
 * One reading statement with no transaction around it, for the hottest reads: half the messages. The
 * statement opens itself for the account before it reads, which holds because `select` takes the
 * account from there: it must say `opened.account_id::uuid` where another would say `$1`, or, for
 * `everyone`, `where opened.account_id = '*'`.
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
  // what comes next on this connection waits in line behind the answer
  client.release()
  return (await result).rows as Row[]
}

/** What loops do by themselves follows from nothing, and leaves no trace. */
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
]

async function runTransaction<T>(
  ...[db, mode, account_id, run, now]: TransactionArgs<T>
): Promise<T> {
  if (account_id !== ALL_ACCOUNTS && !isId(account_id))
    throw new Error(`not an account id: ${account_id}`)
  const client = await acquireClient(db, account_id)
  const transaction = openTransaction(db, client, mode, account_id)
  const afterCommitCallbacks: (() => void)[] = []
  const lifetime: TransactionLifetime = { hasEnded: false }
  let broken: unknown
  let isReleased = false
  const releaseClient = (isBroken: boolean) => {
    isReleased = true
    client.release(isBroken)
    if (account_id !== ALL_ACCOUNTS) db.accountConcurrency.release(account_id)
  }
  try {
    const ctx = createTxContext(
      db,
      client,
      account_id,
      now,
      transaction,
      afterCommitCallbacks,
      lifetime,
    )
    const result = await run(ctx).finally(() => {
      lifetime.hasEnded = true
    })
    const deferred = transaction.takeDeferred()
    if (deferred === undefined) await transaction.commit()
    else {
      releaseClient(false)
      if (deferred.length > 0) await db.groupCommit(account_id, deferred)
    }
    for (const callback of afterCommitCallbacks) callback()
    return result
  } catch (error) {
    // Who did not answer will not answer a rollback; the end of the connection is one.
    if (isReleased) throw error
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

/** A connection for a transaction of this account, which may have only so many at once. */
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

/**
 * Whether the function that was given the work has ended. The connection then goes to another transaction, maybe of
 * another account, and a late statement (of one leg of a `Promise.all`, say) would run in that one.
 */
interface TransactionLifetime {
  hasEnded: boolean
}

function createTxContext(
  db: Database,
  client: pg.PoolClient,
  account_id: string,
  now: Date,
  transaction: LazyTransaction,
  afterCommitCallbacks: (() => void)[],
  lifetime: TransactionLifetime,
): TxContext {
  let tx: Kysely<unknown> | undefined
  const assertOpen = () => {
    if (lifetime.hasEnded) throw new Error('a statement came after the end of its transaction')
  }
  return {
    get tx() {
      assertOpen()
      transaction.begin()
      tx ??= createKysely(client, db.nameStatement, assertOpen)
      return tx
    },
    now,
    real_now: db.clock(),
    account_id,
    deployment: db.deployment,
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      assertOpen()
      return (await transaction.query(text, values)).rows as Row[]
    },
    enqueue: (text, values = []) => {
      assertOpen()
      transaction.enqueue(text, values)
    },
    afterCommit: (callback) => {
      assertOpen()
      afterCommitCallbacks.push(callback)
    },
  }
}

const maxPreparedStatements = 500 // a statement whose text varies without end must not fill the server's memory

/** Names each statement once, so that every connection plans it once; past the bound they go unnamed. */
function createStatementNamer(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const existing = names.get(text)
    if (existing !== undefined) return existing
    if (names.size >= maxPreparedStatements) return undefined
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
}
