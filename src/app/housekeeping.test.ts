import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { defaultRetention } from '#platform/config/retention-settings'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import { createTestApp, directGiftBody } from '#test/api-harness'
import { eventually } from '#test/eventually'
import * as webhooks from '#webhooks'
import { runHousekeeping } from './housekeeping.ts'

const dayMs = 86_400_000

it('deletes the request log and webhook data after the days of the settings', async () => {
  const testApp = await createTestApp()
  await testApp.run(webhooks.createPartitions, ALL_ACCOUNTS)
  await testApp.api.post('/gift_requests', directGiftBody(testApp))
  await testApp.run(async (ctx) => {
    for (const days of [1, 5, 20])
      await ctx.query(
        `insert into access.request_log (account_id, id, at, request_id, method, path, status, ms, errors)
         values ($1, platform.uuid_floor($2), $2, $1, 'GET', '/', 200, 1, '{}')`,
        [testApp.account.id, new Date(ctx.now.getTime() - days * dayMs)],
      )
  }, ALL_ACCOUNTS)
  const countLog = () =>
    testApp.run(async (ctx) => {
      const rows = await ctx.query(`select from access.request_log where at < $1`, [
        new Date(ctx.now.getTime() - dayMs / 2),
      ])
      return rows.length
    }, ALL_ACCOUNTS)
  await runHousekeeping(testApp.db, undefined, { ...defaultRetention, requestLog: 14 })
  assert.equal(await countLog(), 2)
  await runHousekeeping(testApp.db)
  assert.equal(await countLog(), 1)
})

it('creates partitions although a transaction has the table for longer than the lock timeout', async () => {
  const testApp = await createTestApp()
  const table = gifting.transitionHistory.name
  const partitions = (ctx: TxContext) =>
    ctx.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
        where inhparent = $1::text::regclass and inhrelid::regclass::text ~ 'm\\d\\d$' order by 1`,
      [table],
    )
  const before = await testApp.run(partitions, ALL_ACCOUNTS)
  await testApp.run((ctx) => ctx.query(`drop table ${before.at(-1)?.name}`), ALL_ACCOUNTS)
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const other = testApp.run(async (ctx) => {
    await ctx.query(`lock table ${table} in share row exclusive mode`)
    locked.resolve()
    await release.promise
  }, ALL_ACCOUNTS)
  await locked.promise
  const isWaiting = async () => {
    const waiting = (ctx: TxContext) =>
      ctx.query('select from pg_locks where relation = $1::text::regclass and not granted', [table])
    return (await testApp.run(waiting, ALL_ACCOUNTS)).length > 0
  }
  const housekeeping = runHousekeeping(testApp.db).finally(release.resolve)
  await eventually(isWaiting)
  await eventually(async () => !(await isWaiting())) // waits until the first attempt has given up its lock
  release.resolve()
  await Promise.all([other, housekeeping])
  assert.deepEqual(await testApp.run(partitions, ALL_ACCOUNTS), before)
})
