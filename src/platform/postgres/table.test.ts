import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createEmptyDatabase } from '#test/throwaway-database'
import { openTestDatabase } from '#test/webhook-harness'
import { ALL_ACCOUNTS, type Database, inTransaction, type TxContext } from './database.ts'
import { deleteRows, insertRow, insertRows, updateRows, upsertRow } from './table.ts'

interface Note {
  id: number
  word: string
  words: string[] | null
  facts: unknown
}

let db: Database
before(async () => {
  db = openTestDatabase((await createEmptyDatabase()).url)
  await run((ctx) =>
    ctx.query(
      'create table note (id int primary key, word text not null default $$none$$, words text[], facts jsonb)',
    ),
  )
})
after(() => db.pool.end())

const run = <T>(callback: (ctx: TxContext) => Promise<T>) =>
  inTransaction(db, ALL_ACCOUNTS, callback)
const find = (id: number) =>
  run((ctx) => ctx.queryFirst<Note>('select * from note where id = $1', [id]))

it('writes the columns that a row has, and leaves the others to their defaults', async () => {
  await run((ctx) => insertRow(ctx, 'note', { id: 1, word: undefined, words: ['a', 'b'] }))
  assert.deepEqual(await find(1), { id: 1, word: 'none', words: ['a', 'b'], facts: null })
})

it('writes objects, and arrays as JSON, into columns of JSON', async () => {
  await run((ctx) => insertRow(ctx, 'note', { id: 2, facts: { a: ['x'] } }))
  await run((ctx) => insertRow(ctx, 'note', { id: 3, facts: JSON.stringify(['x']) }))
  assert.deepEqual((await find(2))?.facts, { a: ['x'] })
  assert.deepEqual((await find(3))?.facts, ['x'])
})

it('inserts rows with the columns of the first, and none for no rows', async () => {
  await run((ctx) => insertRows(ctx, 'note', []))
  await run((ctx) =>
    insertRows(ctx, 'note', [
      { id: 4, word: 'a' },
      { word: 'b', id: 5 },
    ]),
  )
  assert.deepEqual([(await find(4))?.word, (await find(5))?.word], ['a', 'b'])
})

it('replaces the row with the same key', async () => {
  for (const word of ['old', 'new'])
    await run((ctx) => upsertRow(ctx, 'note', ['id'], { id: 6, word }))
  assert.equal((await find(6))?.word, 'new')
})

it('changes and deletes the rows with a key, and returns how many', async () => {
  await run((ctx) => insertRows(ctx, 'note', [{ id: 7 }, { id: 8 }]))
  assert.equal(await run((ctx) => updateRows(ctx, 'note', { id: 7 }, { word: 'changed' })), 1)
  assert.deepEqual([(await find(7))?.word, (await find(8))?.word], ['changed', 'none'])
  assert.equal(await run((ctx) => deleteRows(ctx, 'note', { id: 7, word: 'changed' })), 1)
  assert.equal(await find(7), undefined)
})

it('refuses a statement without a key, and a name that is no column', async () => {
  const key = { id: 8, word: undefined }
  await assert.rejects(
    run((ctx) => deleteRows(ctx, 'note', key)),
    /the key has no word/,
  )
  await assert.rejects(
    run((ctx) => updateRows(ctx, 'note', {}, { word: 'all' })),
    /needs a column/,
  )
  await assert.rejects(
    run((ctx) => insertRow(ctx, 'note', { 'id) values (9); --': 9 })),
    /no name of a column/,
  )
})
