import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseRawJson } from '#contract'
import * as gifting from '#gifting'
import { createTestApp, giftBody } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import { createFulfilmentRunner, setAvailable } from '#test/fulfilment-fixture'
import { createPackingFixture } from '#test/packing-fixture'
import * as fulfilment from '../index.ts'

const testApp = await createTestApp()

/**
 * Creates shipping with the simulator, whose parcels are packed at the station. A label is cancelled with a
 * request. Counts the cancelled labels.
 */
function createShipping() {
  const { cancelsLocally: _, ...remote } = fulfilment.simulator
  const cancelled: string[] = []
  const carrier: fulfilment.Carrier = {
    ...remote,
    packedHere: true,
    async place(request) {
      const result = await fulfilment.simulator.place(request)
      if (result.kind !== 'placed') return result
      return { kind: 'placed', label: { ...result.label, label_url: 'https://labels.example/1' } }
    },
    async cancel(carrier_ref) {
      cancelled.push(carrier_ref)
      return { kind: 'cancelled' }
    },
  }
  return { cancelled, shipping: fulfilment.createShippingConfig([carrier]) }
}

const { cancelled, shipping } = createShipping()
const shipper = createFulfilmentRunner(testApp, shipping)
const packers = await createPackingFixture(testApp)

const changeGift = (id: string, body: Parameters<typeof fulfilment.changeGift>[2]) =>
  testApp.run((ctx) => fulfilment.changeGift(ctx, id, body, shipping))

/**
 * Creates a gift whose recipient chose the red cup. The packing station has retired its labelled parcel as
 * damaged.
 */
async function createRetired() {
  const stock = { Red: 1, Blue: 5 }
  const shop = await createCatalogueFixture(
    testApp,
    Object.entries(stock).map(([name, count]) => ({
      name: `${name} cup`,
      stock: { [name]: count },
    })),
  )
  const id = await shop.createGift()
  await redeem(testApp, id, { variant_ids: [shop.id('Red')], shipping_address: homeAddress })
  await shipper.run()
  const [parcel] = await shipper.parcels(id)
  const user = await packers.createPacker()
  await testApp.run((ctx) => fulfilment.take(ctx, user, parcel?.id ?? '', shipping))
  const item = { parcel_id: parcel?.id ?? '', variant_id: shop.id('Red') }
  await testApp.run((ctx) => fulfilment.reportDamaged(ctx, user, item, shipping))
  return { shop, id }
}

const statesOf = async (id: string) => (await shipper.parcels(id)).map(({ state }) => state)
const itemsOf = async (id: string) => {
  const gift = await testApp.run((ctx) => gifting.find(ctx, id))
  return parseRawJson(gift?.line_items ?? assert.fail('no items')).map(({ name }) => name)
}

for (const moment of ['before', 'after'] as const)
  it(`lets the recipient choose another item ${moment} the label of the damaged one is refunded`, async () => {
    const { shop, id } = await createRetired()
    if (moment === 'after') await shipper.run()
    const already = cancelled.length
    assert.deepEqual(await changeGift(id, { variant_ids: [shop.id('Blue')] }), { kind: 'applied' })
    await shipper.run()
    assert.equal(cancelled.length, moment === 'after' ? already : already + 1)
    assert.match((await itemsOf(id)).join(), /Blue/)
    assert.deepEqual(await statesOf(id), ['cancelled', 'ordered'])
    assert.deepEqual([await shop.available('Red'), await shop.available('Blue')], [0, 4])
  })

/** Adds another red cup to the stock. The carrier sells a label for it. */
async function restock({ shop, id }: Awaited<ReturnType<typeof createRetired>>) {
  await setAvailable(testApp, shop, shop.id('Red'), 1)
  assert.equal(await shipper.fillBackorders(), 1)
  await shipper.run()
  assert.deepEqual(await statesOf(id), ['cancelled', 'ordered'])
}

it('lets the recipient change the address, and cancels each label once', async () => {
  const retired = await createRetired()
  await restock(retired)
  const shipping_address = { ...homeAddress, line_1: 'Friedrichstraße 7' }
  assert.deepEqual(await changeGift(retired.id, { shipping_address }), { kind: 'pending' })
  await shipper.run()
  assert.deepEqual(await statesOf(retired.id), ['cancelled', 'ordered'])
  const labels = cancelled.filter((ref) => cancelled.indexOf(ref) !== cancelled.lastIndexOf(ref))
  assert.deepEqual(labels, [])
})

it('refuses a change after an admin has ended a parcel', async () => {
  const retired = await createRetired()
  await restock(retired)
  const last = (await shipper.parcels(retired.id)).at(-1)
  await testApp.run((ctx) => fulfilment.abandonParcel(ctx, retired.id, last?.id ?? ''))
  await shipper.run()
  const outcome = await changeGift(retired.id, { variant_ids: [retired.shop.id('Blue')] })
  assert.equal(outcome?.kind, 'blocked')
})

/**
 * Creates two lines of one variant, each in its own parcel. The first parcel has left and has a new label.
 */
async function createDeparted() {
  const { id: campaign_id, products } = testApp.campaign('sender_provided_address')
  const variant_id = products[0]?.variants[0]?.id ?? ''
  const line = { variant_id, quantity: 1 }
  const { json } = await testApp.api.post(
    '/gift_requests',
    giftBody(testApp, {
      campaign_id,
      shipping_address: homeAddress,
      line_items: [line, line],
      metadata: { simulator: 'split' },
    }),
  )
  await testApp.advanceTime()
  await shipper.run()
  const id: string = json.id
  await shipper.recordScan(id, { state: 'in_transit' })
  await shipper.recordScan(id, { state: 'refused' })
  await testApp.run((ctx) => fulfilment.retryRefused(ctx, id))
  await shipper.run()
  const [first] = await shipper.parcels(id)
  assert.equal(first?.state, 'ordered')
  const user = await packers.createPacker()
  await testApp.run((ctx) => fulfilment.take(ctx, user, first.id, shipping))
  return { id, user, parcel_id: first.id, variant_id }
}

const stockOf = (variant_id: string) =>
  testApp.run(async (ctx) => {
    const sum = async (table: string, column: string) => {
      return ctx.queryCount(
        `select coalesce(sum(${column}), 0)::int as total from catalogue.${table} where account_id = $1 and variant_id = $2`,
        [ctx.account_id, variant_id],
      )
    }
    return {
      available: await sum('stock_level', 'available'),
      reserved: await sum('reservation', 'quantity'),
    }
  })

it('keeps the reservation of another parcel when a parcel that left has an unusable address', async () => {
  const { user, parcel_id, variant_id } = await createDeparted()
  const before = await stockOf(variant_id)
  await testApp.run((ctx) => fulfilment.reportUnusableAddress(ctx, user, parcel_id, shipping))
  // The item of the first parcel is back in stock, and reserved for the new parcel.
  assert.deepEqual(await stockOf(variant_id), { ...before, reserved: before.reserved + 1 })
})

it('keeps the reservation of another parcel when an item of a parcel that left is not in stock', async () => {
  const { user, parcel_id, variant_id } = await createDeparted()
  const before = await stockOf(variant_id)
  await testApp.run((ctx) =>
    fulfilment.reportOutOfStock(ctx, user, { parcel_id, variant_id }, shipping),
  )
  const after = await stockOf(variant_id)
  assert.ok(after.reserved >= before.reserved, JSON.stringify({ before, after }))
})
