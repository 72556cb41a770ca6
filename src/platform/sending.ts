import type pg from 'pg'
import { gather } from './gather.ts'
import type { Database } from './postgres.ts'
import { type Statement, send } from './statement.ts'

/**
 * The statements of one transaction. It begins with the first whose answer is waited for, and what was
 * posted before goes ahead of that one. What is only posted is held back for whoever writes it.
 */
export function sendOn(
  db: Pick<Database, 'nameOf'>,
  client: pg.PoolClient,
  mode: 'read' | 'write',
  account_id: string,
) {
  const posted: Promise<unknown>[] = []
  let held: Statement[] = []
  let isBegun = false

  const statement = (text: string, values: readonly unknown[]): Statement => ({
    name: db.nameOf(text),
    text,
    values,
  })

  function keep(answer: Promise<unknown>) {
    answer.catch(() => {}) // heard again at the commit
    posted.push(answer)
  }

  function begin() {
    if (isBegun) return
    isBegun = true
    gather(client)
    const word = mode === 'read' ? 'begin read only' : 'begin'
    keep(client.query(`${word}; set local bestow.account = '${account_id}'`))
    for (const each of held) keep(send(client, each))
    held = []
  }

  async function commit(): Promise<void> {
    begin()
    gather(client)
    const ended = client.query('commit')
    if (mode === 'read') {
      ended.catch(() => {}) // what was read is true; a lost connection is the next one's to notice
      return
    }
    await Promise.all([...posted, ended])
    // PostgreSQL answers COMMIT with ROLLBACK when a statement has failed before it
    if ((await ended).command === 'ROLLBACK') throw new Error('the transaction had already failed')
  }

  return {
    begin,
    query(text: string, values: readonly unknown[]) {
      begin()
      return send(client, statement(text, values))
    },
    post(text: string, values: readonly unknown[]) {
      if (isBegun) keep(send(client, statement(text, values)))
      else held.push(statement(text, values))
    },
    /** What was only posted, which needs no transaction of its own; undefined when it has one. */
    takeHeld(): readonly Statement[] | undefined {
      return isBegun || (mode === 'read' && held.length > 0) ? undefined : held
    },
    commit,
    async rollback() {
      if (!isBegun) return
      await client.query('rollback')
      await Promise.allSettled(posted)
    },
  }
}

export type Sending = ReturnType<typeof sendOn>
