import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { startPollingLoop } from '#platform/loop'
import { createHttpClient } from '#platform/outbound'
import { createWorld } from '#test/api-world'
import { cupboard, statesOf } from '#test/parcels'
import { type Got, startReceiver } from '#test/receiver'
import { home, redeem } from '#test/shop'
import * as webhooks from '#webhooks'

/*
 * From the API call to the delivery with everything running as in the service: the timers, the orders,
 * the simulator by itself, the webhooks, and a receiver on a real socket. A day takes 60 ms here.
 */

const world = await createWorld()
const { account, db } = world
const receiver = await startReceiver()
await world.run((ctx) =>
  webhooks.createEndpoint(
    ctx,
    { account_id: account.id, tier: account.tier },
    { url: receiver.url },
    { allowPrivate: true },
  ),
)
const errors: unknown[] = []
const onError = (error: unknown) => errors.push(error)
const outbound = createHttpClient({ allowPrivate: true, userAgent: 'Bestow' })
const engine = webhooks.startEngine(
  { db, httpClient: outbound, clock: db.clock, onError },
  { retryDelaysMs: [20, 40, 80, 160], pollIntervalMs: 20 },
)
const shipping = fulfilment.createShipping([fulfilment.simulator], {
  day: 60,
  retryDelays: [50, 100],
})
const orders = fulfilment.startFulfilment(db, shipping, onError)
const gifts = startPollingLoop({
  name: 'gifts',
  intervalMs: 20,
  run: () => gifting.processDue(db),
  onError,
})
const waking = setInterval(() => orders.wake(), 20)
world.closing.push(async () => {
  clearInterval(waking)
  await Promise.all([gifts.stop(), orders.stop(), engine.stop()])
  outbound.close()
  await receiver.close()
})
const shop = await cupboard(world, { Red: 100, Blue: 100 })

const idOf = ({ body }: Got): string => JSON.parse(body.toString()).id

/** What the receiver heard of a gift request, in short; it waits for as many as are expected. */
async function heardOf(id: string, expected: readonly string[]): Promise<string[]> {
  for (let n = 0; n < 1_000; n++) {
    const got = receiver.got.filter((each) => idOf(each) === id)
    if (got.length >= expected.length) return got.map(typeOf).toSorted()
    engine.notify()
    await sleep(10)
  }
  throw new Error(`${id} is ${await statesOf(world, id)}; ${expected} did not all arrive`)
}

const typeOf = ({ headers }: Got) =>
  String(headers['service-webhook-event-type']).replace('gift_request_', '')

async function give(scenario: string): Promise<string> {
  const body = {
    campaign_id: shop.campaign_id,
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: `${scenario}@example.com` },
    metadata: { simulator: scenario },
  }
  const { json } = await world.api.post('/gift_requests', body)
  while ((await world.run((ctx) => gifting.find(ctx, json.id)))?.state !== 'awaiting_recipient')
    await sleep(10)
  await redeem(world, json.id, { shipping_address: home })
  return json.id
}

/** Waits until the simulator has nothing more in store. */
async function played(): Promise<void> {
  const left = () =>
    world.run((ctx) => ctx.query('select 1 from fulfilment.parcel where plays_at is not null'))
  while ((await left()).length > 0) await sleep(20)
}

const usual = ['created', 'redeemed', 'dispatched', 'delivered']

// biome-ignore format: one scenario a line
const expected: Record<string, readonly string[]> = {
  good:            usual,
  failed_attempt:  usual,
  late:            usual,
  duplicated:      usual,
  split:           usual,
  unreachable:     usual,
  unseen:          ['created', 'redeemed', 'delivered'],
  back_to_transit: [...usual, 'dispatched'],
  out_of_order:    [...usual, 'dispatched'],
  lost:            ['created', 'redeemed', 'dispatched', 'cancelled'],
  returned:        ['created', 'redeemed', 'dispatched', 'cancelled'],
  cancelled:       ['created', 'redeemed', 'cancelled'],
}

it('brings gifts from the API call to their end, good days and bad, and every event arrives', async () => {
  const ids = await Promise.all(
    Object.entries(expected).map(async ([scenario, types]) => {
      const id = await give(scenario)
      assert.deepEqual(await heardOf(id, types), types.toSorted(), scenario)
      return id
    }),
  )
  await played()
  for (const [place, [scenario, types]] of Object.entries(expected).entries()) {
    const { json } = await world.api.get(`/events?gift_request_id=${ids[place]}`)
    assert.equal(json.data.length, types.length, `${scenario}, after its last message`)
  }
  assert.deepEqual(errors, [])
})

it('tells each event with its status, in the order in which things happened', async () => {
  const id = await give('good')
  await heardOf(id, usual)
  const { json } = await world.api.get(`/events?gift_request_id=${id}&order=asc`)
  assert.deepEqual(
    json.data.map(({ body }: { body: { status: string } }) => body.status),
    ['submitted', 'redeemed', 'dispatched', 'delivered'],
  )
  const { json: gift } = await world.api.get(`/gift_requests/${id}`)
  assert.equal(gift.status, 'delivered')
  assert.equal(gift.shipping_address, null, 'the sender is not shown where it went')
  assert.deepEqual(await statesOf(world, id), [
    'created',
    'awaiting_recipient',
    'redeemed',
    'ordered',
    'in_transit',
    'out_for_delivery',
    'delivered',
  ])
})

it('brings a gift on after a person has mended its address', async () => {
  const id = await give('refused')
  while ((await statesOf(world, id)).at(-1) !== 'shipping_error') await sleep(10)
  await world.run((ctx) => fulfilment.fixAddress(ctx, id, { ...home, line_1: 'Mended 1' }))
  assert.deepEqual(await heardOf(id, usual), usual.toSorted())
})

it('tells a cancelled gift cancelled, and sends none of it', async () => {
  const { json } = await world.api.post('/gift_requests', {
    campaign_id: shop.campaign_id,
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'off@example.com' },
  })
  const cancelled = await world.api.post(`/gift_requests/${json.id}/cancel`)
  assert.equal(cancelled.json.status, 'cancelled')
  assert.deepEqual(await heardOf(json.id, ['created', 'cancelled']), ['cancelled', 'created'])
  assert.deepEqual(await world.run((ctx) => fulfilment.parcelsOf(ctx, json.id)), [])
})

it('keeps parcels in agreement with a gift that a test helper walks', async () => {
  const { json } = await world.api.post('/gift_requests', {
    campaign_id: shop.campaign_id,
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'walked@example.com' },
  })
  // biome-ignore format: what the gift shall be, and what its parcels are then
  const walk: readonly (readonly [to: string, parcels: string])[] = [
    ['in_transit',              'in_transit'],
    ['out_for_delivery',        'out_for_delivery'],
    ['in_transit',              'in_transit'],
    ['delivery_attempt_failed', 'delivery_attempt_failed'],
    ['delivered',               'delivered'],
    ['redelivering',            'delivered ordered'],
    ['in_transit',              'delivered in_transit'],
    ['delivered',               'delivered delivered'],
    ['complete',                'delivered delivered'],
  ]
  for (const [to, states] of walk) {
    const answer = await world.api.post(`/test_helpers/gift_requests/${json.id}/advance`, { to })
    assert.equal(answer.status, 200, answer.text)
    const parcels = await world.run((ctx) => fulfilment.parcelsOf(ctx, json.id))
    assert.equal(parcels.map(({ state }) => state).join(' '), states, to)
  }
  const types = [...usual, 'dispatched', 'dispatched']
  assert.deepEqual(await heardOf(json.id, types), types.toSorted())
})
