import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type pg from 'pg'
import { recordSentMessages, unserializable } from '#test/pg-wire-log'
import { pluck } from '#test/pluck'
import { createEmptyDatabase } from '#test/throwaway-database'
import { openTestDatabase } from '#test/webhook-harness'
import type { Database } from './database.ts'
import { execute } from './prepared-statement.ts'

let db: Database
let client: pg.PoolClient
before(async () => {
  db = openTestDatabase((await createEmptyDatabase()).url, { size: 1 })
  client = await db.pool.connect()
})
after(() => {
  client.release()
  return db.pool.end()
})

const runNamed = (name: string, text: string, values: unknown[] = []) =>
  execute(client, { name, text, values })

const text = `select $1::int8 as count, now() as at, null::text as nothing, '{"a":[1]}'::jsonb as json, true as yes`

it('requests the row description once and returns the same rows without it', async () => {
  const rows: object[] = []
  const run = () => runNamed('rows', text, ['7']).then((result) => rows.push(...result.rows))
  assert.equal((await recordSentMessages(client, run)).join(''), 'PBDES', 'with a description')
  assert.equal((await recordSentMessages(client, run)).join(''), 'BES', 'without one')
  const [first, second] = rows as { at: Date }[]
  assert.deepEqual({ ...second, at: 0 }, { ...first, at: 0 })
  assert.deepEqual(
    { ...second, at: 0 },
    { count: 7, at: 0, nothing: null, json: { a: [1] }, yes: true },
  )
  assert.ok(second?.at instanceof Date)
})

it('returns the right result for each of several pipelined statements', async () => {
  await client.query('create temporary table word (word text primary key)')
  const add = (word: string) => runNamed('add', 'insert into word values ($1)', [word])
  const list = () => runNamed('list', 'select word from word order by word')
  await add('a')
  await list()
  const [b, words, c] = await Promise.all([add('b'), list(), add('c')])
  assert.deepEqual([b.rowCount, b.rows, c.command], [1, [], 'INSERT'])
  assert.deepEqual(words.rows, [{ word: 'a' }, { word: 'b' }])
  const refused = await Promise.allSettled([add('b'), list()])
  assert.deepEqual(pluck(refused, 'status'), ['rejected', 'fulfilled'])
  await assert.rejects(add('b'), { code: '23505', constraint: 'word_pkey' })
})

it('rejects a value that cannot be serialized, and the connection stays usable', async () => {
  const run = (value: unknown) => runNamed('one', 'select $1::text as one', [value])
  await run('a')
  const [failed, fine] = await Promise.allSettled([run(unserializable), run('b')])
  assert.match(String(failed.status === 'rejected' && failed.reason), /cannot be serialized/)
  assert.deepEqual(fine.status === 'fulfilled' && fine.value.rows, [{ one: 'b' }])
})

it('rejects a statement whose result columns have changed', async () => {
  await client.query('create temporary table thing (one text, two text)')
  await client.query(`insert into thing values ('1', '2')`)
  const readThings = () => runNamed('look', 'select * from thing')
  await readThings()
  await readThings()
  await client.query('alter table thing drop column one')
  await assert.rejects(readThings(), /cached plan must not change result type/)
})
