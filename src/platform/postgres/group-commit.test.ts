import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { eventually } from '#test/eventually'
import { createEmptyDatabase } from '#test/throwaway-database'
import { openTestDatabase } from '#test/webhook-harness'
import { newId } from '../lib/ids.ts'
import { ALL_ACCOUNTS, type Database, inTransaction, isUnavailable } from './database.ts'
import { rowStatement } from './row-statement.ts'

const account = newId()
const other = newId()

let db: Database
before(async () => {
  db = openTestDatabase((await createEmptyDatabase()).url, { size: 4 })
  await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    await ctx.query(`create table note (account_id uuid not null, word text primary key, made_by xid8
      default pg_current_xact_id())`)
    await ctx.query('alter table note enable row level security, force row level security')
    await ctx.query(`create policy own on note
      using (current_setting('bestow.account', true) in ('*', account_id::text))`)
  })
})
after(() => db.pool.end())

const add = (word: string, account_id = account, owner = account_id) =>
  inTransaction(db, account_id, async (ctx) => {
    ctx.enqueue('insert into note (account_id, word) values ($1, $2)', [owner, word])
  })

/** Returns the words of each committed transaction. */
const commits = (prefix: string) =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const rows = await ctx.query<{ words: string[]; accounts: number }>(
      `select array_agg(word order by word) as words, count(distinct account_id) as accounts
         from note where word like $1 || '%' group by made_by order by 1`,
      [prefix],
    )
    return rows
  })

const readWords = async (prefix: string) => (await commits(prefix)).flatMap(({ words }) => words)

const numberedWords = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(3, '0')}`)

it('batches transactions that arrive while others are in flight', async () => {
  await Promise.all(numberedWords('a', 60).map((word) => add(word)))
  assert.deepEqual((await readWords('a')).sort(), numberedWords('a', 60))
  assert.ok((await commits('a')).length < 20, 'sixty transactions, few commits')
})

it('shares one commit between transactions of one turn of the event loop', async () => {
  const enqueued: (() => void)[] = []
  const turn = Promise.all(
    numberedWords('h', 2).map((word) =>
      inTransaction(db, account, async (ctx) => {
        await new Promise<void>((resolve) => enqueued.push(resolve))
        ctx.enqueue('insert into note (account_id, word) values ($1, $2)', [account, word])
      }),
    ),
  )
  await eventually(() => enqueued.length === 2, { intervalMs: 1 })
  for (const resolve of enqueued) resolve()
  await turn
  assert.equal((await commits('h')).length, 1)
})

const addNote = rowStatement(
  { account_id: 'uuid', word: 'text' },
  (rows) => `with t ${rows} insert into note (account_id, word) select account_id, word from t`,
)
const addRow = (word: string) =>
  inTransaction(db, account, async (ctx) => ctx.enqueueRow(addNote, [account, word]))

it('merges the rows of transactions, and rejects only the transaction of a rejected row', async () => {
  await addRow('k005')
  const results = await Promise.allSettled(numberedWords('k', 20).map(addRow))
  assert.deepEqual(
    results.flatMap(({ status }, n) => (status === 'rejected' ? n : [])),
    [5],
  )
  assert.deepEqual((await readWords('k')).sort(), numberedWords('k', 20))
})

it('starts another commit while one waits for a lock', async () => {
  await add('i')
  const locked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const blocking = inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    await ctx.query(`select from note where word = 'i' for update`)
    locked.resolve()
    await gate.promise
  })
  await locked.promise
  const waiting = inTransaction(db, account, async (ctx) => {
    ctx.enqueue(`update note set word = 'i2' where word = 'i'`)
  })
  await add('j')
  assert.deepEqual(await readWords('j'), ['j'])
  gate.resolve()
  await Promise.all([blocking, waiting])
  assert.deepEqual(await readWords('i'), ['i2'])
})

it('rejects only the transaction that failed', async () => {
  await add('b005')
  const results = await Promise.allSettled(numberedWords('b', 20).map((word) => add(word)))
  assert.deepEqual(
    results.flatMap(({ status }, n) => (status === 'rejected' ? n : [])),
    [5],
  )
  assert.deepEqual((await readWords('b')).sort(), numberedWords('b', 20))
})

it('never batches transactions of two accounts, and rejects writes for another account', async () => {
  const [good, foreign] = await Promise.all([
    Promise.allSettled(
      numberedWords('c', 40).map((word, n) => add(word, n % 2 === 0 ? account : other)),
    ),
    Promise.allSettled(numberedWords('d', 5).map((word) => add(word, other, account))),
  ])
  assert.ok(good.every(({ status }) => status === 'fulfilled'))
  assert.ok(foreign.every(({ status }) => status === 'rejected'))
  const committedBatches = await commits('c')
  assert.ok(committedBatches.every(({ accounts }) => accounts === 1))
  assert.deepEqual(await readWords('d'), [])
})

it('rejects every transaction of a batch when the connection is lost', async () => {
  const late = inTransaction(db, account, async (ctx) => {
    ctx.enqueue('select pg_terminate_backend(pg_backend_pid())')
  })
  const results = await Promise.allSettled([
    late,
    ...numberedWords('e', 4).map((word) => add(word)),
  ])
  assert.equal(results[0]?.status, 'rejected')
  const committed = await readWords('e')
  for (const [n, word] of numberedWords('e', 4).entries())
    assert.equal(committed.includes(word), results[n + 1]?.status === 'fulfilled', word)
  await add('f')
  assert.deepEqual(await readWords('f'), ['f'])
})

it('classifies a read-only database as unavailable', async () => {
  const writing = inTransaction(db, account, async (ctx) => {
    await ctx.query('set transaction read only')
    await ctx.query(`insert into note (account_id, word) values ($1, 'read-only')`, [account])
  })
  await assert.rejects(writing, (error) => isUnavailable(error))
})
