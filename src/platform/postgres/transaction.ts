import type pg from 'pg'
import type { Database } from './database.ts'
import { execute, type Statement } from './prepared-statement.ts'
import { corkUntilNextTick } from './write-coalescing.ts'

/**
 * The statements of one transaction. It begins with the first whose answer is waited for, and what was
 * posted before goes ahead of that one. What is only posted is held back for whoever writes it.
 */
export function openTransaction(
  db: Pick<Database, 'nameStatement'>,
  client: pg.PoolClient,
  mode: 'read' | 'write',
  account_id: string,
) {
  const enqueued: Promise<unknown>[] = []
  let deferred: Statement[] = []
  let isBegun = false

  const toStatement = (text: string, values: readonly unknown[]): Statement => ({
    name: db.nameStatement(text),
    text,
    values,
  })

  function track(result: Promise<unknown>) {
    result.catch(() => {}) // heard again at the commit
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
      commitResult.catch(() => {}) // what was read is true; a lost connection is the next one's to notice
      return
    }
    await Promise.all([...enqueued, commitResult])
    // PostgreSQL answers COMMIT with ROLLBACK when a statement has failed before it
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
    /** What was only posted, which needs no transaction of its own; undefined when it has one. */
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
