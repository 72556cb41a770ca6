import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseRawJson } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import { createTestApp } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import { createFulfilmentRunner, findEmittedEvents } from '#test/fulfilment-fixture'
import { pluck } from '#test/pluck'
import type { CancelResult, PlaceResult } from './carriers/carrier.ts'
import * as fulfilment from './index.ts'

/*
 * The change of a gift whose label was bought from another system. The label is cancelled first. Then the
 * change takes effect, or is rejected with the response of the carrier.
 */

const testApp = await createTestApp()

interface Responses {
  cancel: CancelResult
  place?: PlaceResult
}

/** Creates a carrier that cancels a label only with a request. Counts the calls. */
function createRemoteCarrier(responses: Responses) {
  const calls: string[] = []
  const { cancelsLocally: _, ...remote } = fulfilment.simulator
  const runner = createFulfilmentRunner(
    testApp,
    fulfilment.createShippingConfig(
      [
        {
          ...remote,
          async place(request) {
            calls.push(`place ${request.address.line_1}`)
            return responses.place ?? fulfilment.simulator.place(request)
          },
          async cancel() {
            calls.push('cancel')
            return responses.cancel
          },
        },
      ],
      { retryDelaysMs: [0] },
    ),
  )
  return { ...runner, calls }
}

async function createGift() {
  const shop = await createCatalogueFixture(testApp, [
    { name: 'Red cup', stock: { Red: 5 } },
    { name: 'Blue cup', stock: { Blue: 5 } },
  ])
  const id = await shop.createGift()
  await redeem(testApp, id, { variant_ids: [shop.id('Red')], shipping_address: homeAddress })
  const available = async () => [await shop.available('Red'), await shop.available('Blue')]
  return { shop, id, available }
}

const itemsOf = async (id: string) => {
  const gift = await testApp.run((ctx) => gifting.find(ctx, id))
  return parseRawJson(gift?.line_items ?? assert.fail('no items')).map(({ sku }) =>
    sku.replace(/ \d+$/, ''),
  )
}

const changeStates = (id: string) =>
  testApp.run(async (ctx) =>
    (await gifting.listChanges(ctx, { account_id: ctx.account_id, id })).map(({ state }) => state),
  )

const emailKinds = async (id: string) =>
  (await testApp.run((ctx) => mail.list(ctx, { gift_request_id: id, limit: 50 }))).map(
    ({ kind }) => kind,
  )

it('applies a swap after the label is cancelled, and holds both items until then', async () => {
  const { shop, id, available } = await createGift()
  const carrier = createRemoteCarrier({ cancel: { kind: 'cancelled' } })
  await carrier.run()
  const variant_ids = [shop.id('Blue')]
  const swap = () =>
    testApp.run((ctx) => fulfilment.changeGift(ctx, id, { variant_ids }, carrier.shipping))
  assert.deepEqual(await swap(), { kind: 'pending' })
  assert.deepEqual(await swap(), { kind: 'pending' }, 'a repeated request has no further effect')
  assert.deepEqual(await itemsOf(id), ['Red'])
  assert.deepEqual(await available(), [4, 4])
  await carrier.run()
  assert.deepEqual(await itemsOf(id), ['Blue'])
  assert.deepEqual(await available(), [5, 4])
  assert.deepEqual(await changeStates(id), ['applied'])
  assert.equal(carrier.calls.filter((call) => call === 'cancel').length, 1)
  assert.deepEqual(
    (await carrier.parcels(id)).map(({ state, tracking_code }) => [state, tracking_code !== null]),
    [['ordered', true]],
  )
  assert.equal(await findEmittedEvents(testApp, id), 'created redeemed')
})

it('buys the new label for the corrected address only', async () => {
  const { id } = await createGift()
  const carrier = createRemoteCarrier({ cancel: { kind: 'cancelled' } })
  await carrier.run()
  const shipping_address = { ...homeAddress, line_1: 'Friedrichstraße 7' }
  await testApp.run((ctx) => fulfilment.changeGift(ctx, id, { shipping_address }, carrier.shipping))
  await carrier.run()
  assert.deepEqual(carrier.calls, [
    `place ${homeAddress.line_1}`,
    'cancel',
    'place Friedrichstraße 7',
  ])
})

it('rejects the change if the carrier cannot cancel the label, and emails the recipient', async () => {
  const { shop, id, available } = await createGift()
  const carrier = createRemoteCarrier({ cancel: { kind: 'too_late', reason: 'It has left.' } })
  await carrier.run()
  const [before] = await carrier.parcels(id)
  await testApp.run((ctx) =>
    fulfilment.changeGift(ctx, id, { variant_ids: [shop.id('Blue')] }, carrier.shipping),
  )
  await carrier.run()
  assert.deepEqual(await itemsOf(id), ['Red'])
  assert.deepEqual(await available(), [4, 5])
  assert.deepEqual(await changeStates(id), ['rejected'])
  assert.ok((await emailKinds(id)).includes('gift_not_changed'))
  assert.deepEqual(await carrier.parcels(id), [before])
})

it('rejects the change when the parcel leaves before the label is cancelled', async () => {
  const { shop, id, available } = await createGift()
  const carrier = createRemoteCarrier({ cancel: { kind: 'unreachable', reason: 'No response.' } })
  await carrier.run()
  await testApp.run((ctx) =>
    fulfilment.changeGift(ctx, id, { variant_ids: [shop.id('Blue')] }, carrier.shipping),
  )
  await carrier.recordScan(id, { state: 'in_transit' })
  await carrier.recordScan(id, { state: 'delivered' })
  assert.deepEqual(await changeStates(id), ['rejected'])
  assert.deepEqual(await available(), [4, 5])
  assert.equal(await findEmittedEvents(testApp, id), 'created redeemed dispatched delivered')
})

it('ignores the carrier’s message about the label that it cancels', async () => {
  const { shop, id } = await createGift()
  const carrier = createRemoteCarrier({ cancel: { kind: 'cancelled' } })
  await carrier.run()
  await testApp.run((ctx) =>
    fulfilment.changeGift(ctx, id, { variant_ids: [shop.id('Blue')] }, carrier.shipping),
  )
  await carrier.recordScan(id, { state: 'cancelled' })
  await carrier.run()
  assert.deepEqual(await changeStates(id), ['applied'])
  assert.equal(await findEmittedEvents(testApp, id), 'created redeemed')
})

it('ends a pending change when the sender cancels the gift', async () => {
  const { shop, id, available } = await createGift()
  const carrier = createRemoteCarrier({ cancel: { kind: 'cancelled' } })
  await carrier.run()
  await testApp.run((ctx) =>
    fulfilment.changeGift(ctx, id, { variant_ids: [shop.id('Blue')] }, carrier.shipping),
  )
  await testApp.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a test'))
  await carrier.run()
  assert.deepEqual(await available(), [5, 5])
  assert.deepEqual(await changeStates(id), ['rejected'])
  assert.ok(!(await emailKinds(id)).includes('gift_not_changed'))
  assert.deepEqual(pluck(await carrier.parcels(id), 'state'), ['cancelled'])
})

it('refuses a change while a label is being bought', async () => {
  const { shop, id } = await createGift()
  const placeCalled = Promise.withResolvers<void>()
  const placeMayReturn = Promise.withResolvers<void>()
  const slow = createFulfilmentRunner(
    testApp,
    fulfilment.createShippingConfig([
      {
        ...fulfilment.simulator,
        async place(request) {
          placeCalled.resolve()
          await placeMayReturn.promise
          return fulfilment.simulator.place(request)
        },
      },
    ]),
  )
  const running = slow.run()
  await placeCalled.promise
  const swap = () =>
    testApp.run((ctx) =>
      fulfilment.changeGift(ctx, id, { variant_ids: [shop.id('Blue')] }, slow.shipping),
    )
  assert.deepEqual(await swap(), { kind: 'blocked', blocker: 'label_pending' })
  placeMayReturn.resolve()
  await running
  assert.deepEqual(await swap(), { kind: 'applied' })
})
