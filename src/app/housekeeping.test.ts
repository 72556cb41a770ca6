import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultRetention } from '#platform/config/retention-settings'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createTestApp, directGiftBody } from '#test/api-harness'
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
