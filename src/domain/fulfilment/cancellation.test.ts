import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { createTestApp } from '#test/api-harness'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findEmittedEvents,
  findStates,
} from '#test/fulfilment-fixture'
import * as fulfilment from './index.ts'

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp)
const lastState = async (id: string) => (await findStates(testApp, id)).at(-1)

it('cancels unshipped parcels at every stage and returns their stock', async () => {
  const shop = await createCups(testApp, { Red: 3 })
  const cancel = (id: string) =>
    testApp.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a test'))
  const early = await createRedeemedGift(testApp, shop)
  await cancel(early)
  await shipper.run()
  assert.deepEqual(await shipper.parcels(early), [])

  const placing = await createRedeemedGift(testApp, shop)
  await fulfilment.consumeOutbox(testApp.db, shipper.shipping)
  assert.equal((await shipper.parcels(placing))[0]?.state, 'placing')
  await cancel(placing)
  await shipper.run()
  assert.equal((await shipper.parcels(placing))[0]?.state, 'cancelled')

  const ordered = await createRedeemedGift(testApp, shop)
  await shipper.run()
  assert.equal(await shop.available('Red'), 2)
  await cancel(ordered)
  await shipper.run()
  assert.equal((await shipper.parcels(ordered))[0]?.state, 'cancelled')
  assert.equal(await shop.available('Red'), 3)
  for (const id of [early, placing, ordered])
    assert.equal(await findEmittedEvents(testApp, id), 'created redeemed cancelled')
})

it('cancels a label that was bought during the cancellation', async () => {
  const id = await createRedeemedGift(testApp, await createCups(testApp))
  const placeCalled = Promise.withResolvers<void>()
  const placeMayReturn = Promise.withResolvers<void>()
  const cancelledRefs: string[] = []
  const slowCarrier = createFulfilmentRunner(
    testApp,
    fulfilment.createShippingConfig([
      {
        ...fulfilment.simulator,
        async place(request) {
          placeCalled.resolve()
          await placeMayReturn.promise
          return fulfilment.simulator.place(request)
        },
        async cancel(ref) {
          cancelledRefs.push(ref)
          return { kind: 'cancelled' }
        },
      },
    ]),
  )
  const running = slowCarrier.run()
  await placeCalled.promise
  await testApp.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a test'))
  await fulfilment.consumeOutbox(testApp.db, slowCarrier.shipping)
  placeMayReturn.resolve()
  await running
  await slowCarrier.run()
  assert.equal(cancelledRefs.length, 1)
  assert.equal((await slowCarrier.parcels(id))[0]?.state, 'cancelled')
  assert.equal(await lastState(id), 'cancelled')
})
