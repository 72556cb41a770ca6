import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createTestApp, directGiftBody } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import { eventually } from '#test/eventually'
import { isBlocking } from '#test/lock-waits'
import { pluck } from '#test/pluck'
import * as gifting from '../index.ts'

const app = await createTestApp()
const dequeue = (limit = 100) =>
  app.run((ctx) => gifting.dequeueFulfilment(ctx, limit), ALL_ACCOUNTS)
const shop = await createCatalogueFixture(app, [{ name: 'Cup', stock: { Red: 100 } }])

async function createRedeemed(): Promise<string> {
  const id = await shop.createGift()
  await redeem(app, id, { variant_ids: [shop.id('Red')], shipping_address: homeAddress })
  return id
}

it('dequeues each redeemed gift once, oldest first, and notifies the consumer', async () => {
  app.wokenTopics.length = 0
  const first = await createRedeemed()
  const second = await createRedeemed()
  assert.ok(app.wokenTopics.includes('fulfilment'))
  const [next] = await dequeue(1)
  assert.deepEqual(
    { ...next, created_at: undefined },
    {
      account_id: app.account.id,
      gift_request_id: first,
      kind: 'place_order',
      created_at: undefined,
    },
  )
  assert.deepEqual(pluck(await dequeue(), 'gift_request_id'), [second])
  assert.deepEqual(await dequeue(), [])
})

it('dequeues a direct-send gift as soon as its link is created', async () => {
  const { json } = await app.api.post('/gift_requests', directGiftBody(app))
  await app.advanceTime()
  assert.deepEqual(pluck(await dequeue(), 'gift_request_id', 'kind'), [[json.id, 'place_order']])
})

it('restores dequeued jobs on rollback', async () => {
  const id = await createRedeemed()
  const failing = app.run(async (ctx) => {
    assert.equal((await gifting.dequeueFulfilment(ctx, 10)).length, 1)
    throw new Error('lost')
  }, ALL_ACCOUNTS)
  await assert.rejects(failing, /lost/)
  assert.deepEqual(pluck(await dequeue(), 'gift_request_id'), [id])
})

it('enqueues a cancellation only for a redeemed gift', async () => {
  const id = await createRedeemed()
  await dequeue()
  await app.api.post(`/gift_requests/${id}/cancel`)
  assert.deepEqual(pluck(await dequeue(), 'kind'), ['cancel_order'])
  await app.api.post(`/gift_requests/${await shop.createGift()}/cancel`)
  assert.deepEqual(await dequeue(), [])
})

it('replaces a pending order with the cancellation', async () => {
  const id = await createRedeemed()
  await app.api.post(`/gift_requests/${id}/cancel`)
  assert.deepEqual(pluck(await dequeue(), 'kind'), ['cancel_order'])
})

it('dequeues each job once with concurrent consumers', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, createRedeemed))
  const dequeued = (await Promise.all([dequeue(6), dequeue(6), dequeue(6), dequeue(6)])).flat()
  const rest = await dequeue()
  const all = [...dequeued, ...rest].map(({ gift_request_id }) => gift_request_id)
  assert.deepEqual(all.toSorted(), ids.toSorted())
})

it('blocks transitions of a gift request whose job is being processed', async () => {
  const id = await createRedeemed()
  const { promise, resolve } = Promise.withResolvers<void>()
  const order: string[] = []
  const dequeuing = app.run(async (ctx) => {
    await gifting.dequeueFulfilment(ctx, 10)
    resolve()
    // continues as soon as the cancellation waits for the lock on this row
    await eventually(() => isBlocking(ctx), { intervalMs: 1 })
    order.push('placed')
  }, ALL_ACCOUNTS)
  await promise
  const cancelling = app.api.post(`/gift_requests/${id}/cancel`).then(() => order.push('off'))
  await Promise.all([dequeuing, cancelling])
  assert.deepEqual(order, ['placed', 'off'])
  assert.deepEqual(pluck(await dequeue(), 'kind'), ['cancel_order'])
})
