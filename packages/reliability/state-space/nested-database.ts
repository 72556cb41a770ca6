import type pg from 'pg'
import type { Deployment } from '#platform/deployment'
import type { Clock } from '#platform/lib/clock'
import { type Database, openDatabase } from '#platform/postgres/database'
import { execute } from '#platform/postgres/prepared-statement'

/**
 * A database whose transactions are savepoints of one open transaction on one connection. The changes of any
 * number of transactions can therefore be reverted at once. Nothing is ever committed.
 */
export interface NestedDatabase {
  db: Database
  /** Runs SQL between the transactions of the code under test, without starting a transaction. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Ends the outer transaction, which reverts all changes. Starts the next one after `between`. */
  restart(between: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/** The statement timeout in milliseconds. It is long because the machine is busy for minutes. */
export const statementTimeoutMs = 60_000

type SendQuery = (...args: unknown[]) => Promise<pg.QueryResult>

export async function openNestedDatabase(
  { url, account_id }: { url: string; account_id: string },
  clock: Clock,
  deployment: Deployment,
): Promise<NestedDatabase> {
  const real = openDatabase({
    url,
    clock,
    deployment,
    maxConnections: 1,
    name: 'states',
    statementTimeoutMs,
  })
  const client = await real.pool.connect()
  const send = client.query.bind(client) as SendQuery
  const releaseClient = client.release.bind(client)
  const begin = () =>
    send(
      `begin; set local bestow.account = '${account_id}'; set local idle_in_transaction_session_timeout = 0`,
    )
  await begin()
  Object.assign(client, {
    query: (first: unknown, ...others: unknown[]) => send(withSavepoint(first), ...others),
  })
  const pool = createExclusivePool(client)
  const nameStatement = () => undefined // statements get no names, because a named one is not found by its text
  return {
    db: { ...real, pool, nameStatement, groupCommit: createSingleCommit(pool) },
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      return (await execute(client, { name: undefined, text, values })).rows as Row[]
    },
    async restart(between) {
      await send('rollback')
      await between()
      await begin()
    },
    async close() {
      await send('rollback')
      releaseClient()
      await real.pool.end()
    },
  }
}

const isTransactionCommand = (text: string) => /^(begin|commit|rollback)\b/.test(text)

/**
 * Converts a command that starts or ends a transaction to a command of a savepoint. Such a command is a text,
 * or a statement without a name. Returns every other query unchanged.
 */
function withSavepoint(query: unknown): unknown {
  if (typeof query === 'string') return toSavepoint(query)
  const { text } = query as { text?: unknown }
  return typeof text === 'string' && isTransactionCommand(text) ? toSavepoint(text) : query
}

/** Converts a command that starts or ends a transaction to the equivalent command of a savepoint. */
function toSavepoint(text: string): string {
  if (text.startsWith('begin')) return text.replace(/^begin( read only)?/, 'savepoint tx')
  if (text === 'commit') return 'release savepoint tx'
  if (text === 'rollback') return 'rollback to savepoint tx; release savepoint tx'
  return text
}

/** Creates a pool of one connection. A transaction waits until the previous one has ended. */
function createExclusivePool(client: pg.PoolClient): pg.Pool {
  const waiting: (() => void)[] = []
  let isTaken = false
  Object.assign(client, {
    release() {
      const next = waiting.shift()
      if (next === undefined) isTaken = false
      else next()
    },
  })
  const connect = (): Promise<pg.PoolClient> => {
    if (!isTaken) {
      isTaken = true
      return Promise.resolve(client)
    }
    return new Promise((resolve) => waiting.push(() => resolve(client)))
  }
  return { connect } as unknown as pg.Pool
}

/** Returns a function that runs the statements of a transaction whose caller awaits no result. */
const createSingleCommit =
  (pool: pg.Pool): Database['groupCommit'] =>
  async (account_id, statements) => {
    const client = await pool.connect()
    try {
      await client.query(`begin; set local bestow.account = '${account_id}'`)
      for (const { text, values } of statements) await client.query({ text, values: [...values] })
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
