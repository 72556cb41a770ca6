import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { createTestApp } from '#test/api-harness'
import { homeAddress } from '#test/catalogue-fixture'
import { findEmittedEvents, findStates, setAvailable } from '#test/fulfilment-fixture'
import {
  createPackingFixture,
  labelShipping,
  manualShipping,
  type PackingFixture,
} from '#test/packing-fixture'
import * as fulfilment from '../index.ts'

const testApp = await createTestApp()
const lastState = async (id: string) => (await findStates(testApp, id)).at(-1)
const isConflict = (pattern: RegExp) => (error: unknown) =>
  error instanceof ApiError && error.status === 409 && pattern.test(error.message)

const take = (user: string, parcel: string, shipping = manualShipping) =>
  testApp.run((ctx) => fulfilment.take(ctx, user, parcel, shipping))
const markPacked = (user: string, id: string) =>
  testApp.run((ctx) => fulfilment.markPacked(ctx, user, id))
const handOver = (user: string, id: string, input: fulfilment.HandOverInput = {}) =>
  testApp.run((ctx) => fulfilment.handOver(ctx, user, id, input))
const listQueue = async (queue: 'to_pack' | 'packed') => {
  const page = { limit: 100, order: 'desc' } as const
  const list = await testApp.run((ctx) =>
    fulfilment.listQueue(ctx, { queue }, page, manualShipping),
  )
  return list.data
}
const queuedIds = async (queue: 'to_pack' | 'packed') =>
  (await listQueue(queue)).map(({ id }) => id)

/** Creates a parcel that a new packer has leased. */
async function createTaken(fixture: PackingFixture, quantity = 1) {
  const parcel = await fixture.createParcel(quantity)
  const user = await fixture.createPacker()
  await take(user, parcel.id)
  return { ...parcel, user }
}

describe('the queue', async () => {
  const fixture = await createPackingFixture(testApp)

  it('shows reference, items, warehouse and country, and neither name nor address', async () => {
    const { id } = await fixture.createParcel(3)
    const row = (await listQueue('to_pack')).find((each) => each.id === id)
    assert.match(row?.barcode ?? '', /^GR-[0-9A-Z]{8}-1$/)
    assert.equal(row?.lines[0]?.quantity, 3)
    assert.equal(row?.warehouse?.name, 'Shed')
    assert.equal(row?.country, 'DE')
    assert.doesNotMatch(JSON.stringify(row), /Zelda|Quux|Linden|Berlin|10117|@/)
  })

  it('is paginated by a stable cursor, oldest first', async () => {
    await fixture.createGifts(5)
    const all = await queuedIds('to_pack')
    const pages: string[] = []
    let after: string | undefined
    for (let page = 0; page < all.length; page += 2) {
      const list = await testApp.run((ctx) =>
        fulfilment.listQueue(
          ctx,
          { queue: 'to_pack' },
          { limit: 2, order: 'desc', ...(after === undefined ? {} : { after }) },
          manualShipping,
        ),
      )
      pages.push(...list.data.map(({ id }) => id))
      after = list.data.at(-1)?.id
      assert.equal(list.has_more, pages.length < all.length)
    }
    assert.deepEqual(pages, all)
  })

  it('contains no parcels of carriers that pack elsewhere', async () => {
    const { id } = await fixture.createParcel()
    await testApp.run((ctx) =>
      ctx.query(`update fulfilment.parcel set carrier = 'simulator' where id = $1`, [id]),
    )
    assert.ok(!(await queuedIds('to_pack')).includes(id))
    await assert.rejects(take(await fixture.createPacker(), id), isConflict(/not packed here/))
  })

  it('counts waiting, leased and packed parcels', async () => {
    const other = await createPackingFixture(testApp)
    const { warehouse_id } = other.shop
    const count = () =>
      testApp.run((ctx) => fulfilment.summarizeQueue(ctx, warehouse_id, manualShipping))
    await other.createGifts(3)
    const { user } = await createTaken(other)
    const packed = await createTaken(other)
    await markPacked(packed.user, packed.id)
    const { waiting, leased, packed: packedCount } = await count()
    assert.equal(waiting, 3)
    assert.deepEqual(leased, [{ user: { id: user, name: 'Pat Packer' }, count: 1 }])
    assert.equal(packedCount, 1)
    await handOver(packed.user, packed.id)
    const after = await count()
    assert.deepEqual([after.packed, after.handed_over], [0, 1])
  })
})

describe('an item that is out of stock', () => {
  const report = (user: string, parcel_id: string, variant_id: string, shipping = manualShipping) =>
    testApp.run((ctx) =>
      fulfilment.reportOutOfStock(ctx, user, { parcel_id, variant_id }, shipping),
    )

  it('backorders the parcel, sets the stock to zero and returns the other items', async () => {
    const fixture = await createPackingFixture(testApp, { stock: { Red: 10, Blue: 10 } })
    const { shop, shipper } = fixture
    const { user, id, gift_request_id } = await createTaken(fixture, 2)
    assert.deepEqual([await shop.available('Red'), await shop.available('Blue')], [8, 8])
    assert.equal(await report(user, id, shop.id('Red')), 'replanned')
    assert.deepEqual([await shop.available('Red'), await shop.available('Blue')], [0, 10])
    assert.equal(await lastState(gift_request_id), 'backordered')
    assert.deepEqual(await testApp.run((ctx) => fulfilment.listLeased(ctx, user)), [])
    const [waiting, ...others] = await shipper.parcels(gift_request_id)
    assert.deepEqual([waiting?.state, waiting?.number, others.length], ['waiting', 1, 0])

    await setAvailable(testApp, shop, shop.id('Red'), 5)
    assert.equal(await shipper.fillBackorders(), 1)
    await shipper.run()
    assert.equal(await lastState(gift_request_id), 'ordered')
    assert.deepEqual([await shop.available('Red'), await shop.available('Blue')], [3, 8])
    const [again] = await shipper.parcels(gift_request_id)
    assert.ok((await queuedIds('to_pack')).includes(again?.id ?? ''))

    await testApp.run((ctx) => gifting.cancel(ctx, gift_request_id, 'test'))
    await shipper.run()
    assert.deepEqual([await shop.available('Red'), await shop.available('Blue')], [5, 10])
  })

  it('ships from another warehouse that has the item', async () => {
    const fixture = await createPackingFixture(testApp, { stock: { Red: 10 } })
    const { shop, shipper } = fixture
    const { user, id, gift_request_id } = await createTaken(fixture)
    const barn = await testApp.run((ctx) =>
      catalogue.createWarehouse(ctx, { name: 'Barn', country: 'FR' }),
    )
    await setAvailable(testApp, { ...shop, warehouse_id: barn.id }, shop.id('Red'), 4)
    await report(user, id, shop.id('Red'))
    await shipper.run()
    assert.equal(await lastState(gift_request_id), 'ordered')
    const row = (await listQueue('to_pack')).find(({ warehouse }) => warehouse?.id === barn.id)
    assert.equal(row?.lines[0]?.quantity, 1)
    assert.equal(await shop.available('Red'), 3, 'nothing in the first warehouse, one reserved')
    assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed')
    await take(user, row?.id ?? '')
    await markPacked(user, row?.id ?? '')
    await handOver(user, row?.id ?? '')
    assert.equal(await shop.available('Red'), 3, 'reserved until the hand-over takes effect')
    await fixture.passUndo()
    assert.equal(await shop.available('Red'), 3)
    const reservations = await testApp.run((ctx) =>
      ctx.query('select 1 from catalogue.reservation where holder_id = any ($1)', [
        [gift_request_id, row?.id],
      ]),
    )
    assert.equal(reservations.length, 0, 'consumed once the parcel has left')
  })

  it('refunds a bought label, and the reservation of other parcels stays', async () => {
    const cancelled: string[] = []
    const shipping = labelShipping(cancelled)
    const fixture = await createPackingFixture(testApp, { stock: { Red: 10 }, shipping })
    const { shop, shipper } = fixture
    const parcel = await fixture.createParcel()
    const user = await fixture.createPacker()
    await take(user, parcel.id, shipping)
    await report(user, parcel.id, shop.id('Red'), shipping)
    assert.equal(await lastState(parcel.gift_request_id), 'backordered')
    await shipper.run()
    assert.equal(cancelled.length, 1)
    const [old, waiting] = await shipper.parcels(parcel.gift_request_id)
    assert.deepEqual([old?.state, old?.lines], ['cancelled', []])
    assert.deepEqual([waiting?.state, waiting?.number], ['waiting', 2])
    await setAvailable(testApp, shop, shop.id('Red'), 2)
    await shipper.fillBackorders()
    await shipper.run()
    assert.equal(await lastState(parcel.gift_request_id), 'ordered')
    assert.equal(await shop.available('Red'), 1)
  })

  it('is rejected without the lease and for an item of another parcel', async () => {
    const fixture = await createPackingFixture(testApp, { stock: { Red: 10 } })
    const { user, id } = await createTaken(fixture)
    const foreign = await createPackingFixture(testApp)
    await assert.rejects(
      report(await fixture.createPacker(), id, fixture.shop.id('Red')),
      isConflict(/not packing this parcel/),
    )
    await assert.rejects(
      report(user, id, foreign.shop.id('Red')),
      (error: unknown) => error instanceof ApiError && error.code === 'invalid_reference',
    )
    assert.equal(await fixture.shop.available('Red'), 9)
  })
})

describe('a damaged item', () => {
  const report = (user: string, parcel_id: string, variant_id: string) =>
    testApp.run((ctx) =>
      fulfilment.reportDamaged(ctx, user, { parcel_id, variant_id }, manualShipping),
    )

  it('is replaced from stock, and the parcel stays with its packer', async () => {
    const fixture = await createPackingFixture(testApp, { stock: { Red: 10 } })
    const { user, id } = await createTaken(fixture, 2)
    assert.equal(await report(user, id, fixture.shop.id('Red')), 'unchanged')
    assert.equal(await fixture.shop.available('Red'), 7)
    await markPacked(user, id)
  })

  it('backorders the parcel when it was the last one, and the other units return', async () => {
    const fixture = await createPackingFixture(testApp, { stock: { Red: 3 } })
    const { user, id, gift_request_id } = await createTaken(fixture, 3)
    assert.equal(await report(user, id, fixture.shop.id('Red')), 'replanned')
    assert.equal(await fixture.shop.available('Red'), 2)
    assert.equal(await lastState(gift_request_id), 'backordered')
  })

  it('never takes the stock below zero, also with simultaneous reports', async () => {
    const fixture = await createPackingFixture(testApp, { stock: { Red: 5 } })
    const taken = []
    for (let index = 0; index < 4; index += 1) taken.push(await createTaken(fixture))
    const outcomes = await Promise.all(
      taken.map(({ user, id }) => report(user, id, fixture.shop.id('Red'))),
    )
    assert.deepEqual(outcomes.sort(), ['replanned', 'replanned', 'replanned', 'unchanged'])
    assert.equal(await fixture.shop.available('Red'), 0)
  })
})

describe('an address that cannot be used', () => {
  for (const [name, shipping] of [
    ['manual shipping', manualShipping],
    ['a bought label', labelShipping()],
  ] as const)
    it(`returns the gift to its sender, and a corrected address to the queue: ${name}`, async () => {
      const fixture = await createPackingFixture(testApp, { stock: { Red: 9 }, shipping })
      const { gift_request_id, id } = await fixture.createParcel()
      const user = await fixture.createPacker()
      await take(user, id, shipping)
      await markPacked(user, id)
      const outcome = await testApp.run((ctx) =>
        fulfilment.reportUnusableAddress(ctx, user, id, shipping),
      )
      assert.equal(outcome, 'returned')
      assert.equal(await lastState(gift_request_id), 'shipping_error')
      const refused = (await fixture.shipper.parcels(gift_request_id)).find(
        ({ state }) => state === 'refused',
      )
      assert.match(refused?.problem?.reason ?? '', /could not use the address/)
      const address = { ...homeAddress, line_1: 'Neue Str. 3' }
      await testApp.run((ctx) =>
        fulfilment.correctAddress(ctx, gift_request_id, address, manualShipping),
      )
      await fixture.shipper.run()
      assert.equal(await lastState(gift_request_id), 'ordered')
      await take(user, refused?.id ?? '', shipping)
      const shown = await testApp.run((ctx) => fulfilment.findPackingParcel(ctx, refused?.id ?? ''))
      assert.equal(shown?.packed_at, null, 'the parcel is to pack again')
      assert.equal(await fixture.shop.available('Red'), 8)
      await markPacked(user, refused?.id ?? '')
      await handOver(user, refused?.id ?? '')
      await fixture.passUndo()
      assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed dispatched')
    })
})
