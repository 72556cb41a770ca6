import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { createHttpClient } from '#platform/http-client/http-client'
import { startPollingLoop } from '#platform/jobs/polling-loop'
import { createTestApp } from '#test/api-harness'
import { homeAddress, redeem } from '#test/catalogue-fixture'
import { eventually } from '#test/eventually'
import { createCups, findStates } from '#test/fulfilment-fixture'
import { type ReceivedRequest, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'

/*
 * The tests from the API call to the delivery. All parts run as in the service: timers, orders, the
 * simulator, the webhooks, and a receiver on a real socket. A simulated day takes 60 ms.
 */

const testApp = await createTestApp()
const { account, db } = testApp
const receiver = await startReceiver()
await testApp.run((ctx) =>
  webhooks.createEndpoint(
    ctx,
    { account_id: account.id, tier: account.tier },
    { url: receiver.url },
    { allowPrivate: true },
  ),
)
const errors: unknown[] = []
const onError = (error: unknown) => errors.push(error)
const httpClient = createHttpClient({ allowPrivate: true, userAgent: 'Bestow' })
const shipping = fulfilment.createShippingConfig([fulfilment.simulator], {
  dayMs: 60,
  retryDelaysMs: [50, 100],
})
let engine: webhooks.Engine
// starts the engine in a hook and not at the import, because its loops would poll while the tests of other
// files of this process run
before(() => {
  engine = webhooks.startEngine(
    { db, httpClient, clock: db.clock, onError },
    { retryDelaysMs: [20, 40, 80, 160], pollIntervalMs: 20 },
  )
  const orders = fulfilment.startFulfilment(db, shipping, onError)
  const gifts = startPollingLoop({
    name: 'gifts',
    intervalMs: 20,
    run: () => gifting.processDue(db),
    onError,
  })
  const wakeTimer = setInterval(() => orders.wake(), 20)
  testApp.closeCallbacks.push(async () => {
    clearInterval(wakeTimer)
    await Promise.all([gifts.stop(), orders.stop(), engine.stop()])
    httpClient.close()
    await receiver.close()
  })
})
const fixture = await createCups(testApp, { Red: 100, Blue: 100 })

const eventGiftId = ({ body }: ReceivedRequest): string => JSON.parse(body.toString()).id

/**
 * Waits until the receiver has got the expected number of events for a gift
 * request. Returns their short types.
 */
async function waitForEvents(id: string, expected: readonly string[]): Promise<string[]> {
  const received = await eventually(
    () => {
      engine.notify()
      const requests = receiver.requests.filter((each) => eventGiftId(each) === id)
      return requests.length >= expected.length && requests
    },
    {
      timeoutMs: 30_000,
      message: async () => `${expected} all arrive; ${id} is ${await findStates(testApp, id)}`,
    },
  )
  return received.map(eventType).toSorted()
}

const eventType = ({ headers }: ReceivedRequest) =>
  String(headers['service-webhook-event-type']).replace('gift_request_', '')

const waitForState = (id: string, state: gifting.State) =>
  eventually(async () => (await testApp.run((ctx) => gifting.find(ctx, id)))?.state === state, {
    message: `${id} is ${state}`,
  })

async function createGift(scenario: string): Promise<string> {
  const body = {
    campaign_id: fixture.campaign_id,
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: `${scenario}@example.com` },
    metadata: { simulator: scenario },
  }
  const { json } = await testApp.api.post('/gift_requests', body)
  await waitForState(json.id, 'awaiting_recipient')
  await redeem(testApp, json.id, { shipping_address: homeAddress })
  return json.id
}

/** Waits until the shipping simulator has no more events. */
async function waitForSimulator(): Promise<void> {
  const findRemaining = () =>
    testApp.run((ctx) =>
      ctx.query('select 1 from fulfilment.parcel where next_simulated_at is not null'),
    )
  await eventually(async () => (await findRemaining()).length === 0, {
    timeoutMs: 30_000,
    message: 'no simulated events remain',
  })
}

const deliveredEvents = ['created', 'redeemed', 'dispatched', 'delivered']

// biome-ignore format: one scenario a line
const expected: Record<string, readonly string[]> = {
  good:            deliveredEvents,
  failed_attempt:  deliveredEvents,
  late:            deliveredEvents,
  duplicated:      deliveredEvents,
  split:           deliveredEvents,
  unreachable:     deliveredEvents,
  unseen:          ['created', 'redeemed', 'delivered'],
  back_to_transit: [...deliveredEvents, 'dispatched'],
  out_of_order:    [...deliveredEvents, 'dispatched'],
  lost:            ['created', 'redeemed', 'dispatched', 'cancelled'],
  returned:        ['created', 'redeemed', 'dispatched', 'cancelled'],
  cancelled:       ['created', 'redeemed', 'cancelled'],
}

it('runs each simulator scenario to its end, and delivers every event', async () => {
  const ids = await Promise.all(
    Object.entries(expected).map(async ([scenario, types]) => {
      const id = await createGift(scenario)
      assert.deepEqual(await waitForEvents(id, types), types.toSorted(), scenario)
      return id
    }),
  )
  await waitForSimulator()
  for (const [index, [scenario, types]] of Object.entries(expected).entries()) {
    const { json } = await testApp.api.get(`/events?gift_request_id=${ids[index]}`)
    assert.equal(json.data.length, types.length, `${scenario}, after its last message`)
  }
  assert.deepEqual(errors, [])
})

it('emits each event with its status, in chronological order', async () => {
  const id = await createGift('good')
  await waitForEvents(id, deliveredEvents)
  const { json } = await testApp.api.get(`/events?gift_request_id=${id}&order=asc`)
  assert.deepEqual(
    json.data.map(({ body }: { body: { status: string } }) => body.status),
    ['submitted', 'redeemed', 'dispatched', 'delivered'],
  )
  const { json: gift } = await testApp.api.get(`/gift_requests/${id}`)
  assert.equal(gift.status, 'delivered')
  assert.equal(gift.shipping_address, null, 'the address is not visible to the sender')
  assert.deepEqual(await findStates(testApp, id), [
    'created',
    'awaiting_recipient',
    'redeemed',
    'ordered',
    'in_transit',
    'out_for_delivery',
    'delivered',
  ])
})

it('continues a gift after its address was corrected', async () => {
  const id = await createGift('refused')
  await waitForState(id, 'shipping_error')
  await testApp.run((ctx) =>
    fulfilment.correctAddress(ctx, id, { ...homeAddress, line_1: 'Corrected 1' }, shipping),
  )
  assert.deepEqual(await waitForEvents(id, deliveredEvents), deliveredEvents.toSorted())
})

it('emits the cancellation of a gift, and ships nothing', async () => {
  const { json } = await testApp.api.post('/gift_requests', {
    campaign_id: fixture.campaign_id,
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'off@example.com' },
  })
  const cancelled = await testApp.api.post(`/gift_requests/${json.id}/cancel`)
  assert.equal(cancelled.json.status, 'cancelled')
  assert.deepEqual(await waitForEvents(json.id, ['created', 'cancelled']), ['cancelled', 'created'])
  assert.deepEqual(await testApp.run((ctx) => fulfilment.listGiftParcels(ctx, json.id)), [])
})

it('parcels follow a gift that the test helper advances', async () => {
  const { json } = await testApp.api.post('/gift_requests', {
    campaign_id: fixture.campaign_id,
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'walked@example.com' },
  })
  // biome-ignore format: the state of the gift and the resulting states of its parcels
  const stateSequence: readonly (readonly [to: string, parcels: string])[] = [
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
  for (const [to, states] of stateSequence) {
    const response = await testApp.api.post(`/test_helpers/gift_requests/${json.id}/advance`, {
      to,
    })
    assert.equal(response.status, 200, response.text)
    const parcels = await testApp.run((ctx) => fulfilment.listGiftParcels(ctx, json.id))
    assert.equal(parcels.map(({ state }) => state).join(' '), states, to)
  }
  const types = [...deliveredEvents, 'dispatched', 'dispatched']
  assert.deepEqual(await waitForEvents(json.id, types), types.toSorted())
})
