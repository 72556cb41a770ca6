import type { Deployment } from '../deployment.ts'
import type { Clock } from '../lib/clock.ts'
import type { RowStatement } from './prepared-statement.ts'
import { type Queries, queryForms } from './queries.ts'
import type { LazyTransaction } from './transaction.ts'

/**
 * The user or program that acts. `provisioning` is the identity provider of the account. `operator` is a user of the
 * operator CLI. `system` is the service itself, for timed changes.
 */
export interface Actor {
  kind: 'user' | 'api_token' | 'oauth_client' | 'provisioning' | 'recipient' | 'operator' | 'system'
  /** The id of the user, token, client or contact that acts. */
  id?: string
  /** The name of the actor at the time of the change. */
  name?: string
  /** The user for whom an app of OAuth acts. */
  user_id?: string
  /** The team of an API token that sends for one team. */
  team_id?: string
  /** The IP address of the actor. */
  address?: string
}

/**
 * One transaction, at one time, for one account, on behalf of one actor. It is the first argument of every
 * function that reads or writes data.
 *
 * - `query`         runs one SQL text as a prepared statement; `table.ts` writes the statements of single
 *                   rows
 * - `queryFirst`    runs `query` and returns the first row
 * - `queryValue`    returns the first column of the first row; `queryValues` returns that column of all rows,
 *                   and `queryCount` returns a number or 0
 * - `countRows`     returns the number of rows; with `returning`, the number of changed rows. `hasRows`
 *                   compares it with 0
 * - `enqueue`       sends a statement without awaiting its result; an error rejects the commit
 * - `enqueueRow`    sends a row like `enqueue`; rows of one transaction, and of transactions that share a
 *                   commit, share a statement. `onRows` gets the first column of all rows of that statement
 * - `afterCommit`   runs a function in memory after the commit, and never after a rollback
 * - `afterFailure`  runs a function in memory after a rollback, and after a commit whose outcome is unknown
 * - `now`           the time of the account, read once; the clock of a staging account can be ahead of real
 *                   time
 * - `real_now`      the real time, for data that does not depend on the account's clock
 * - `actor`         the user or program that acts, for the audit log; the beginning of the transaction sets
 *                   it
 * - `account_id`    the account whose rows are visible; `ALL_ACCOUNTS` for the engine, sign-in and the
 *                   operator
 * - `memo`          values that the transaction reads once; only for rows that it does not change
 * - `deployment`    settings and services of the whole deployment
 */
export interface TxContext extends Queries {
  readonly now: Date
  readonly real_now: Date
  readonly actor: Actor
  readonly account_id: string
  readonly memo: Map<string, unknown>
  readonly deployment: Deployment
  enqueue(text: string, values?: readonly unknown[]): void
  enqueueRow(
    statement: RowStatement,
    values: readonly unknown[],
    onRows?: (values: readonly string[]) => void,
  ): void
  afterCommit(run: () => void): void
  afterFailure(run: () => void): void
}

/**
 * Returns a context of the same transaction at the real time, for sessions, keys, webhooks and all
 * other data that is not a gift.
 */
export const atRealTime = (ctx: TxContext): TxContext => ({ ...ctx, now: ctx.real_now })

/**
 * Returns a context of the same transaction on behalf of another actor. Used when the actor is not yet known
 * at the beginning of the transaction.
 */
export const actingAs = (ctx: TxContext, actor: Actor): TxContext => ({ ...ctx, actor })

interface ContextSources {
  clock: Clock
  deployment: Deployment
}

/**
 * Whether the function that received the context has ended. Its connection can then serve a
 * transaction of another account. A late statement, for example from one branch of a `Promise.all`,
 * would run in that transaction.
 */
export interface TransactionLifetime {
  hasEnded: boolean
}

/** The functions that run after the end of a transaction. */
export interface Callbacks {
  committed: (() => void)[]
  failed: (() => void)[]
}

export function createTxContext(
  { clock, deployment }: ContextSources,
  account_id: string,
  now: Date,
  actor: Actor,
  transaction: LazyTransaction,
  callbacks: Callbacks,
  lifetime: TransactionLifetime,
): TxContext {
  const assertOpen = () => {
    if (lifetime.hasEnded) throw new Error('a statement was sent after the end of its transaction')
  }
  return {
    now,
    real_now: clock(),
    actor,
    account_id,
    memo: new Map(),
    deployment,
    ...queryForms,
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      assertOpen()
      return (await transaction.query(text, values)).rows as Row[]
    },
    enqueue: (text, values = []) => {
      assertOpen()
      transaction.enqueue(text, values)
    },
    enqueueRow: (statement, values, onRows) => {
      assertOpen()
      transaction.enqueueRow(statement, values, onRows)
    },
    afterCommit: (callback) => {
      assertOpen()
      callbacks.committed.push(callback)
    },
    afterFailure: (callback) => {
      assertOpen()
      callbacks.failed.push(callback)
    },
  }
}
