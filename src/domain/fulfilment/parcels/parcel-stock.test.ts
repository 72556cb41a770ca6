import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as gifting from '#gifting'
import { createTestApp, giftBody } from '#test/api-harness'
import { type CatalogueFixture, homeAddress } from '#test/catalogue-fixture'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findStates,
  setAvailable,
} from '#test/fulfilment-fixture'
import { manual } from '../carriers/manual.ts'
import * as fulfilment from '../index.ts'

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp)
const manualShipper = createFulfilmentRunner(testApp, fulfilment.createShippingConfig([manual]))

async function createOrdered(stock = 5, by = shipper): Promise<[CatalogueFixture, string]> {
  const shop = await createCups(testApp, { Red: stock })
  const id = await createRedeemedGift(testApp, shop)
  await by.run()
  assert.equal(await shop.available('Red'), stock - 1)
  return [shop, id]
}

const scanned: readonly (readonly [fulfilment.ScanState[], expected: number])[] = [
  [['in_transit'], 4],
  [['lost'], 4],
  [['lost', 'in_transit'], 4],
  [['lost', 'delivered'], 4],
  [['lost', 'cancelled'], 5],
  [['lost', 'cancelled', 'delivered'], 4],
  [['cancelled'], 5],
  [['cancelled', 'in_transit'], 4],
  [['cancelled', 'delivered'], 4],
  [['cancelled', 'in_transit', 'cancelled', 'delivered'], 4],
  [['cancelled', 'lost'], 4],
  [['cancelled', 'lost', 'delivered'], 4],
  [['in_transit', 'lost', 'delivered'], 4],
  [['returned', 'delivered'], 4],
]
for (const [states, expected] of scanned)
  it(`has ${expected} of 5 units after the scans ${states.join(', ')}`, async () => {
    const [shop, id] = await createOrdered()
    for (const state of states) await shipper.recordScan(id, { state })
    assert.equal(await shop.available('Red'), expected)
    await shipper.run()
    assert.equal(await shop.available('Red'), expected)
  })

it('has the same stock when the scan of the departure arrives after the loss', async () => {
  const [shop, id] = await createOrdered()
  const now = Date.now()
  await shipper.recordScan(id, { state: 'lost', occurred_at: new Date(now - 1_000) })
  await shipper.recordScan(id, { state: 'in_transit', occurred_at: new Date(now - 2_000) })
  assert.equal((await shipper.parcels(id))[0]?.state, 'lost')
  assert.equal(await shop.available('Red'), 4)
})

it('has the same stock when a loss and a delivery arrive at the same instant', async () => {
  for (let round = 0; round < 5; round++) {
    const [shop, id] = await createOrdered()
    const states = ['lost', 'delivered'] as const
    await Promise.all(states.map((state) => shipper.recordScan(id, { state })))
    assert.equal(await shop.available('Red'), 4)
  }
})

it('takes a unit when a parcel leaves although its gift was cancelled', async () => {
  const [shop, id] = await createOrdered()
  await testApp.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a test'))
  await shipper.run()
  assert.equal(await shop.available('Red'), 5)
  await shipper.recordScan(id, { state: 'in_transit' })
  await shipper.recordScan(id, { state: 'delivered' })
  assert.equal(await shop.available('Red'), 4)
  assert.equal((await findStates(testApp, id)).at(-1), 'cancelled')
})

it('does not become negative when a cancelled parcel leaves and no unit is available', async () => {
  const [shop, id] = await createOrdered()
  await shipper.recordScan(id, { state: 'cancelled' })
  await setAvailable(testApp, shop, shop.id('Red'), 0)
  await shipper.recordScan(id, { state: 'delivered' })
  assert.equal(await shop.available('Red'), 0)
})

it('takes restocked items again when their parcel is delivered after all', async () => {
  const [shop, id] = await createOrdered(5, manualShipper)
  const parcel_id = (await shipper.parcels(id))[0]?.id ?? ''
  const enter = (progress: fulfilment.ManualProgress) =>
    testApp.run((ctx) => fulfilment.enterProgress(ctx, id, parcel_id, progress))
  await enter({ state: 'in_transit' })
  await enter({ state: 'returned', restock: true })
  assert.equal(await shop.available('Red'), 5)
  await shipper.recordScan(id, { state: 'in_transit' })
  assert.equal(await shop.available('Red'), 4)
  await enter({ state: 'returned', restock: true })
  assert.equal(await shop.available('Red'), 5, 'the items can be restocked again')
})

/** Creates a gift with two lines of one variant, each in its own parcel. */
async function createTwoParcels() {
  const { id: campaign_id, products } = testApp.campaign('sender_provided_address')
  const variant_id = products[0]?.variants[0]?.id ?? ''
  const available = async (): Promise<number> => {
    return testApp.run((ctx) =>
      ctx.queryCount(
        'select sum(available)::int as available from catalogue.stock_level where account_id = $1 and variant_id = $2',
        [ctx.account_id, variant_id],
      ),
    )
  }
  const before = await available()
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
  const [first, second] = await shipper.parcels(id)
  assert.ok(first && second)
  return { id, first, second, used: async () => before - (await available()) }
}

for (const end of ['abandoned', 'delivered'] as const)
  it(`counts a parcel that left under an earlier label once if it is ${end}`, async () => {
    const { id, first, second, used } = await createTwoParcels()
    const abandon = async (parcel_id: string) => {
      await testApp.run((ctx) => fulfilment.abandonParcel(ctx, id, parcel_id))
      await shipper.run()
    }
    await shipper.recordScan(id, { state: 'in_transit' })
    await shipper.recordScan(id, { state: 'refused' })
    await testApp.run((ctx) => fulfilment.retryRefused(ctx, id))
    await shipper.run()
    assert.equal((await shipper.parcels(id))[0]?.state, 'ordered')
    assert.equal(await used(), 2)
    if (end === 'abandoned') await abandon(first.id)
    else await shipper.recordScan(id, { state: 'delivered' })
    assert.equal(await used(), 2)
    await abandon(second.id)
    assert.equal(await used(), 1, 'the other parcel has a unit of its own')
  })
