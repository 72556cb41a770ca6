import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, it } from 'node:test'
import pg from 'pg'
import { recordSentMessages, unserializable } from '#test/pg-wire-log'
import { pluck } from '#test/pluck'
import { createEmptyDatabase } from '#test/throwaway-database'
import { openTestDatabase } from '#test/webhook-harness'
import type { Database } from './database.ts'
import {
  corkUntilNextTick,
  getConnection,
  getRowDescription,
  isConnectionClosed,
  isPrepared,
  removeClient,
  sendAllWithOneSync,
  sendPrepared,
  sendPreparedAfter,
} from './pg-internals.ts'

/* The tests of the undocumented parts of the driver. Change them together with `pg-internals.ts`. */

let db: Database
let client: pg.PoolClient
before(async () => {
  db = openTestDatabase((await createEmptyDatabase()).url, { size: 2 })
  client = await db.pool.connect()
})
after(() => {
  // closes the connection, because a failed test can leave it in an unusable state
  client.release(true)
  return db.pool.end()
})

const text = 'select $1::int8 as count, $2::text as word'
const prepare = (name: string) => client.query({ name, text, values: [1, 'a'] })

it('has every member of the connection that the code uses', () => {
  const connection = getConnection(client)
  assert.equal(typeof connection.parsedStatements, 'object')
  for (const name of ['bind', 'execute', 'sync'] as const)
    assert.equal(typeof connection[name], 'function', name)
  for (const name of ['cork', 'uncork', 'destroy'] as const)
    assert.equal(typeof connection.stream[name], 'function', name)
  assert.equal(connection.stream.destroyed, false)
  assert.equal(client.pipeline, true)
})

it('has every member of a query that the code replaces or sets', () => {
  const query = new pg.Query('', (() => {}) as never) as unknown as Record<string, unknown>
  for (const name of ['submit', 'handleDataRow', 'handleCommandComplete'])
    assert.equal(typeof query[name], 'function', name)
  const result = query._result as object
  for (const name of ['fields', '_parsers', '_prebuiltEmptyResultObject'])
    assert.ok(name in result, name)
})

it('serializes values with prepareValue', () => {
  const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): unknown } }
  assert.equal(utils.prepareValue({ a: 1 }), '{"a":1}')
  assert.throws(() => utils.prepareValue(unserializable), /cannot be serialized/)
})

it('records each prepared statement under its name', async () => {
  assert.equal(isPrepared(client, 'recorded', text), false)
  await prepare('recorded')
  assert.equal(isPrepared(client, 'recorded', text), true)
  assert.equal(isPrepared(client, 'recorded', `${text} `), false)
})

it('parses rows by the description of an earlier result', async () => {
  const described = await prepare('described')
  const { fields, _parsers, _prebuiltEmptyResultObject } = getRowDescription(described)
  assert.deepEqual(pluck(fields, 'name'), ['count', 'word'])
  assert.ok(Array.isArray(_parsers) && _parsers.length === 2)
  assert.deepEqual(_prebuiltEmptyResultObject, { count: null, word: null })
  const send = async () => {
    const result = await sendPrepared(client, 'described', [2, 'b'], getRowDescription(described))
    assert.deepEqual(result.rows, [{ count: 2, word: 'b' }])
    assert.equal(result.command, 'SELECT')
  }
  assert.equal((await recordSentMessages(client, send)).join(''), 'BES')
})

it('sends several statements with one Sync', async () => {
  await prepare('together')
  const call = { name: 'together', values: [3, 'c'] }
  const send = () => sendAllWithOneSync(client, [call, call])
  assert.equal((await recordSentMessages(client, send)).join(''), 'BEBES')
})

it('returns the rows of the last of several statements with one Sync', async () => {
  const description = getRowDescription(await prepare('last of several'))
  const call = (...values: unknown[]) => ({ name: 'last of several', values })
  const send = async (...calls: ReturnType<typeof call>[]) => {
    const last = calls.pop() ?? call()
    return sendPreparedAfter(client, calls, last, description)
  }
  const kinds = await recordSentMessages(client, async () => {
    const { rows, command, rowCount } = await send(call(1, 'a'), call(2, 'b'), call(3, 'c'))
    assert.deepEqual([rows, command, rowCount], [[{ count: 3, word: 'c' }], 'SELECT', 1])
  })
  assert.equal(kinds.join(''), 'BEBEBES')
  await assert.rejects(send(call('x', 'a'), call(2, 'b')), /invalid input syntax/)
  await assert.rejects(send(call(1, 'a'), call('x', 'b')), /invalid input syntax/)
  const nothing = await recordSentMessages(client, () =>
    assert.rejects(send(call(1, 'a'), call(2, unserializable)), /cannot be serialized/),
  )
  assert.deepEqual(nothing, [])
  assert.deepEqual((await send(call(4, 'd'))).rows, [{ count: 4, word: 'd' }])
})

it('writes to the socket in the next tick while corked', async () => {
  const { stream } = getConnection(client) as unknown as { stream: { writableCorked: number } }
  corkUntilNextTick(client)
  corkUntilNextTick(client)
  assert.equal(stream.writableCorked, 1)
  await new Promise(setImmediate)
  assert.equal(stream.writableCorked, 0)
})

it('closes the connection when a value after the first statement cannot be serialized', async () => {
  const other = await db.pool.connect()
  try {
    await other.query({ name: 'closing', text, values: [1, 'a'] })
    const calls = [
      [1, 'a'],
      [2, unserializable],
    ].map((values) => ({ name: 'closing', values }))
    await assert.rejects(sendAllWithOneSync(other, calls), /cannot be serialized/)
    assert.equal(isConnectionClosed(other), true)
  } finally {
    other.release(true)
  }
})

it('finds the client that the pool attaches to an error', async () => {
  const pool = new pg.Pool({ connectionString: db.pool.options.connectionString ?? '', max: 1 })
  try {
    const failure = once(pool, 'error', { signal: AbortSignal.timeout(10_000) })
    const lost = await pool.connect()
    const { rows } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid')
    lost.release()
    await client.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    const [error] = await failure
    assert.ok('client' in error)
    removeClient(error)
    assert.ok(!('client' in error))
  } finally {
    await pool.end()
  }
})
