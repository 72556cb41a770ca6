import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ALL_ACCOUNTS } from '#platform/postgres'
import { aDirectGift, createWorld } from '#test/api-world'
import { home, openShop, redeem } from '#test/shop'
import * as gifting from './index.ts'

const world = await createWorld()
const take = (limit = 100) => world.run((ctx) => gifting.takeHandovers(ctx, limit), ALL_ACCOUNTS)
const shop = await openShop(world, [{ name: 'Cup', left: { Red: 100 } }])

async function redeemed(): Promise<string> {
  const id = await shop.gift()
  await redeem(world, id, { variant_ids: [shop.id('Red')], shipping_address: home })
  return id
}

it('hands each redeemed gift on once, oldest first, and wakes who waits for it', async () => {
  world.woken.length = 0
  const first = await redeemed()
  const second = await redeemed()
  assert.ok(world.woken.includes('fulfilment'))
  const [next] = await take(1)
  assert.deepEqual(
    { ...next, made_at: undefined },
    { account_id: world.account.id, gift_request_id: first, kind: 'place', made_at: undefined },
  )
  assert.deepEqual(
    (await take()).map(({ gift_request_id }) => gift_request_id),
    [second],
  )
  assert.deepEqual(await take(), [])
})

it('hands on what the sender fixed as soon as its link is made', async () => {
  const { json } = await world.api.post('/gift_requests', aDirectGift(world))
  await world.passTime()
  assert.deepEqual(
    (await take()).map(({ gift_request_id, kind }) => [gift_request_id, kind]),
    [[json.id, 'place']],
  )
})

it('is there again when whoever took it fails', async () => {
  const id = await redeemed()
  const failing = world.run(async (ctx) => {
    assert.equal((await gifting.takeHandovers(ctx, 10)).length, 1)
    throw new Error('lost')
  }, ALL_ACCOUNTS)
  await assert.rejects(failing, /lost/)
  assert.deepEqual(
    (await take()).map(({ gift_request_id }) => gift_request_id),
    [id],
  )
})

it('calls off what was redeemed, and only that', async () => {
  const id = await redeemed()
  await take()
  await world.api.post(`/gift_requests/${id}/cancel`)
  assert.deepEqual(
    (await take()).map(({ kind }) => kind),
    ['call_off'],
  )
  await world.api.post(`/gift_requests/${await shop.gift()}/cancel`)
  assert.deepEqual(await take(), [])
})

it('says only the last word where the first was not heard', async () => {
  const id = await redeemed()
  await world.api.post(`/gift_requests/${id}/cancel`)
  assert.deepEqual(
    (await take()).map(({ kind }) => kind),
    ['call_off'],
  )
})

it('gives each to one of those who take at once', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, redeemed))
  const taken = (await Promise.all([take(6), take(6), take(6), take(6)])).flat()
  const rest = await take()
  const all = [...taken, ...rest].map(({ gift_request_id }) => gift_request_id)
  assert.deepEqual(all.toSorted(), ids.toSorted())
})

it('lets nobody move a gift request whose handover is being acted on', async () => {
  const id = await redeemed()
  const { promise, resolve } = Promise.withResolvers<void>()
  const order: string[] = []
  const taking = world.run(async (ctx) => {
    await gifting.takeHandovers(ctx, 10)
    resolve()
    // the cancellation waits for this row: the database says so before it goes on
    for (;;) {
      const waiting = await ctx.query(
        'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
      )
      if (waiting.length > 0) break
    }
    order.push('placed')
  }, ALL_ACCOUNTS)
  await promise
  const cancelling = world.api.post(`/gift_requests/${id}/cancel`).then(() => order.push('off'))
  await Promise.all([taking, cancelling])
  assert.deepEqual(order, ['placed', 'off'])
  assert.deepEqual(
    (await take()).map(({ kind }) => kind),
    ['call_off'],
  )
})
