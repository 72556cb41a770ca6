import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startWorker } from '#main/worker'
import { readConfig } from '#platform/config'
import { createLog } from '#platform/log'
import { inTransaction } from '#platform/postgres'
import { createNotifier } from '#platform/wake'
import { aDirectGift, aGift, createWorld } from '#test/api-world'
import { until } from '#test/mail-server'
import * as webhooks from '#webhooks'

/*
 * One tenant does its worst with what an admin of an account can do. Another tenant must not notice.
 * `npm run chaos -- hostile-tenant` does the same to real processes, and measures.
 */

const world = await createWorld()
const other = await world.stranger()
const config = readConfig({ BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true' })
const waker = createNotifier({ url: world.url, onError: () => {} })
const worker = startWorker(world.db, waker, config, createLog({ level: 'silent' }))
world.closing.push(async () => {
  await worker.stop()
  await waker.stop()
})

async function othersGift(): Promise<string> {
  const { json } = await other.api.get('/campaigns')
  const campaign = json.data.find(
    (each: { invitation_method: string }) => each.invitation_method === 'email',
  )
  const made = await other.api.post('/gift_requests', aGift(world, { campaign_id: campaign.id }))
  assert.equal(made.status, 201)
  return made.json.id
}

const hasLink = async (id: string) =>
  (await other.api.get(`/gift_requests/${id}`)).json.redemption_url !== null

it('never has more than its share of the connections', async () => {
  const release = Promise.withResolvers<void>()
  let begun = 0
  const held = Array.from({ length: 12 }, () =>
    inTransaction(world.db, world.account.id, async (ctx) => {
      await ctx.query('select 1')
      begun += 1
      await release.promise
    }),
  )
  await until(() => begun === 4)
  await inTransaction(world.db, other.account.id, (ctx) => ctx.query('select 1'))
  assert.equal(begun, 4, 'of ten connections')
  release.resolve()
  await Promise.all(held)
  assert.equal(begun, 12, 'the others had their turn afterwards')
})

it('stops at the limit of endpoints, whatever it attempts', async () => {
  const attempts = Array.from({ length: 130 }, (_, n) =>
    world
      .run((ctx) =>
        webhooks.createEndpoint(
          ctx,
          { account_id: world.account.id, tier: 'enterprise' },
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
  const broken = await world.api.post('/gift_requests', aDirectGift(world, { send_at: inAnHour() }))
  await world.run((ctx) =>
    ctx.query(
      `update gifting.gift_request set line_items = 'broken', state = 'created', send_at = null, due_at = now() where id = $1`,
      [broken.json.id],
    ),
  )
  const batch = Array.from({ length: 100 }, () => aDirectGift(world))
  const links = [1, 2, 3].map(() =>
    world.api.post('/one_links', { campaign_id: world.campaign('one_link').id, quantity: 1_000 }),
  )
  const direct = world.api.post('/gift_requests/batch', { gift_requests: batch })
  const ids = await Promise.all(Array.from({ length: 10 }, othersGift))
  for (const id of ids) await until(() => hasLink(id))
  assert.deepEqual(
    (await Promise.all([...links, direct])).map(({ status }) => status),
    [201, 201, 201, 201],
  )
  await until(() => (worker.failures.get('gifts') ?? 0) > 0)
  assert.ok(worker.loops.gifts?.lastSuccess(), 'the loop runs through all the same')
})

const inAnHour = () => new Date(world.db.clock().getTime() + 3_600_000).toISOString()
