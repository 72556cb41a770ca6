import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { startPostgresProxy } from '#test/postgres-proxy'
import { createEmptyDatabase } from '#test/throwaway-database'
import { openTestDatabase } from '#test/webhook-harness'
import { newId } from '../lib/ids.ts'
import { ALL_ACCOUNTS, type Database, inTransaction, type TxContext } from '../postgres/database.ts'
import { createOutboxRunner, type OutboxHandler } from './outbox.ts'

let url: string
let db: Database
before(async () => {
  url = (await createEmptyDatabase()).url
  db = openTestDatabase(url)
  await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    await ctx.query('create table other (id int primary key)')
    await ctx.query(
      `create table job (account_id uuid not null, due_at timestamptz not null,
         other_id int references other deferrable initially deferred)`,
    )
  })
})
beforeEach(() => execute('delete from job'))
after(() => db.pool.end())

const execute = (statement: string, values: unknown[] = []) =>
  inTransaction(db, ALL_ACCOUNTS, (ctx) => ctx.query(statement, values))

interface Row {
  account_id: string
}

const claimRows = (ctx: TxContext) =>
  ctx.query<Row>(
    `update job set due_at = now() + interval '1 hour' where due_at <= now() returning account_id`,
  )

const createHandler = (
  performed: string[],
  claim: (ctx: TxContext) => Promise<Row[]> = claimRows,
): OutboxHandler<Row, true, boolean> => ({
  concurrency: 4,
  claim,
  prepare: async (_, rows) => rows.map(() => true),
  async perform({ account_id }) {
    performed.push(account_id)
    return true
  },
  toPreparationFailure: () => false,
  async settle(ctx, { account_id }) {
    ctx.enqueue('delete from job where account_id = $1', [account_id])
  },
  defer: async () => {},
})

async function insertJob(): Promise<string> {
  const id = newId()
  await execute(`insert into job (account_id, due_at) values ($1, now())`, [id])
  return id
}

it('performs the jobs of a claim whose COMMIT got no response, each once', async () => {
  const proxy = await startPostgresProxy(url)
  const ownDb = openTestDatabase(proxy.url)
  ownDb.pool.on('error', () => {})
  const performed: string[] = []
  const runner = createOutboxRunner(ownDb, createHandler(performed))
  const id = await insertJob()
  const broken = proxy.breakAfterCommit('update job')
  try {
    await assert.rejects(runner.round())
    await broken
    assert.deepEqual(performed, [])
    await runner.round()
    assert.deepEqual(performed, [id])
    assert.deepEqual(await execute('select account_id from job'), [])
    await runner.round()
    assert.deepEqual(performed, [id])
  } finally {
    await ownDb.pool.end()
  }
})

it('claims the jobs of a claim that was rolled back again', async () => {
  const performed: string[] = []
  let isFirst = true
  const claim = async (ctx: TxContext) => {
    const rows = await claimRows(ctx)
    // violates a constraint that PostgreSQL checks only at the COMMIT
    if (isFirst) await ctx.query('update job set other_id = 1')
    isFirst = false
    return rows
  }
  const runner = createOutboxRunner(db, createHandler(performed, claim))
  const id = await insertJob()
  await assert.rejects(runner.round(), { code: '23503' })
  assert.deepEqual(performed, [])
  await runner.round()
  assert.deepEqual(performed, [id])
})

it('leaves rows to other processes that have claimed them since', async () => {
  const performed: string[] = []
  const claim = async (ctx: TxContext) => {
    const rows = await claimRows(ctx)
    if (rows.length > 0) await ctx.query('update job set other_id = 1')
    return rows
  }
  const runner = createOutboxRunner(db, createHandler(performed, claim))
  await insertJob()
  await assert.rejects(runner.round(), { code: '23503' })
  const [claimed] = await inTransaction(db, ALL_ACCOUNTS, claimRows)
  assert.ok(claimed)
  await runner.round()
  assert.deepEqual(performed, [])
})
