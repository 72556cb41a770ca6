import type pg from 'pg'
import { corkUntilNextTick } from './pg-internals.ts'
import { execute, type Statement, type StatementNamer } from './prepared-statement.ts'

/**
 * Opens a transaction that sends BEGIN with the first statement whose result is awaited. Statements that were
 * enqueued before are deferred and sent directly after BEGIN. If no result is ever awaited, the caller takes the
 * deferred statements and commits them without BEGIN and COMMIT.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the nested functions share the state of one transaction
export function openTransaction(
  nameStatement: StatementNamer,
  client: pg.PoolClient,
  mode: 'read' | 'write',
  account_id: string,
) {
  const enqueued: Promise<unknown>[] = []
  let deferred: Statement[] = []
  let isBegun = false

  const toStatement = (text: string, values: readonly unknown[]): Statement => ({
    name: nameStatement(text),
    text,
    values,
  })

  function track(result: Promise<unknown>) {
    result.catch(() => {}) // commit() throws the error
    enqueued.push(result)
  }

  function begin() {
    if (isBegun) return
    isBegun = true
    corkUntilNextTick(client)
    const beginCommand = mode === 'read' ? 'begin read only' : 'begin'
    track(client.query(`${beginCommand}; set local bestow.account = '${account_id}'`))
    for (const each of deferred) track(execute(client, each))
    deferred = []
  }

  async function commit(): Promise<void> {
    begin()
    corkUntilNextTick(client)
    const commitResult = client.query('commit')
    if (mode === 'read') {
      commitResult.catch(() => {}) // the rows are valid; the next transaction notices a lost connection
      return
    }
    await Promise.all([...enqueued, commitResult])
    // PostgreSQL returns ROLLBACK for COMMIT when a statement has failed before
    if ((await commitResult).command === 'ROLLBACK')
      throw new Error('the transaction had already failed')
  }

  return {
    begin,
    query(text: string, values: readonly unknown[]) {
      begin()
      return execute(client, toStatement(text, values))
    },
    enqueue(text: string, values: readonly unknown[]) {
      if (isBegun) track(execute(client, toStatement(text, values)))
      else deferred.push(toStatement(text, values))
    },
    /** Returns the deferred statements if the transaction has not begun. Undefined if it must be committed. */
    takeDeferred(): readonly Statement[] | undefined {
      return isBegun || (mode === 'read' && deferred.length > 0) ? undefined : deferred
    },
    commit,
    async rollback() {
      if (!isBegun) return
      await client.query('rollback')
      await Promise.allSettled(enqueued)
    },
  }
}

export type LazyTransaction = ReturnType<typeof openTransaction>
