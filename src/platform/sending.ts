import type pg from 'pg'
import { areKnown, isCut, runAsOne, type Statement } from './as-one.ts'
import { gather } from './gather.ts'
import type { Database } from './postgres.ts'

const choosing = `select set_config('bestow.account', $1, true)`

/**
 * The statements of one transaction. It begins with the first whose answer is waited for, and what was
 * posted before goes ahead of that one. What is only posted travels together, and needs no BEGIN.
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

  function send({ name, text, values }: Statement) {
    gather(client)
    return client.query({ ...(name !== undefined && { name }), text, values: [...values] })
  }

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
    for (const each of held) keep(send(each))
    held = []
  }

  /** Whatever the connection has not prepared yet is prepared on the way, in a transaction like any other. */
  async function commitHeld() {
    const all = [statement(choosing, [account_id]), ...held]
    if (mode === 'write' && areKnown(client, all)) {
      gather(client)
      await runAsOne(client, all)
      return
    }
    held = all
    begin()
    await commit()
  }

  async function commit(): Promise<void> {
    if (!isBegun) return held.length > 0 ? commitHeld() : undefined
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
      return send(statement(text, values))
    },
    post(text: string, values: readonly unknown[]) {
      if (isBegun) keep(send(statement(text, values)))
      else held.push(statement(text, values))
    },
    commit,
    async rollback() {
      if (isCut(client)) throw new Error('there is no connection to roll back on')
      if (!isBegun) return
      await client.query('rollback')
      await Promise.allSettled(posted)
    },
  }
}

export type Sending = ReturnType<typeof sendOn>
