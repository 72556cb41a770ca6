import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import { ApiError, parseRawJson } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import { createTestApp } from '#test/api-harness'
import {
  type CatalogueFixture,
  createCatalogueFixture,
  homeAddress,
  redeem,
} from '#test/catalogue-fixture'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import * as fulfilment from './index.ts'

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp)
const names = ['Cup', 'Plate', 'Bowl', 'Spoon']

/** Creates a campaign whose recipients choose up to two items from four products and a voucher. */
const createShop = (stock = 5) =>
  createCatalogueFixture(
    testApp,
    [
      ...names.map((name) => ({ name, stock: { [name]: stock } })),
      { name: 'Voucher', kind: 'digital' as const, stock: { Voucher: 0 } },
    ],
    'one',
    2,
  )

async function createChosenGift(shop: CatalogueFixture, ...chosen: string[]): Promise<string> {
  const id = await shop.createGift()
  await redeem(testApp, id, { variant_ids: chosen.map(shop.id), shipping_address: homeAddress })
  return id
}

const swap = (id: string, shop: CatalogueFixture, chosen: readonly string[], by = shipper) =>
  testApp.run((ctx) =>
    fulfilment.changeGift(ctx, id, { variant_ids: chosen.map(shop.id) }, by.shipping),
  )

const stockOf = (shop: CatalogueFixture) => Promise.all(names.map((name) => shop.available(name)))

async function listItems(id: string): Promise<string[]> {
  const gift = await testApp.run((ctx) => gifting.find(ctx, id))
  return parseRawJson(gift?.line_items ?? assert.fail('no items')).map(({ name }) => name)
}

const parcelLines = async (id: string): Promise<string[]> =>
  (await shipper.parcels(id))
    .filter(({ state }) => state !== 'cancelled')
    .map(({ lines }) => lines.map(({ name }) => name).join(' '))
    .sort()

const isRejectedWith = (code: string) => (error: unknown) =>
  error instanceof ApiError &&
  [error.code, ...error.fieldErrors.map((each) => each.code)].includes(code as never)

it('ships the items of two warehouses in two parcels', async () => {
  const shop = await createShop()
  await testApp.run(async (ctx) => {
    const far = await catalogue.createWarehouse(ctx, { name: 'Far shed', country: 'DE' })
    await catalogue.setStock(ctx, [
      { variant_id: shop.id('Plate'), warehouse_id: shop.warehouse_id, available: 0 },
      { variant_id: shop.id('Plate'), warehouse_id: far.id, available: 3 },
    ])
  })
  const id = await createChosenGift(shop, 'Cup', 'Plate')
  await shipper.run()
  assert.deepEqual(await parcelLines(id), ['Cup', 'Plate'])
  await shipper.recordScan(id, { state: 'in_transit' }, 1)
  await shipper.recordScan(id, { state: 'delivered' }, 1)
  const state = async () => (await testApp.run((ctx) => gifting.find(ctx, id)))?.state
  assert.notEqual(await state(), 'delivered', 'the second parcel is still to come')
  await shipper.recordScan(id, { state: 'in_transit' }, 2)
  await shipper.recordScan(id, { state: 'delivered' }, 2)
  assert.equal(await state(), 'delivered')
})

it('lists in the email about a parcel what is in that parcel', async () => {
  const shop = await createShop()
  const id = await createChosenGift(shop, 'Plate', 'Voucher')
  await shipper.run()
  await shipper.recordScan(id, { state: 'in_transit' })
  const textOf = (kind: string) =>
    testApp.run(async (ctx) => {
      const emails = await mail.list(ctx, { gift_request_id: id, limit: 50 })
      const found = emails.find((each) => each.kind === kind)
      return (await mail.find(ctx, found?.id ?? ''))?.rendered?.text ?? ''
    })
  assert.match(await textOf('redeemed'), /Your gift[\s\S]*Plate[\s\S]*Voucher/)
  assert.match(await textOf('dispatched'), /In the parcel[\s\S]*Plate/)
  assert.doesNotMatch(await textOf('dispatched'), /Voucher/)
  assert.match(await textOf('dispatched'), /Carrier: Simulated carrier\nTracking number: SIM\w+/)
})

it('swaps, adds and removes items until the gift is packed, and moves the stock', async () => {
  const shop = await createShop()
  const id = await createChosenGift(shop, 'Cup', 'Plate')
  await shipper.run()
  const steps: [chosen: string[], stock: number[]][] = [
    [
      ['Bowl', 'Spoon'],
      [5, 5, 4, 4],
    ],
    [
      ['Bowl', 'Cup'],
      [4, 5, 4, 5],
    ],
    [['Cup'], [4, 5, 5, 5]],
    [
      ['Cup', 'Plate'],
      [4, 4, 5, 5],
    ],
  ]
  for (const [chosen, stock] of steps) {
    assert.deepEqual(await swap(id, shop, chosen), { kind: 'applied' })
    assert.deepEqual((await listItems(id)).sort(), [...chosen].sort())
    assert.deepEqual(await stockOf(shop), stock)
    await shipper.run()
    assert.deepEqual((await parcelLines(id)).join(' ').split(' ').sort(), [...chosen].sort())
  }
  assert.deepEqual(await swap(id, shop, ['Plate', 'Cup']), { kind: 'unchanged' })
  const emails = await testApp.run((ctx) => mail.list(ctx, { gift_request_id: id, limit: 50 }))
  assert.equal(emails.filter(({ kind }) => kind === 'gift_changed').length, steps.length)
})

it('rejects a swap for too many items, for none, and for an item that is out of stock', async () => {
  const shop = await createShop()
  const id = await createChosenGift(shop, 'Cup', 'Plate')
  await testApp.run((ctx) =>
    catalogue.setStock(ctx, [
      { variant_id: shop.id('Bowl'), warehouse_id: shop.warehouse_id, available: 0 },
    ]),
  )
  const before = await stockOf(shop)
  await assert.rejects(swap(id, shop, ['Cup', 'Plate', 'Spoon']), isRejectedWith('too_many'))
  await assert.rejects(swap(id, shop, []), isRejectedWith('required'))
  await assert.rejects(swap(id, shop, ['Bowl', 'Spoon']), isRejectedWith('out_of_stock'))
  assert.deepEqual(await listItems(id), ['Cup', 'Plate'])
  assert.deepEqual(await stockOf(shop), before)
})

it('keeps the digital item of a swap, which counts, and requires an item that ships', async () => {
  const shop = await createShop()
  const id = await createChosenGift(shop, 'Cup', 'Voucher')
  await assert.rejects(swap(id, shop, ['Bowl', 'Spoon']), isRejectedWith('too_many'))
  await assert.rejects(swap(id, shop, ['Voucher']), isRejectedWith('required'))
  assert.deepEqual(await swap(id, shop, ['Bowl']), { kind: 'applied' })
  assert.deepEqual(await listItems(id), ['Bowl', 'Voucher'])
  assert.deepEqual(await stockOf(shop), [5, 5, 4, 5])
})

it('swaps opposite pairs at the same time without a deadlock, and conserves the stock', async () => {
  const shop = await createShop(3)
  const one = await createChosenGift(shop, 'Cup', 'Plate')
  const other = await createChosenGift(shop, 'Bowl', 'Spoon')
  for (let round = 0; round < 4; round++) {
    const [mine, theirs] =
      round % 2 === 0
        ? [
            ['Spoon', 'Bowl'],
            ['Plate', 'Cup'],
          ]
        : [
            ['Plate', 'Cup'],
            ['Spoon', 'Bowl'],
          ]
    assert.deepEqual(
      await Promise.all([swap(one, shop, mine ?? []), swap(other, shop, theirs ?? [])]),
      [{ kind: 'applied' }, { kind: 'applied' }],
    )
  }
  assert.deepEqual(await stockOf(shop), [2, 2, 2, 2])
})

it('does not take the removal of another item for the change that is pending', async () => {
  const { cancelsLocally: _, ...remote } = fulfilment.simulator
  const byRequest = createFulfilmentRunner(testApp, fulfilment.createShippingConfig([remote]))
  const shop = await createShop()
  const id = await createChosenGift(shop, 'Cup', 'Plate')
  await byRequest.run()
  assert.deepEqual(await swap(id, shop, ['Cup'], byRequest), { kind: 'pending' })
  assert.deepEqual(await swap(id, shop, ['Cup'], byRequest), { kind: 'pending' })
  assert.deepEqual(await swap(id, shop, ['Plate'], byRequest), {
    kind: 'blocked',
    blocker: 'change_pending',
  })
  await byRequest.run()
  assert.deepEqual(await listItems(id), ['Cup'])
  assert.deepEqual(await stockOf(shop), [4, 5, 5, 5])
})
