import type pg from 'pg'
import { isAfterFailure } from './database-errors.ts'
import { areAllPrepared } from './implicit-transaction.ts'
import { corkUntilNextTick, sendAllWithOneSync } from './pg-internals.ts'
import {
  collectRows,
  deliverRows,
  execute,
  executeAfter,
  type RowStatement,
  type SentStatement,
  type Statement,
  type StatementNamer,
} from './prepared-statement.ts'
import { mergeRows } from './row-statement.ts'

const beginSql = { read: 'begin read only', write: 'begin' } as const
const setAccountSql = `select set_config('bestow.account', $1, true)`

/**
 * Opens a transaction that sends BEGIN with the first statement whose result is awaited. Statements that the
 * caller enqueued before an awaited one are deferred and sent together with that statement, with one Sync.
 * PostgreSQL writes one response for all of them. If no result is ever awaited, the caller takes the deferred
 * statements and commits them without BEGIN and COMMIT.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the nested functions share the state of one transaction
export function openTransaction(
  nameStatement: StatementNamer,
  client: pg.PoolClient,
  mode: 'read' | 'write',
  account_id: string,
) {
  const sent: Promise<unknown>[] = []
  let deferred: Statement[] = []
  let collected: readonly SentStatement[] = [] // sent statements whose rows have a receiver
  const savepoints = new Map<string, number>() // the number of collected statements at each savepoint
  let isBegun = false

  const toStatement = (text: string, values: readonly unknown[]): Statement => ({
    name: nameStatement(text),
    text,
    values,
  })

  function track(result: Promise<unknown>) {
    result.catch(() => {}) // commit() throws the error
    sent.push(result)
  }

  function begin() {
    if (isBegun) return
    isBegun = true
    deferred.unshift(toStatement(beginSql[mode], []), toStatement(setAccountSql, [account_id]))
  }

  /** Remembers a savepoint, or forgets the statements after the one to which the transaction is rolled back. */
  function noteSavepoint(text: string) {
    const [, isRollback, name] = /^(rollback to )?savepoint (\w+)$/i.exec(text) ?? []
    if (name === undefined) return
    if (isRollback === undefined) savepoints.set(name, collected.length)
    else collected = collected.slice(0, savepoints.get(name))
  }

  function takeAll(): readonly SentStatement[] {
    const taken = collectRows(mergeRows(deferred, nameStatement))
    deferred = []
    for (const each of taken) {
      noteSavepoint(each.text)
      if (each.rows !== undefined) collected = [...collected, each]
    }
    return taken
  }

  /** Sends the deferred statements before a statement that another function sends. */
  function flush() {
    begin()
    send(takeAll())
  }

  function send(statements: readonly SentStatement[]) {
    if (statements.length === 0) return
    corkUntilNextTick(client)
    if (areAllPrepared(client, statements)) track(sendAllWithOneSync(client, statements))
    else for (const each of statements) executeTracked(each)
  }

  function executeTracked(statement: SentStatement) {
    forgetFailures(statement.text)
    track(execute(client, statement))
  }

  /**
   * Forgets earlier failures at the rollback to a savepoint. They are after the savepoint: after a failure before it, the
   * savepoint and its rollback fail, too.
   */
  function forgetFailures(text: string) {
    if (/^rollback to savepoint /i.test(text)) sent.length = 0
  }

  /** Sends the deferred statements and the given one. A failed deferred statement rejects the result. */
  function query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    begin()
    const statement = toStatement(text, values)
    const before = takeAll()
    noteSavepoint(text)
    const result = areAllPrepared(client, before)
      ? executeAfter(client, before, statement)
      : undefined
    if (result === undefined) send(before)
    forgetFailures(text)
    const answer = result ?? execute(client, statement)
    return sent.length === 0 ? answer : answer.catch(throwFirstError)
  }

  /** Throws the error that made the transaction fail instead of that of a statement after it. */
  async function throwFirstError(error: unknown): Promise<never> {
    if (isAfterFailure(error)) await Promise.all(sent)
    throw error
  }

  async function commit(): Promise<void> {
    if (mode === 'read') {
      flush()
      execute(client, toStatement('commit', [])).catch(() => {}) // the rows are valid; the next transaction notices a lost connection
      return
    }
    const result = query('commit', [])
    await Promise.all([...sent, result])
    // PostgreSQL responds to COMMIT with ROLLBACK if a statement has failed before
    if ((await result).command === 'ROLLBACK') throw new Error('the transaction had already failed')
    deliverRows(collected)
  }

  return {
    flush,
    query,
    enqueue(text: string, values: readonly unknown[]) {
      deferred.push(toStatement(text, values))
    },
    enqueueRow(
      rowStatement: RowStatement,
      values: readonly unknown[],
      onRows?: Statement['onRows'],
    ) {
      const statement = { ...toStatement(rowStatement.textFor(1), values), rowStatement }
      deferred.push(onRows === undefined ? statement : { ...statement, onRows })
    },
    /**
     * Returns the deferred statements if the transaction has not begun. Returns undefined if the
     * transaction must be committed.
     */
    takeDeferred(): readonly Statement[] | undefined {
      return isBegun || (mode === 'read' && deferred.length > 0) ? undefined : deferred
    },
    commit,
    async rollback() {
      deferred = []
      if (!isBegun) return
      await client.query('rollback')
      await Promise.allSettled(sent)
    },
  }
}

export type LazyTransaction = ReturnType<typeof openTransaction>
