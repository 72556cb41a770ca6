import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError, manualStates } from '#contract'
import { createTestApp } from '#test/api-harness'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findEmittedEvents,
  findStates,
} from '#test/fulfilment-fixture'
import { manual } from '../carriers/manual.ts'
import { createShippingConfig } from '../carriers/shipping-config.ts'
import * as fulfilment from '../index.ts'

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp, createShippingConfig([manual]))
const simulated = createFulfilmentRunner(testApp)

/** Creates a gift whose parcel is ready to ship by hand. */
async function createOrdered(stock = { Red: 5 }) {
  const shop = await createCups(testApp, stock)
  const id = await createRedeemedGift(testApp, shop)
  await shipper.run()
  const findParcel = async () => {
    const [parcel] = await shipper.parcels(id)
    if (parcel === undefined) throw new Error('the gift has no parcel')
    return parcel
  }
  const { id: parcel_id } = await findParcel()
  return {
    id,
    parcel_id,
    shop,
    findParcel,
    enter: (progress: fulfilment.ManualProgress) =>
      testApp.run((ctx) => fulfilment.enterProgress(ctx, id, parcel_id, progress)),
    actions: async () =>
      (await testApp.run((ctx) => fulfilment.manualActionsById(ctx, id))).get(parcel_id),
  }
}

const isConflict = (message: RegExp) => (error: unknown) =>
  error instanceof ApiError && error.code === 'invalid_transition' && message.test(error.message)

describe('progress by hand', () => {
  it('emits each event once on the way to the recipient', async () => {
    const { id, enter } = await createOrdered()
    await enter({ state: 'in_transit', tracking: { tracking_code: '1Z5R89390357567127' } })
    await enter({ state: 'out_for_delivery' })
    await enter({ state: 'delivery_attempt_failed' })
    await enter({ state: 'out_for_delivery' })
    await enter({ state: 'delivered' })
    assert.deepEqual((await findStates(testApp, id)).slice(-6), [
      'ordered',
      'in_transit',
      'out_for_delivery',
      'delivery_attempt_failed',
      'out_for_delivery',
      'delivered',
    ])
    assert.equal(await findEmittedEvents(testApp, id), 'created redeemed dispatched delivered')
  })

  it('offers exactly the states that it accepts', async () => {
    const { enter, actions, findParcel } = await createOrdered()
    const path = [
      'in_transit',
      'lost',
      'returned',
      'in_transit',
      'out_for_delivery',
      'delivered',
    ] as const
    for (const next of path) {
      const { states = [] } = (await actions()) ?? {}
      for (const state of manualStates) {
        if (states.includes(state)) continue
        await assert.rejects(enter({ state }), isConflict(/Parcel 1 is/))
      }
      assert.ok(states.includes(next), `${next} follows ${(await findParcel()).state}`)
      await enter({ state: next })
      assert.equal((await findParcel()).state, next)
    }
    assert.deepEqual((await actions())?.states, [])
  })

  it('accepts one of ten equal entries at the same instant', async () => {
    const { id, enter } = await createOrdered()
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => enter({ state: 'in_transit' })),
    )
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal(await findEmittedEvents(testApp, id), 'created redeemed dispatched')
  })

  it('rejects parcels of other carriers, and unknown parcels', async () => {
    const id = await createRedeemedGift(testApp, await createCups(testApp))
    await simulated.run()
    const [parcel] = await simulated.parcels(id)
    const enter = (gift: string, parcel_id: string) =>
      testApp.run((ctx) => fulfilment.enterProgress(ctx, gift, parcel_id, { state: 'lost' }))
    await assert.rejects(enter(id, parcel?.id ?? ''), isConflict(/The carrier .* reports/))
    const other = await createOrdered()
    assert.equal(await enter(id, other.parcel_id), undefined)
    assert.equal(await enter('x', 'y'), undefined)
  })

  it('rolls back the tracking number with a rejected state', async () => {
    const { enter, findParcel } = await createOrdered()
    await enter({ state: 'delivered' })
    const tracking = { tracking_code: '1Z5R89390357567127' }
    await assert.rejects(enter({ state: 'lost', tracking }), isConflict(/cannot become lost/))
    assert.equal((await findParcel()).tracking_code, null)
  })
})

describe('tracking details by hand', () => {
  it('name the carrier and the link that the number implies', async () => {
    const { enter, findParcel } = await createOrdered()
    await enter({ tracking: { tracking_code: ' 1Z5R89390357567127 ' } })
    const { carrier, tracking_code, tracking_url } = await findParcel()
    assert.deepEqual([carrier, tracking_code], ['UPS', '1Z5R89390357567127'])
    assert.match(tracking_url ?? '', /^https:\/\/www\.ups\.com\/.*1Z5R89390357567127$/)
  })

  it('name no carrier while it is not known', async () => {
    const { enter, findParcel } = await createOrdered()
    assert.equal((await findParcel()).carrier, null)
    await enter({
      tracking: { tracking_code: 'NO-42', tracking_url: 'https://courier.example/NO-42' },
    })
    const { carrier, tracking_code } = await findParcel()
    assert.deepEqual([carrier, tracking_code], [null, 'NO-42'])
  })

  it('have no link of a carrier that the user did not mean', async () => {
    const { enter, findParcel } = await createOrdered()
    await enter({ tracking: { tracking_code: '1Z5R89390357567127', carrier_name: 'My courier' } })
    const { carrier, tracking_url } = await findParcel()
    assert.deepEqual([carrier, tracking_url], ['My courier', null])
  })

  it('can be corrected and removed', async () => {
    const { enter, findParcel } = await createOrdered()
    await enter({ tracking: { tracking_code: '1Z5R89390357567127' } })
    await enter({ tracking: { tracking_code: '' } })
    const { tracking_code, tracking_url } = await findParcel()
    assert.deepEqual([tracking_code, tracking_url], [null, null])
  })

  // biome-ignore format: one case a line
  const invalid: readonly (readonly [string, Parameters<typeof fulfilment.enterTracking>[2]])[] = [
    ['tracking_url',  { tracking_code: '1', tracking_url: 'javascript:alert(1)' }],
    ['tracking_url',  { tracking_code: '1', tracking_url: 'https://user:secret@example.com/' }],
    ['tracking_url',  { tracking_code: '1', tracking_url: `https://example.com/${'a'.repeat(2_000)}` }],
    ['tracking_url',  { tracking_code: '1', tracking_url: 'not a link' }],
    ['tracking_code', { tracking_code: '1'.repeat(101) }],
    ['tracking_code', { tracking_code: '1\u0000' }],
    ['carrier_name',  { tracking_code: '1', carrier_name: 'x'.repeat(101) }],
  ]
  for (const [param, tracking] of invalid)
    it(`reject ${param} ${JSON.stringify(tracking).slice(0, 70)}`, async () => {
      const { enter, parcel_id } = await createOrdered()
      const names = (error: unknown) =>
        error instanceof ApiError && error.fieldErrors.every((each) => each.param === param)
      await assert.rejects(enter({ tracking }), names)
      await assert.rejects(
        testApp.run((ctx) => fulfilment.enterTracking(ctx, parcel_id, tracking)),
        names,
      )
    })
})

describe('restocking a returned parcel', () => {
  it('adds its items to the stock once, also when two people ask at the same instant', async () => {
    const { enter, shop, actions } = await createOrdered()
    await enter({ state: 'in_transit' })
    assert.equal(await shop.available('Red'), 4)
    await enter({ state: 'returned' })
    assert.equal((await actions())?.canRestock, true)
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => enter({ restock: true })),
    )
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal(await shop.available('Red'), 5)
    assert.deepEqual(await actions(), { states: [], canEditTracking: true, canRestock: false })
    await assert.rejects(enter({ state: 'in_transit' }), isConflict(/back in stock/))
  })

  it('happens together with the return', async () => {
    const { enter, shop, findParcel } = await createOrdered()
    await enter({ state: 'in_transit' })
    await enter({ state: 'returned', restock: true })
    assert.equal(await shop.available('Red'), 5)
    assert.equal((await findParcel()).state, 'returned')
  })

  it('is rejected for a parcel that is not returned, with its state', async () => {
    const { enter, shop, findParcel } = await createOrdered()
    await assert.rejects(
      enter({ state: 'in_transit', restock: true }),
      isConflict(/returned parcel/),
    )
    assert.equal((await findParcel()).state, 'ordered')
    assert.equal(await shop.available('Red'), 4)
  })

  it('is not possible before the parcel has left', async () => {
    const { enter, shop } = await createOrdered()
    await assert.rejects(enter({ state: 'returned', restock: true }), isConflict(/cannot become/))
    await assert.rejects(enter({ state: 'lost' }), isConflict(/cannot become/))
    assert.equal(await shop.available('Red'), 4)
  })
})
