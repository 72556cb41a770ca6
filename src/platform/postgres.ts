import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { type AccountShare, createAccountShare, shareOf } from './account-share.ts'
import type { Clock } from './clock.ts'
import { isSilence } from './database-failures.ts'
import { isId } from './ids.ts'
import type { Installation } from './installation.ts'
import { kyselyOn } from './kysely.ts'
import { type Sending, sendOn } from './sending.ts'
import { send } from './statement.ts'
import { createTogether, type Together } from './together.ts'
import { inSpan } from './tracing.ts'

export { brokenConstraint, isAway, isWorthAnotherTry } from './database-failures.ts'

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
  readonly installation: Installation
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  post(text: string, values?: readonly unknown[]): void
  afterCommit(run: () => void): void
}

/** Opens a transaction for every account. */
export const everyone = '*'

export interface Database {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly installation: Installation
  /** The name a statement is prepared under; undefined behind a pooler that hands out another connection each time. */
  readonly nameOf: (text: string) => string | undefined
  /** Keeps one account from using all connections. */
  readonly share: AccountShare
  /** Writes what transactions have only posted. */
  readonly together: Together
}

export interface DatabaseOptions {
  url: string
  clock: Clock
  installation: Installation
  /** Connections at most. */
  size: number
  /** What the connection calls itself in pg_stat_activity. */
  name: string
  /** Milliseconds that one statement may take. */
  patience?: number
  /** A transaction-mode pooler stands between: no names, nothing that outlives a transaction. */
  pooled?: boolean
  /** The role to work as, when the one we connect as would see through the second wall. */
  role?: string | undefined
  onError?: (error: Error) => void
}

/** How long we wait for the database to answer before we call it away, in milliseconds. */
const patience = {
  connect: 5_000,
  statement: 10_000,
  /** Beyond what the server may take: then it is not there to end the statement itself. */
  silence: 2_000,
  lock: 5_000,
  /** A client that died without a word leaves its locks behind; nobody shall wait for them for long. */
  idleInTransaction: 10_000,
}

export function openDatabase(options: DatabaseOptions): Database {
  const longest = options.patience ?? patience.statement
  const settings = [
    `-c statement_timeout=${longest}`,
    `-c lock_timeout=${patience.lock}`,
    `-c idle_in_transaction_session_timeout=${patience.idleInTransaction}`,
    '-c plan_cache_mode=force_generic_plan', // partitions and row-level security make planning the dear part
    // Planned before it is known how few rows are wanted, a page of a list would be read by three processes.
    '-c max_parallel_workers_per_gather=0',
    '-c jit=off', // these statements are short; compiling one takes longer than running it
    ...(options.role === undefined ? [] : [`-c role=${options.role}`]),
  ]
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    application_name: `bestow ${options.name}`,
    connectionTimeoutMillis: patience.connect,
    query_timeout: longest + patience.silence,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser: parserOf },
    ...(options.pooled ? {} : { options: settings.join(' ') }),
  })
  const heard = (error: Error & { client?: unknown }) => {
    delete error.client // the pool hangs the whole connection on it; nobody wants that in a log
    options.onError?.(error)
  }
  pool.on('error', heard)
  pool.on('connect', (client) => client.on('error', heard))
  const nameOf = options.pooled ? () => undefined : nameStatements()
  return {
    pool,
    clock: options.clock,
    installation: options.installation,
    nameOf,
    share: createAccountShare(shareOf(options.size), patience.connect),
    together: createTogether(pool, nameOf, everyone),
  }
}

/** The database's 64-bit counts fit a double for as long as this service will run. */
const parserOf = ((oid: number, format?: 'text' | 'binary') =>
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
  return transact(db, 'write', account_id, run, now)
}

/** The same for what only reads: PostgreSQL refuses a write, and nobody waits for the end. */
export function reading<T>(
  db: Database,
  account_id: string,
  run: (ctx: TxContext) => Promise<T>,
  now: Date = db.clock(),
): Promise<T> {
  return transact(db, 'read', account_id, run, now)
}

/**
 * One reading statement with no transaction around it, for the hottest reads: half the messages. The
 * statement opens itself for the account before it reads, which holds because `select` takes the
 * account from there: it must say `opened.account_id::uuid` where another would say `$1`, or, for
 * `everyone`, `where opened.account_id = '*'`.
 */
export async function readAlone<Row extends object>(
  db: Database,
  account_id: string,
  select: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const text = `select found.* from (
      select set_config('bestow.account', $1, true) as account_id offset 0) opened,
    lateral (${select} offset 0) found`
  const client = await db.pool.connect()
  const answer = send(client, { name: db.nameOf(text), text, values: [account_id, ...values] })
  // what comes next on this connection waits in line behind the answer
  client.release()
  return (await answer).rows as Row[]
}

/** What loops do by themselves follows from nothing, and leaves no trace. */
function transact<T>(...transaction: Transaction<T>): Promise<T> {
  const { tracing } = transaction[0].installation
  if (tracing?.current() === undefined) return transactUnseen(...transaction)
  return inSpan(tracing, 'transaction', { attributes: { 'bestow.mode': transaction[1] } }, () =>
    transactUnseen(...transaction),
  )
}

type Transaction<T> = [
  db: Database,
  mode: 'read' | 'write',
  account_id: string,
  run: (ctx: TxContext) => Promise<T>,
  now: Date,
]

async function transactUnseen<T>(...[db, mode, account_id, run, now]: Transaction<T>): Promise<T> {
  if (account_id !== everyone && !isId(account_id))
    throw new Error(`not an account id: ${account_id}`)
  const client = await connectFor(db, account_id)
  const sending = sendOn(db, client, mode, account_id)
  const afterwards: (() => void)[] = []
  const life: Life = { isOver: false }
  let broken: unknown
  let isReleased = false
  const giveBack = (isBroken: boolean) => {
    isReleased = true
    client.release(isBroken)
    if (account_id !== everyone) db.share.leave(account_id)
  }
  try {
    const ctx = workOn(db, client, account_id, now, sending, afterwards, life)
    const result = await run(ctx).finally(() => {
      life.isOver = true
    })
    const held = sending.takeHeld()
    if (held === undefined) await sending.commit()
    else {
      giveBack(false)
      if (held.length > 0) await db.together(account_id, held)
    }
    for (const act of afterwards) act()
    return result
  } catch (error) {
    // Who did not answer will not answer a rollback; the end of the connection is one.
    if (isReleased) throw error
    if (isSilence(error)) broken = error
    else
      await sending.rollback().catch((failure) => {
        broken = failure
      })
    throw error
  } finally {
    if (!isReleased) giveBack(broken !== undefined)
  }
}

/** A connection for a transaction of this account, which may have only so many at once. */
async function connectFor(db: Database, account_id: string): Promise<pg.PoolClient> {
  if (account_id === everyone) return db.pool.connect()
  const turn = db.share.enter(account_id)
  if (turn !== undefined) await turn
  try {
    return await db.pool.connect()
  } catch (error) {
    db.share.leave(account_id)
    throw error
  }
}

/**
 * Whether the function that was given the work has ended. The connection then goes to another transaction, maybe of
 * another account, and a late statement (of one leg of a `Promise.all`, say) would run in that one.
 */
interface Life {
  isOver: boolean
}

function workOn(
  db: Database,
  client: pg.PoolClient,
  account_id: string,
  now: Date,
  sending: Sending,
  afterwards: (() => void)[],
  life: Life,
): TxContext {
  let tx: Kysely<unknown> | undefined
  const assertOpen = () => {
    if (life.isOver) throw new Error('a statement came after the end of its transaction')
  }
  return {
    get tx() {
      assertOpen()
      sending.begin()
      tx ??= kyselyOn(client, db.nameOf, assertOpen)
      return tx
    },
    now,
    real_now: db.clock(),
    account_id,
    installation: db.installation,
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      assertOpen()
      return (await sending.query(text, values)).rows as Row[]
    },
    post: (text, values = []) => {
      assertOpen()
      sending.post(text, values)
    },
    afterCommit: (act) => {
      assertOpen()
      afterwards.push(act)
    },
  }
}

const mostNames = 500 // a statement whose text varies without end must not fill the server's memory

/** Names each statement once, so that every connection plans it once; past the bound they go unnamed. */
function nameStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= mostNames) return undefined
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
}
