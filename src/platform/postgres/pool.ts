import pg from 'pg'
import { removeClient } from './pg-internals.ts'

export interface PoolOptions {
  url: string
  /** The maximum number of connections. */
  maxConnections: number
  /** The application name in pg_stat_activity. It is preceded by `bestow`. */
  name: string
  /** The timeout of one statement in milliseconds. */
  statementTimeoutMs?: number
  /** The time in milliseconds after which the server ends the connection of an idle transaction. */
  idleInTransactionTimeoutMs?: number
  /** The timeout of a new connection in milliseconds. */
  connectTimeoutMs?: number
  /**
   * Whether a pooler in transaction mode is in use. If so, there are no prepared
   * statements and no session state.
   */
  isPooled?: boolean
  /** The role of every session. Set if the role of `url` would bypass row-level security. */
  role?: string | undefined
  onError?: (error: Error) => void
}

export const connectTimeoutMs = 5_000

const timeoutsMs = {
  statement: 10_000,
  /**
   * The milliseconds after the statement timeout until a server that sends no response counts as unavailable.
   */
  responseMargin: 2_000,
  lock: 5_000,
  /**
   * The milliseconds after which an idle transaction ends. This limits how long the locks of a client that
   * died silently block other transactions.
   */
  idleInTransaction: 10_000,
}

export function openPool(options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? timeoutsMs.statement
  const settings = [
    `-c statement_timeout=${statementTimeoutMs}`,
    `-c lock_timeout=${timeoutsMs.lock}`,
    `-c idle_in_transaction_session_timeout=${options.idleInTransactionTimeoutMs ?? timeoutsMs.idleInTransaction}`,
    '-c plan_cache_mode=force_generic_plan', // partitions and row-level security make planning expensive
    // A generic plan does not know how few rows a page of a list needs, and would start parallel workers.
    '-c max_parallel_workers_per_gather=0',
    // The default of this setting is for spinning disks. With it, PostgreSQL would read a whole table to sort
    // it, and not one page of an index.
    '-c random_page_cost=1.1',
    '-c jit=off', // compiling the short statements of the service takes longer than running them
    ...(options.role === undefined ? [] : [`-c role=${options.role}`]),
  ]
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: `bestow ${options.name}`,
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectTimeoutMs,
    query_timeout: statementTimeoutMs + timeoutsMs.responseMargin,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser: getParser },
    ...(options.isPooled ? {} : { options: settings.join(' ') }),
  })
  const reportError = (error: Error) => {
    removeClient(error)
    options.onError?.(error)
  }
  pool.on('error', reportError)
  pool.on('connect', (client) => client.on('error', reportError))
  return pool
}

/**
 * Returns the parser of a type. Parses 64-bit integers as numbers, because no count in this database exceeds
 * the exact integers of a double.
 */
const getParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser
