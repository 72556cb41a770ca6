import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createTestApp, directGiftBody } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findEmittedEvents,
  findStates,
  setAvailable,
  testShipping,
} from '#test/fulfilment-fixture'
import { pluck } from '#test/pluck'
import * as fulfilment from './index.ts'

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp)
const lastState = async (id: string) => (await findStates(testApp, id)).at(-1)
const dayMs = 86_400_000

const isErrorCode = (code: string) => (error: unknown) =>
  error instanceof ApiError && error.code === code

it('ships a redeemed gift in one parcel from the warehouse that stocks it', async () => {
  const shop = await createCups(testApp, { Red: 3, Blue: 3 })
  const id = await createRedeemedGift(testApp, shop)
  assert.equal(await lastState(id), 'redeemed')
  await shipper.run()
  assert.equal(await lastState(id), 'ordered')
  const [parcel, ...others] = await shipper.parcels(id)
  assert.equal(others.length, 0)
  assert.equal(parcel?.state, 'ordered')
  assert.match(parcel?.tracking_code ?? '', /^SIM[0-9A-F]{14}$/)
  assert.deepEqual(
    pluck(parcel?.lines ?? [], 'variant_id', 'quantity').sort(),
    [
      [shop.id('Blue'), 1],
      [shop.id('Red'), 1],
    ].sort(),
  )
  assert.equal(parcel?.problem, null)
  assert.equal(await shop.available('Red'), 2)
})

it('creates one parcel per source warehouse', async () => {
  const shop = await createCups(testApp, { Red: 3, Blue: 0 })
  const other = await testApp.run((ctx) =>
    catalogue.createWarehouse(ctx, { name: 'Barn', country: 'DE' }),
  )
  const id = await shop.createGift()
  await setAvailable(testApp, { ...shop, warehouse_id: other.id }, shop.id('Blue'), 3)
  await redeem(testApp, id, { shipping_address: homeAddress })
  await shipper.run()
  const parcels = await shipper.parcels(id)
  assert.deepEqual(
    parcels.map(({ number, lines }) => [number, lines.length]),
    [
      [1, 1],
      [2, 1],
    ],
  )
  assert.equal(await lastState(id), 'ordered')
})

it('creates the parcels of a gift request once, even when it is enqueued twice', async () => {
  const id = await createRedeemedGift(testApp, await createCups(testApp))
  const retry = () =>
    testApp.run((ctx) =>
      ctx.query(
        `insert into gifting.fulfilment_outbox (account_id, gift_request_id, kind, created_at)
         values ($1, $2, 'place_order', now()) on conflict do nothing`,
        [ctx.account_id, id],
      ),
    )
  await Promise.all([shipper.run(), shipper.run(), shipper.run()])
  await retry()
  await shipper.run()
  assert.equal((await shipper.parcels(id)).length, 1)
  assert.deepEqual((await findStates(testApp, id)).slice(-2), ['redeemed', 'ordered'])
})

it('backorders without stock, and continues once stock is added', async () => {
  const { json } = await testApp.api.post('/gift_requests', directGiftBody(testApp))
  const variant_id = json.line_items[0].variant_id
  const setCupsAvailable = async (available: number) => {
    const levels = (await testApp.run((ctx) => catalogue.stockByVariant(ctx, [variant_id]))).get(
      variant_id,
    )
    for (const { warehouse } of levels ?? [])
      await setAvailable(
        testApp,
        { ...(await createCups(testApp)), warehouse_id: warehouse.id },
        variant_id,
        available,
      )
  }
  await setCupsAvailable(0)
  await testApp.advanceTime()
  await shipper.run()
  assert.equal(await lastState(json.id), 'backordered')
  const [waiting] = await shipper.parcels(json.id)
  assert.equal(waiting?.problem?.reason, 'There is not enough in stock.')
  assert.equal(await shipper.fillBackorders(), 0)
  testApp.wokenTopics.length = 0
  await setCupsAvailable(10)
  assert.ok(testApp.wokenTopics.includes('fulfilment'), 'added stock notifies the fulfilment loops')
  assert.equal(await shipper.fillBackorders(), 1)
  assert.equal(await lastState(json.id), 'backordered', 'until a carrier accepts the parcel')
  await shipper.run()
  assert.equal(await lastState(json.id), 'ordered')
  assert.equal(await findEmittedEvents(testApp, json.id), 'created redeemed')
  assert.equal((await shipper.parcels(json.id))[0]?.problem, null)
})

it('stops at a rejected label with a reason and a remedy, and continues with a corrected address', async () => {
  const shop = await createCups(testApp)
  const id = await createRedeemedGift(testApp, shop, { metadata: { simulator: 'refused' } })
  await shipper.run()
  assert.equal(await lastState(id), 'shipping_error')
  const [refused] = await shipper.parcels(id)
  assert.match(refused?.problem?.reason ?? '', /address/)
  assert.match(refused?.problem?.remedy ?? '', /Correct the address/)
  await shipper.run()
  assert.equal(await lastState(id), 'shipping_error', 'no automatic retry follows')

  const invalidAddress = { ...homeAddress, postal_code: 'x' }
  await assert.rejects(
    testApp.run((ctx) => fulfilment.correctAddress(ctx, id, invalidAddress, testShipping)),
    isErrorCode('invalid_format'),
  )
  await testApp.run((ctx) =>
    fulfilment.correctAddress(ctx, id, { ...homeAddress, line_1: 'Elsewhere 2' }, testShipping),
  )
  await shipper.run()
  assert.equal(await lastState(id), 'ordered')
  assert.deepEqual((await findStates(testApp, id)).slice(-3), [
    'redeemed',
    'shipping_error',
    'ordered',
  ])
  const gift = await testApp.run((ctx) => gifting.find(ctx, id))
  assert.ok(gift)
  assert.equal(gifting.decryptAddress(testApp.deployment, gift)?.line_1, 'Elsewhere 2')
})

it('retries an unreachable carrier with increasing delays', async () => {
  const id = await createRedeemedGift(testApp, await createCups(testApp), {
    metadata: { simulator: 'unreachable' },
  })
  await shipper.run()
  assert.equal(await lastState(id), 'redeemed')
  assert.match((await shipper.parcels(id))[0]?.problem?.reason ?? '', /unreachable/)
  await testApp.advanceTime(31_000)
  await shipper.run()
  assert.equal(await lastState(id), 'redeemed')
  await testApp.advanceTime(31_000)
  await shipper.run()
  assert.equal(await lastState(id), 'redeemed', 'the second delay is longer')
  await testApp.advanceTime(120_000)
  await shipper.run()
  assert.equal(await lastState(id), 'ordered')
})

it('saves only the latest result of concurrent attempts', async () => {
  const id = await createRedeemedGift(testApp, await createCups(testApp))
  const first = Promise.withResolvers<void>()
  const hang = Promise.withResolvers<void>()
  const references: string[] = []
  const carrier = (wait: Promise<void>): fulfilment.Carrier => ({
    ...fulfilment.simulator,
    async place(request) {
      references.push(request.reference)
      first.resolve()
      await wait
      return fulfilment.simulator.place(request)
    },
  })
  const stuckShipper = createFulfilmentRunner(
    testApp,
    fulfilment.createShippingConfig([carrier(hang.promise)]),
  )
  const running = stuckShipper.run()
  await first.promise
  await testApp.advanceTime(3 * 60_000) // the lease ends
  await createFulfilmentRunner(
    testApp,
    fulfilment.createShippingConfig([carrier(Promise.resolve())]),
  ).run()
  assert.equal(await lastState(id), 'ordered')
  hang.resolve()
  await running
  assert.equal(new Set(references).size, 1, 'both attempts use the same reference')
  assert.equal(references.length, 2)
  assert.deepEqual((await findStates(testApp, id)).slice(-2), ['redeemed', 'ordered'])
})

it('reships lost lines and emits only the new dispatched event', async () => {
  const shop = await createCups(testApp, { Red: 5, Blue: 5 })
  const id = await createRedeemedGift(testApp, shop, { metadata: { simulator: 'split' } })
  await shipper.run()
  const [, second] = await shipper.parcels(id)
  await shipper.recordScan(id, { state: 'in_transit' })
  await shipper.recordScan(id, { state: 'in_transit' }, 2)
  await shipper.recordScan(id, { state: 'delivered' })
  assert.equal(await lastState(id), 'in_transit')
  await shipper.recordScan(id, { state: 'lost' }, 2)
  assert.equal(await lastState(id), 'delivered')
  const retry = () =>
    testApp.run((ctx) => fulfilment.reshipLines(ctx, id, second?.id ?? '', shipper.shipping))
  await retry()
  assert.equal(await lastState(id), 'redelivering')
  await assert.rejects(retry(), isErrorCode('invalid_transition'))
  await shipper.run()
  const third = (await shipper.parcels(id))[2]
  assert.equal(third?.replaces, second?.id)
  assert.deepEqual(third?.lines, second?.lines)
  await shipper.recordScan(id, { state: 'in_transit' }, 3)
  await shipper.recordScan(id, { state: 'delivered' }, 3)
  assert.equal(await lastState(id), 'delivered')
  await testApp.run((ctx) => fulfilment.closeDelivered(ctx, id))
  assert.equal(await lastState(id), 'complete')
  assert.equal(
    await findEmittedEvents(testApp, id),
    'created redeemed dispatched delivered dispatched',
  )
  const lost = second?.lines[0]?.variant_id === shop.id('Red') ? 'Red' : 'Blue'
  assert.equal(
    await shop.available(lost),
    3,
    'the lost item and its replacement have left the stock',
  )
})

it('ends in shipment_cancelled when the last open parcel fails and none has arrived', async () => {
  const shop = await createCups(testApp)
  for (const state of ['lost', 'returned', 'cancelled'] as const) {
    const id = await createRedeemedGift(testApp, shop)
    await shipper.run()
    await shipper.recordScan(id, { state: 'in_transit' })
    await shipper.recordScan(id, { state })
    assert.equal(await lastState(id), 'shipment_cancelled')
    assert.equal(await findEmittedEvents(testApp, id), 'created redeemed dispatched cancelled')
    await shipper.recordScan(id, { state: 'delivered' })
    // a lost parcel was found; a returned one has arrived at the sender
    const after = state === 'returned' ? 'returned' : 'delivered'
    assert.equal((await shipper.parcels(id))[0]?.state, after)
    assert.equal(await lastState(id), 'shipment_cancelled', 'no event contradicts the first')
  }
})

it('abandons a rejected parcel, so that the other parcels decide the state', async () => {
  const shop = await createCups(testApp, { Red: 5, Blue: 5 })
  const id = await createRedeemedGift(testApp, shop, { metadata: { simulator: 'split' } })
  await shipper.run()
  await shipper.recordScan(id, { state: 'refused' }, 2)
  assert.equal(await lastState(id), 'shipping_error')
  await shipper.recordScan(id, { state: 'delivered' })
  assert.equal(await lastState(id), 'in_transit', 'a parcel may still arrive')
  const [, refused] = await shipper.parcels(id)
  await testApp.run((ctx) => fulfilment.abandonParcel(ctx, id, refused?.id ?? ''))
  assert.equal(await lastState(id), 'delivered')
  assert.equal(await findEmittedEvents(testApp, id), 'created redeemed dispatched delivered')
})

it('ships no digital lines', async () => {
  const shop = await createCatalogueFixture(
    testApp,
    [
      { name: 'Course', kind: 'digital', stock: { Seat: 0 } },
      { name: 'Cup', stock: { Red: 4 } },
    ],
    'all',
  )
  const id = await createRedeemedGift(testApp, shop)
  await shipper.run()
  const [parcel] = await shipper.parcels(id)
  assert.deepEqual(pluck(parcel?.lines ?? [], 'variant_id'), [shop.id('Red')])
})

it('completes a digital direct gift at once', async () => {
  const { json } = await testApp.api.post('/gift_requests', directGiftBody(testApp))
  const variant_id = json.line_items[0].variant_id
  const setKind = (kind: string) =>
    testApp.run((ctx) =>
      ctx.query(
        `update catalogue.product set kind = $2 where id = (select product_id from catalogue.variant where id = $1)`,
        [variant_id, kind],
      ),
    )
  await setKind('digital')
  await testApp.advanceTime()
  await shipper.run()
  await setKind('physical')
  assert.deepEqual((await findStates(testApp, json.id)).slice(-3), [
    'ordered',
    'delivered',
    'complete',
  ])
  assert.equal(await findEmittedEvents(testApp, json.id), 'created redeemed delivered')
  assert.deepEqual(await shipper.parcels(json.id), [])
})

it('saves manually entered tracking', async () => {
  const { manual } = await import('./carriers/manual.ts')
  const manualShipper = createFulfilmentRunner(testApp, fulfilment.createShippingConfig([manual]))
  const id = await createRedeemedGift(testApp, await createCups(testApp))
  await manualShipper.run()
  const [parcel] = await manualShipper.parcels(id)
  assert.equal(parcel?.state, 'ordered')
  const tracking = { tracking_code: '1Z 999', carrier_name: 'UPS' }
  assert.equal(
    await testApp.run((ctx) => fulfilment.enterTracking(ctx, parcel?.id ?? '', tracking)),
    true,
  )
  await manualShipper.recordScan(id, {
    state: 'in_transit',
    description: 'Picked up',
    location: 'Reno',
  })
  const [shown] = await manualShipper.parcels(id)
  assert.equal(shown?.carrier, 'UPS')
  assert.equal(shown?.tracking_code, '1Z 999')
  assert.deepEqual(pluck(shown?.steps, 'description', 'location'), [['Picked up', 'Reno']])
  assert.equal(
    await testApp.run((ctx) => fulfilment.simulateScan(ctx, parcel?.id ?? '', 'lost')),
    undefined,
  )
})

it('does not show parcels of other accounts', async () => {
  const id = await createRedeemedGift(testApp, await createCups(testApp))
  await shipper.run()
  const [parcel] = await shipper.parcels(id)
  const { account } = await testApp.createOtherAccount()
  const asOtherAccount = <T>(action: Parameters<typeof testApp.run<T>>[0]) =>
    testApp.run(action, account.id)
  assert.deepEqual(await asOtherAccount((ctx) => fulfilment.listGiftParcels(ctx, id)), [])
  assert.equal(
    await asOtherAccount((ctx) => fulfilment.correctAddress(ctx, id, homeAddress, testShipping)),
    undefined,
  )
  assert.equal(
    await asOtherAccount((ctx) => fulfilment.simulateScan(ctx, parcel?.id ?? '', 'lost')),
    undefined,
  )
  for (const table of ['shipping_order', 'parcel', 'parcel_line', 'scan']) {
    const rows = await asOtherAccount((ctx) => ctx.query(`select 1 from fulfilment.${table}`))
    assert.equal(rows.length, 0, table)
  }
  const refs = await testApp.run(
    (ctx) => ctx.query('select 1 from fulfilment.parcel'),
    ALL_ACCOUNTS,
  )
  assert.ok(refs.length > 0)
})

it('returns undefined for unknown ids', async () => {
  const unknownId = newId()
  assert.equal(await testApp.run((ctx) => fulfilment.retryRefused(ctx, unknownId)), undefined)
  assert.equal(
    await testApp.run((ctx) => fulfilment.recordScan(ctx, unknownId, { state: 'lost' })),
    undefined,
  )
  assert.equal(
    await testApp.run((ctx) => fulfilment.recordScan(ctx, 'x', { state: 'lost' })),
    undefined,
  )
  assert.equal(
    await testApp.run((ctx) =>
      fulfilment.recordTracking(ctx, { carrier: 'simulator', carrier_ref: 'sim_x', scans: [] }),
    ),
    'unknown',
  )
  await testApp.advanceTime(dayMs)
})
