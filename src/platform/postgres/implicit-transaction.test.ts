import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { recordSentMessages, unserializable } from '#test/pg-wire-log'
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

const account = newId()
const otherAccount = newId()
const insertNote = 'insert into note (account_id, word) values ($1, $2)'

let db: Database
before(async () => {
  db = openTestDatabase((await createEmptyDatabase()).url, { size: 1 })
  await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    await ctx.query(`create table note (account_id uuid not null, word text primary key)`)
    await ctx.query('alter table note enable row level security, force row level security')
    await ctx.query(`create policy own on note
      using (current_setting('bestow.account', true) in ('*', account_id::text))`)
  })
  await add('first of all, which prepares the statements')
})
after(() => db.pool.end())

const add = (...words: unknown[]) =>
  inTransaction(db, account, async (ctx) => {
    for (const word of words) ctx.enqueue(insertNote, [account, word])
  })

const words = () =>
  inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.queryValues<string>('select word from note order by word'),
  )

it('sends deferred statements with one Sync, without BEGIN and COMMIT', async () => {
  const client = await db.pool.connect()
  client.release()
  const messageTypes = await recordSentMessages(client, () => add('a', 'b'))
  assert.deepEqual(messageTypes, ['B', 'E', 'B', 'E', 'B', 'E', 'S'], 'three statements, one Sync')
  assert.deepEqual((await words()).slice(0, 2), ['a', 'b'])
})

it('rolls back all statements when one fails, and the connection stays usable', async () => {
  const before = await words()
  await assert.rejects(add('c', 'a', 'd'), /duplicate key/)
  assert.deepEqual(await words(), before)
  await add('c')
  assert.deepEqual(await words(), [...before.slice(0, 2), 'c', ...before.slice(2)])
})

it('sets the account only until the end of the transaction', async () => {
  const foreign = (ctx: TxContext) => ctx.enqueue(insertNote, [otherAccount, 'of a stranger'])
  await assert.rejects(
    inTransaction(db, account, async (ctx) => foreign(ctx)),
    /row-level security/,
  )
  await add('e')
  const { rows } = await db.pool.query(`select current_setting('bestow.account', true) as account`)
  assert.deepEqual(rows, [{ account: '' }])
})

it('commits nothing when a value cannot be serialized', async () => {
  const before = await words()
  await assert.rejects(add('f', unserializable), /cannot be serialized/)
  assert.deepEqual(await words(), before)
})

it('runs deferred statements before an awaited query, in one transaction', async () => {
  const seen = await inTransaction(db, account, async (ctx) => {
    ctx.enqueue(insertNote, [account, 'g'])
    const rows = await ctx.query<{ n: number }>(`select count(*) as n from note where word = 'g'`)
    ctx.enqueue(insertNote, [account, 'h'])
    return rows[0]?.n
  })
  assert.equal(seen, 1)
  assert.ok((await words()).includes('h'))
})

it('sends enqueued statements with the next awaited one, and with the commit', async () => {
  const client = await db.pool.connect()
  client.release()
  const addAround = (before: string, after: string) =>
    inTransaction(db, account, async (ctx) => {
      ctx.enqueue(insertNote, [account, before])
      ctx.enqueue(insertNote, [account, `${before}${before}`])
      const [row] = await ctx.query<{ n: number }>('select count(*)::int as n from note')
      ctx.enqueue(insertNote, [account, after])
      return row?.n
    })
  await addAround('p', 'q')
  const messageTypes = await recordSentMessages(client, () => addAround('r', 's'))
  assert.equal(messageTypes.join(''), 'BEBEBEBEBESBEBES')
  assert.deepEqual((await words()).slice(-6), ['p', 'pp', 'q', 'r', 'rr', 's'])
})

it('rejects the next awaited statement with the error of an enqueued one', async () => {
  const before = await words()
  const failing = inTransaction(db, account, async (ctx) => {
    await ctx.query('select count(*)::int as n from note')
    ctx.enqueue(insertNote, [account, 't'])
    ctx.enqueue(insertNote, [account, 'a'])
    await ctx.query('select count(*)::int as n from note')
  })
  await assert.rejects(failing, /duplicate key/)
  const last = inTransaction(db, account, async (ctx) => {
    await ctx.query('select count(*)::int as n from note')
    ctx.enqueue(insertNote, [account, 'a'])
  })
  await assert.rejects(last, /duplicate key/)
  const swallowed = inTransaction(db, account, async (ctx) => {
    ctx.enqueue(insertNote, [account, 'a'])
    await ctx.query('select count(*)::int as n from note').catch(() => {})
  })
  await assert.rejects(swallowed, /the transaction had already failed/)
  assert.deepEqual(await words(), before)
})

it('runs afterCommit callbacks only after a commit', async () => {
  let callbackRuns = 0
  const insertWithCallback = (word: string) =>
    inTransaction(db, account, async (ctx) => {
      ctx.enqueue(insertNote, [account, word])
      ctx.afterCommit(() => {
        callbackRuns += 1
      })
    })
  await insertWithCallback('i')
  await assert.rejects(insertWithCallback('i'))
  assert.equal(callbackRuns, 1)
})

it('discards writes that a read transaction enqueues', async () => {
  const write = async (ctx: TxContext) => ctx.enqueue(insertNote, [account, 'j'])
  await readTransaction(db, account, write).catch(() => {})
  assert.ok(!(await words()).includes('j'))
})
