import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import * as accounts from '#accounts'
import { readConfig } from '#platform/config/config'
import { createLog } from '#platform/observability/log'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { migrate } from '#platform/postgres/migrations'
import { createEmptyDatabase, serverVariable, startTestServer } from '#test/throwaway-database'
import { connect } from './database.ts'

const log = createLog({ level: 'silent' })

const server = process.env[serverVariable] || (await startOwn())

async function startOwn() {
  const { superuserUrl, detach } = await startTestServer()
  after(detach)
  return superuserUrl
}

/**
 * Creates an empty database. Returns its URLs for the test role and for a superuser, to whom row-level
 * security does not apply.
 */
async function twoWaysIn() {
  const { url, drop } = await createEmptyDatabase()
  const superuser = new URL(server)
  superuser.pathname = new URL(url).pathname
  return { url, superuserUrl: superuser.href, drop }
}

const configFor = (url: string, more: Record<string, string> = {}) =>
  readConfig({
    BESTOW_DATABASE_URL: url,
    BESTOW_STAGE: 'staging',
    BESTOW_SECRET_KEY: 'k:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk=',
    ...more,
  })

/** Connects to a database, creates two accounts, and reads accounts without naming one. */
async function accountsSeen(url: string) {
  const connection = await connect(configFor(url), log, { migrates: true })
  try {
    const db = connection.open('test', 2)
    const [mine] = await inTransaction(db, ALL_ACCOUNTS, async (ctx) => [
      await accounts.createAccount(ctx, { name: 'Mine', tier: 'enterprise' }),
      await accounts.createAccount(ctx, { name: 'Theirs', tier: 'enterprise' }),
    ])
    assert.ok(mine !== undefined)
    return await inTransaction(db, mine.id, async (ctx) => {
      const [who] = await ctx.query<{ name: string }>('select current_user as name')
      await ctx.query(`select platform.create_weekly_partitions('webhooks.event', $1, 1)`, [
        ctx.now,
      ])
      const rows = await ctx.queryValues<string>('select name from access.account')
      return { role: who?.name, names: rows }
    })
  } finally {
    await connection.close()
  }
}

test('a superuser runs with row-level security from the first migration on', async (t) => {
  const { superuserUrl, drop } = await twoWaysIn()
  t.after(drop)
  assert.deepEqual(await accountsSeen(superuserUrl), { role: 'bestow_service', names: ['Mine'] })
  assert.equal((await accountsSeen(superuserUrl)).role, 'bestow_service')
})

test('tables of a superuser get a new owner', async (t) => {
  const { superuserUrl, drop } = await twoWaysIn()
  t.after(drop)
  await migrate(superuserUrl)
  assert.deepEqual(await accountsSeen(superuserUrl), { role: 'bestow_service', names: ['Mine'] })
})

test('tables of an ordinary role stay with it, and a superuser takes its role', async (t) => {
  const { url, superuserUrl, drop } = await twoWaysIn()
  t.after(drop)
  const ordinary = await accountsSeen(url)
  assert.deepEqual(ordinary.names, ['Mine'])
  assert.equal((await accountsSeen(superuserUrl)).role, ordinary.role)
  assert.equal((await accountsSeen(url)).role, ordinary.role)
})

test('an outdated schema is rejected with advice', async (t) => {
  const { url, drop } = await twoWaysIn()
  t.after(drop)
  await assert.rejects(
    connect(configFor(url), log, { migrates: false }),
    /0001_base\.sql.*npx bestow migrate/,
  )
})

test('a role that bypasses row-level security is rejected behind a pooler', async (t) => {
  const { superuserUrl, drop } = await twoWaysIn()
  t.after(drop)
  const config = configFor(superuserUrl, { BESTOW_DATABASE_POOLER: 'true' })
  await assert.rejects(connect(config, log, { migrates: true }), /ordinary role/)
  const client = new pg.Client(superuserUrl)
  await client.connect()
  const { rows } = await client.query(`select 1 from pg_namespace where nspname = 'platform'`)
  await client.end()
  assert.deepEqual(rows, [])
})
