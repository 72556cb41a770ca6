import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startWorker } from '#app/worker'
import { readConfig } from '#platform/config/config'
import { createLog } from '#platform/observability/log'
import { inTransaction } from '#platform/postgres/database'
import { createNotifier } from '#platform/postgres/notifier'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import { eventually } from '#test/eventually'
import * as webhooks from '#webhooks'

/*
 * The test of one tenant that causes as much load as an admin of an account can. Other tenants are not
 * affected. `npm run chaos -- hostile-tenant` measures the same with real processes.
 */

const testApp = await createTestApp()
const other = await testApp.createOtherAccount()
const config = readConfig({ BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true' })
const notifier = createNotifier({ url: testApp.url, onError: () => {} })
const worker = startWorker(testApp.db, notifier, config, createLog({ level: 'silent' }))
testApp.closeCallbacks.push(async () => {
  await worker.stop()
  await notifier.stop()
})

async function createOtherGift(): Promise<string> {
  const { json } = await other.api.get('/campaigns')
  const campaign = json.data.find(
    (each: { invitation_method: string }) => each.invitation_method === 'email',
  )
  const created = await other.api.post(
    '/gift_requests',
    giftBody(testApp, { campaign_id: campaign.id }),
  )
  assert.equal(created.status, 201)
  return created.json.id
}

const hasLink = async (id: string) =>
  (await other.api.get(`/gift_requests/${id}`)).json.redemption_url !== null

it('a tenant uses at most its share of the connections', async () => {
  const release = Promise.withResolvers<void>()
  let startedCount = 0
  const transactions = Array.from({ length: 12 }, () =>
    inTransaction(testApp.db, testApp.account.id, async (ctx) => {
      await ctx.query('select 1')
      startedCount += 1
      await release.promise
    }),
  )
  await eventually(() => startedCount === 4, { message: 'four transactions start' })
  await inTransaction(testApp.db, other.account.id, (ctx) => ctx.query('select 1'))
  assert.equal(startedCount, 4, '4 of 10 connections')
  release.resolve()
  await Promise.all(transactions)
  assert.equal(startedCount, 12, 'the queued transactions run afterwards')
})

it('a tenant cannot exceed the endpoint limit by concurrent requests', async () => {
  const attempts = Array.from({ length: 130 }, (_, n) =>
    testApp
      .run((ctx) =>
        webhooks.createEndpoint(
          ctx,
          { account_id: testApp.account.id, tier: 'enterprise' },
          { url: `http://127.0.0.1:9/${n}`, events: ['gift_request_redeemed'] },
          { allowPrivate: true },
        ),
      )
      .then(
        () => 'created',
        (error: { code?: string }) => error.code,
      ),
  )
  const count = (await Promise.all(attempts)).filter((each) => each === 'created').length
  assert.ok(
    count >= 100 && count <= 104,
    `${count} endpoints: up to four concurrent transactions read the same count`,
  )
})

it('gifts of other tenants get their links despite large batches and a row that always fails', async () => {
  const broken = await testApp.api.post(
    '/gift_requests',
    directGiftBody(testApp, { send_at: inAnHour() }),
  )
  await testApp.run((ctx) =>
    ctx.query(
      `update gifting.gift_request set line_items = 'broken', state = 'created', send_at = null, due_at = now() where id = $1`,
      [broken.json.id],
    ),
  )
  const batch = Array.from({ length: 100 }, () => directGiftBody(testApp))
  const links = [1, 2, 3].map(() =>
    testApp.api.post('/one_links', {
      campaign_id: testApp.campaign('one_link').id,
      quantity: 1_000,
    }),
  )
  const direct = testApp.api.post('/gift_requests/batch', { gift_requests: batch })
  const ids = await Promise.all(Array.from({ length: 10 }, createOtherGift))
  for (const id of ids) await eventually(() => hasLink(id), { message: `gift ${id} has a link` })
  assert.deepEqual(
    (await Promise.all([...links, direct])).map(({ status }) => status),
    [201, 201, 201, 201],
  )
  await eventually(() => (worker.failures.get('gifts') ?? 0) > 0, {
    message: 'the broken row fails',
  })
  assert.ok(worker.loops.gifts?.lastSuccess(), 'the loop succeeds despite the broken row')
})

const inAnHour = () => new Date(testApp.db.clock().getTime() + 3_600_000).toISOString()
