import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { newId } from '#platform/ids'
import { emptyDatabase } from '#test/database'
import { openTestDatabase } from '#test/webhook-world'
import { type Database, everyone, inTransaction, reading, type Work } from './postgres.ts'

/* A transaction's work is of no use after its end: its connection may serve another account by then. */

const isOver = /a statement came after the end of its transaction/
const account = newId()
const other = newId()

let db: Database
before(async () => {
  db = openTestDatabase((await emptyDatabase()).url, { size: 1 }) // one connection, so that the next one has it
  await inTransaction(db, everyone, (work) =>
    work.query('create table note (account_id uuid not null, word text not null)'),
  )
})
after(() => db.pool.end())

const insert = 'insert into note (account_id, word) values ($1, $2)'

/** Every way to send a statement, prepared while the transaction was open. */
function sendersOf(work: Work): [name: string, send: () => unknown][] {
  const { tx, query, post, afterCommit } = work
  const built = tx.withTables<{ note: { word: string } }>().selectFrom('note').select('word')
  return [
    ['tx', () => work.tx],
    ['a query that was built before', () => built.execute()],
    ['query', () => query(insert, [account, 'late'])],
    ['post', () => post(insert, [account, 'late'])],
    ['afterCommit', () => afterCommit(() => {})],
  ]
}

for (const [how, end] of [
  ['committed', async (work: Work) => sendersOf(work)],
  ['rolled back', async () => Promise.reject(new Error('enough'))],
] as const)
  it(`rejects every statement after a transaction has ${how}`, async () => {
    let senders: ReturnType<typeof sendersOf> = []
    await inTransaction(db, account, (work) => {
      senders = sendersOf(work)
      return end(work)
    }).catch(() => {})
    for (const [name, send] of senders) await assert.rejects(async () => send(), isOver, name)
    assert.ok(senders.length > 0)
  })

it('rejects them after a read, too', async () => {
  const senders = await reading(db, account, async (work) => sendersOf(work))
  for (const [name, send] of senders) await assert.rejects(async () => send(), isOver, name)
})

it('does not let a leg of a failed Promise.all speak in the transaction of another account', async () => {
  const goOn = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  const first = inTransaction(db, account, async (work) => {
    late = goOn.promise.then(() => work.query(`select current_setting('bestow.account') as whose`))
    late.catch(() => {})
    await Promise.all([late, Promise.reject(new Error('the other leg fails'))])
  })
  await assert.rejects(first, /the other leg fails/)
  await inTransaction(db, other, async (work) => {
    await work.query('select 1')
    goOn.resolve()
    await assert.rejects(late, isOver)
    await work.query(insert, [other, 'of the other account'])
  })
  const rows = await reading(db, everyone, (work) =>
    work.query<{ word: string }>('select word from note'),
  )
  assert.deepEqual(rows, [{ word: 'of the other account' }])
})
