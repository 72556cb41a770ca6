import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createEmptyDatabase } from '#test/throwaway-database'
import { openTestDatabase } from '#test/webhook-harness'
import { newId } from '../lib/ids.ts'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from './database.ts'

/*
 * The tests of a context after its transaction. The context must throw, because its connection
 * can then serve another account.
 */

const isOver = /a statement was sent after the end of its transaction/
const account = newId()
const other = newId()

let db: Database
before(async () => {
  db = openTestDatabase((await createEmptyDatabase()).url, { size: 1 }) // a single connection, so that the next transaction reuses it
  await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query('create table note (account_id uuid not null, word text not null)'),
  )
})
after(() => db.pool.end())

const insert = 'insert into note (account_id, word) values ($1, $2)'

/** Returns every way to send a statement, created while the transaction is open. */
function listSenders(ctx: TxContext): [name: string, send: () => unknown][] {
  const { query, enqueue, afterCommit } = ctx
  return [
    ['query', () => query(insert, [account, 'late'])],
    ['post', () => enqueue(insert, [account, 'late'])],
    ['afterCommit', () => afterCommit(() => {})],
  ]
}

for (const [how, end] of [
  ['committed', async (ctx: TxContext) => listSenders(ctx)],
  ['rolled back', async () => Promise.reject(new Error('enough'))],
] as const)
  it(`rejects every statement after a transaction has ${how}`, async () => {
    let senders: ReturnType<typeof listSenders> = []
    await inTransaction(db, account, (ctx) => {
      senders = listSenders(ctx)
      return end(ctx)
    }).catch(() => {})
    for (const [name, send] of senders) await assert.rejects(async () => send(), isOver, name)
    assert.ok(senders.length > 0)
  })

it('rejects statements after the end of a read transaction', async () => {
  const senders = await readTransaction(db, account, async (ctx) => listSenders(ctx))
  for (const [name, send] of senders) await assert.rejects(async () => send(), isOver, name)
})

it('does not run a statement of a failed Promise.all in the transaction of another account', async () => {
  const proceed = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  const first = inTransaction(db, account, async (ctx) => {
    late = proceed.promise.then(() =>
      ctx.query(`select current_setting('bestow.account') as account`),
    )
    late.catch(() => {})
    await Promise.all([late, Promise.reject(new Error('the other branch fails'))])
  })
  await assert.rejects(first, /the other branch fails/)
  await inTransaction(db, other, async (ctx) => {
    await ctx.query('select 1')
    proceed.resolve()
    await assert.rejects(late, isOver)
    await ctx.query(insert, [other, 'of the other account'])
  })
  const rows = await readTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ word: string }>('select word from note'),
  )
  assert.deepEqual(rows, [{ word: 'of the other account' }])
})

it('throws the error of an enqueued statement, and not that of the statement after it', async () => {
  for (const connection of ['new', 'prepared'])
    for (const prefix of ['select', 'select 1 +']) {
      const failing = `${prefix} 1 / $1::int`
      const run = inTransaction(db, account, async (ctx) => {
        ctx.enqueue(failing, [0])
        await ctx.query('select word from note where account_id = $1', [account])
      })
      await assert.rejects(run, /division by zero/, `${connection} ${failing}`)
    }
})

it('commits after the rollback to a savepoint, also if an enqueued statement failed after it', async () => {
  for (const connection of ['new', 'prepared']) {
    await inTransaction(db, account, async (ctx) => {
      ctx.enqueue('savepoint part', [])
      ctx.enqueue('select 3 / $1::int', [0])
      await assert.rejects(ctx.query('select word from note', []), /division by zero/)
      await ctx.query('rollback to savepoint part', [])
      await ctx.query(insert, [account, connection])
    })
    const words = await inTransaction(db, account, (ctx) =>
      ctx.queryValues<string>('select word from note where account_id = $1', [account]),
    )
    assert.ok(words.includes(connection))
  }
})
