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
 * One tenant does its worst with what an admin of an account can do. Another tenant must not notice.
 * `npm run chaos -- hostile-tenant` does the same to real processes, and measures.
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
  const made = await other.api.post(
    '/gift_requests',
    giftBody(testApp, { campaign_id: campaign.id }),
  )
  assert.equal(made.status, 201)
  return made.json.id
}

const waitForLink = async (id: string) =>
  (await other.api.get(`/gift_requests/${id}`)).json.redemption_url !== null

it('never has more than its share of the connections', async () => {
  const release = Promise.withResolvers<void>()
  let startedCount = 0
  const slowResponses = Array.from({ length: 12 }, () =>
    inTransaction(testApp.db, testApp.account.id, async (ctx) => {
      await ctx.query('select 1')
      startedCount += 1
      await release.promise
    }),
  )
  await eventually(() => startedCount === 4)
  await inTransaction(testApp.db, other.account.id, (ctx) => ctx.query('select 1'))
  assert.equal(startedCount, 4, 'of ten connections')
  release.resolve()
  await Promise.all(slowResponses)
  assert.equal(startedCount, 12, 'the others had their turn afterwards')
})

it('stops at the limit of endpoints, whatever it attempts', async () => {
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
        () => 'made',
        (error: { code?: string }) => error.code,
      ),
  )
  const made = (await Promise.all(attempts)).filter((each) => each === 'made').length
  assert.ok(
    made >= 100 && made <= 104,
    `${made} endpoints: four may have counted at the same moment`,
  )
})

it('sends batches to all its endpoints and has a row that always throws: the other gifts get their links', async () => {
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
  for (const id of ids) await eventually(() => waitForLink(id))
  assert.deepEqual(
    (await Promise.all([...links, direct])).map(({ status }) => status),
    [201, 201, 201, 201],
  )
  await eventually(() => (worker.failures.get('gifts') ?? 0) > 0)
  assert.ok(worker.loops.gifts?.lastSuccess(), 'the loop runs through all the same')
})

const inAnHour = () => new Date(testApp.db.clock().getTime() + 3_600_000).toISOString()
