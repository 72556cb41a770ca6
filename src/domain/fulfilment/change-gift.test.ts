import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ApiError, parseRawJson } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { createTestApp } from '#test/api-harness'
import {
  type CatalogueFixture,
  createCatalogueFixture,
  homeAddress,
  redeem,
} from '#test/catalogue-fixture'
import { createFulfilmentRunner, findEmittedEvents } from '#test/fulfilment-fixture'
import * as fulfilment from './index.ts'

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp)
const newAddress = { ...homeAddress, line_1: 'Friedrichstraße 7', postal_code: '10969' }

const createShop = (stock: Record<string, number> = { Red: 5, Blue: 5 }) =>
  createCatalogueFixture(
    testApp,
    Object.entries(stock).map(([name, count]) => ({
      name: `${name} cup`,
      stock: { [name]: count },
    })),
  )

/** Creates a gift whose recipient chose the red cup. */
async function createChosenGift(shop: CatalogueFixture, overrides: object = {}): Promise<string> {
  const id = await shop.createGift(overrides)
  await redeem(testApp, id, { variant_ids: [shop.id('Red')], shipping_address: homeAddress })
  return id
}

const change = (id: string, body: Parameters<typeof fulfilment.changeGift>[2], by = shipper) =>
  testApp.run((ctx) => fulfilment.changeGift(ctx, id, body, by.shipping))

const swap = (id: string, shop: CatalogueFixture, variant: string, by = shipper) =>
  change(id, { variant_ids: [shop.id(variant)] }, by)

const find = async (id: string): Promise<gifting.Gift> => {
  const gift = await testApp.run((ctx) => gifting.find(ctx, id))
  assert.ok(gift)
  return gift
}

/** Returns the variant in a display name: 'Red' for 'Red cup – Red'. */
const variantOf = (name: string) => name.split(' – ').at(-1)

async function listItems(id: string): Promise<(string | undefined)[]> {
  const { line_items } = await find(id)
  return line_items === null ? [] : parseRawJson(line_items).map(({ name }) => variantOf(name))
}

const lineNames = async (id: string) =>
  (await shipper.parcels(id)).map(
    ({ state, lines }) => `${state} ${lines.map(({ name }) => variantOf(name))}`,
  )

const stockOf = (shop: CatalogueFixture) =>
  Promise.all(['Red', 'Blue'].map((name) => shop.available(name)))

const emailKinds = async (id: string) =>
  (await testApp.run((ctx) => mail.list(ctx, { gift_request_id: id, limit: 50 }))).map(
    ({ kind }) => kind,
  )

/** Acts like a packer: locks the gift request, and then its packing row. */
const pack = (id: string, columns: { leased_until?: Date; packed_at?: Date }) =>
  testApp.run(async (ctx) => {
    await gifting.findForUpdate(ctx, ctx.account_id, id)
    const [parcel] = await ctx.query<{ id: string }>(
      'select id from fulfilment.parcel where account_id = $1 and gift_request_id = $2',
      [ctx.account_id, id],
    )
    const { leased_until = null, packed_at = null } = columns
    await ctx.query(
      `insert into fulfilment.packing (account_id, parcel_id, leased_by, leased_until, packed_at, packed_by)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (account_id, parcel_id) do update set leased_by = $3, leased_until = $4, packed_at = $5, packed_by = $6`,
      [
        ctx.account_id,
        parcel?.id,
        leased_until === null ? null : newId(),
        leased_until,
        packed_at,
        packed_at === null ? null : newId(),
      ],
    )
  })

it('swaps the items before the order is placed, and moves the stock', async () => {
  const shop = await createShop()
  const id = await createChosenGift(shop)
  const before = await find(id)
  assert.deepEqual(await stockOf(shop), [4, 5])
  assert.deepEqual(await swap(id, shop, 'Blue'), { kind: 'applied' })
  assert.deepEqual(await stockOf(shop), [5, 4])
  assert.deepEqual(await listItems(id), ['Blue'])
  const after = await find(id)
  assert.ok(after.version > before.version)
  await shipper.run()
  assert.deepEqual(await lineNames(id), ['ordered Blue'])
  assert.equal(await findEmittedEvents(testApp, id), 'created redeemed')
})

it('swaps the items of a parcel that has a label, and buys a new label', async () => {
  const shop = await createShop()
  const id = await createChosenGift(shop)
  await shipper.run()
  const [before] = await shipper.parcels(id)
  assert.deepEqual(await swap(id, shop, 'Blue'), { kind: 'applied' })
  assert.equal((await find(id)).state, 'ordered')
  await shipper.run()
  assert.deepEqual(await lineNames(id), ['ordered Blue'])
  assert.notEqual((await shipper.parcels(id))[0]?.tracking_code, before?.tracking_code)
  assert.deepEqual(await stockOf(shop), [5, 4])
  await shipper.recordScan(id, { state: 'in_transit' })
  await shipper.recordScan(id, { state: 'delivered' })
  assert.equal(await findEmittedEvents(testApp, id), 'created redeemed dispatched delivered')
  assert.deepEqual(await stockOf(shop), [5, 4])
})

it('corrects the address and overwrites the old one', async () => {
  const shop = await createShop()
  const id = await createChosenGift(shop)
  await shipper.run()
  const [before] = await shipper.parcels(id)
  assert.deepEqual(await change(id, { shipping_address: newAddress }), { kind: 'applied' })
  const gift = await find(id)
  assert.deepEqual(gifting.decryptAddress(testApp.db.deployment, gift), newAddress)
  await shipper.run()
  const [after] = await shipper.parcels(id)
  assert.equal(after?.id, before?.id)
  assert.notEqual(after?.tracking_code, before?.tracking_code)
  assert.equal(after?.state, 'ordered')
  const [row] = await testApp.run((ctx) => gifting.listChanges(ctx, gift))
  assert.deepEqual(
    { state: row?.state, changes_address: row?.changes_address, items: row?.new_items },
    { state: 'applied', changes_address: true, items: [] },
  )
})

it('rejects a swap for an item that is out of stock, and changes nothing', async () => {
  const shop = await createShop({ Red: 1, Blue: 0 })
  const id = await createChosenGift(shop)
  await assert.rejects(swap(id, shop, 'Blue'), { code: 'out_of_stock' })
  assert.deepEqual(await listItems(id), ['Red'])
  assert.deepEqual(await stockOf(shop), [0, 0])
  assert.deepEqual(await testApp.run(async (ctx) => gifting.listChanges(ctx, await find(id))), [])
})

it('treats a repeated swap as done, and emails the recipient once', async () => {
  const shop = await createShop()
  const id = await createChosenGift(shop)
  const outcomes = await Promise.all([swap(id, shop, 'Blue'), swap(id, shop, 'Blue')])
  assert.deepEqual(outcomes.map((each) => each?.kind).sort(), ['applied', 'unchanged'])
  assert.equal((await emailKinds(id)).filter((kind) => kind === 'gift_changed').length, 1)
  assert.deepEqual(await stockOf(shop), [5, 4])
})

it('swaps a backordered gift for an item in stock', async () => {
  const shop = await createShop({ Red: 1, Blue: 3 })
  const id = await createChosenGift(shop)
  await shipper.run()
  // The packer does not find the item. The parcel waits for stock, and no stock is reserved.
  await testApp.run((ctx) =>
    ctx.query(
      `with r as (delete from catalogue.reservation where account_id = $1 and holder_id = $2)
       update fulfilment.parcel set state = 'waiting', warehouse_id = null where account_id = $1 and gift_request_id = $2`,
      [ctx.account_id, id],
    ),
  )
  await testApp.run(async (ctx) => {
    const gift = await gifting.findForUpdate(ctx, ctx.account_id, id)
    if (gift) gifting.transition(ctx, gift, { to: 'backordered', cause: 'a test' })
  })
  assert.deepEqual(await swap(id, shop, 'Blue'), { kind: 'applied' })
  assert.equal((await find(id)).state, 'backordered')
  await shipper.run()
  assert.equal((await find(id)).state, 'ordered')
  assert.deepEqual(await lineNames(id), ['ordered Blue'])
  assert.equal(await shop.available('Blue'), 2)
})

it('lets exactly one of a packer and a recipient win', async () => {
  const shop = await createShop({ Red: 20, Blue: 20 })
  const realNow = () => testApp.db.clock()
  const isLeased = (id: string) =>
    testApp.run(async (ctx) => {
      const gift = await gifting.findForUpdate(ctx, ctx.account_id, id)
      const { isChangeable } = await fulfilment.isChangeable(ctx, gift ?? (await find(id)))
      return !isChangeable
    })
  for (let round = 0; round < 8; round++) {
    const id = await createChosenGift(shop)
    await shipper.run()
    const leased_until = new Date(realNow().getTime() + 20 * 60_000)
    const [outcome] = await Promise.all([swap(id, shop, 'Blue'), pack(id, { leased_until })])
    if (outcome?.kind === 'applied') assert.deepEqual(await listItems(id), ['Blue'])
    else {
      assert.deepEqual(outcome, { kind: 'blocked', blocker: 'being_packed' })
      assert.deepEqual(await listItems(id), ['Red'])
      assert.equal(await isLeased(id), true)
    }
  }
})

it('names the reason and the end of a lease while a gift is being packed', async () => {
  const shop = await createShop()
  const id = await createChosenGift(shop)
  const status = async () => {
    const gift = await find(id)
    return testApp.run((ctx) => fulfilment.isChangeable(ctx, gift))
  }
  assert.deepEqual(await status(), { isChangeable: true, blocker: null, retry_at: null })
  await shipper.run()
  const leased_until = new Date(testApp.db.clock().getTime() + 60_000)
  await pack(id, { leased_until })
  assert.deepEqual(await status(), {
    isChangeable: false,
    blocker: 'being_packed',
    retry_at: leased_until,
  })
  await pack(id, { leased_until: new Date(testApp.db.clock().getTime() - 1) })
  assert.equal((await status()).isChangeable, true)
  await pack(id, { packed_at: new Date() })
  assert.equal((await status()).blocker, 'packed')
  assert.deepEqual(await swap(id, shop, 'Blue'), { kind: 'blocked', blocker: 'packed' })
  await shipper.recordScan(id, { state: 'in_transit' })
  assert.equal((await status()).blocker, 'left')
})

it('rejects swaps of direct sends and of digital items', async () => {
  const shop = await createCatalogueFixture(
    testApp,
    [
      { name: 'Cup', stock: { Red: 5, Blue: 5 } },
      { name: 'Voucher', kind: 'digital', stock: { Ten: 0, Twenty: 0 } },
    ],
    'all',
  )
  const id = await shop.createGift()
  const variant_ids = [shop.id('Red'), shop.id('Ten')]
  await redeem(testApp, id, { variant_ids, shipping_address: homeAddress })
  await assert.rejects(
    change(id, { variant_ids: [shop.id('Blue'), shop.id('Twenty')] }),
    (error) => error instanceof ApiError && error.fieldErrors[0]?.code === 'not_allowed',
  )
  const before = await find(id)
  assert.deepEqual(await swap(id, shop, 'Blue'), { kind: 'applied' })
  assert.deepEqual(await listItems(id), ['Blue', 'Ten'])
  const idsOf = ({ line_items }: gifting.Gift) =>
    parseRawJson(line_items ?? assert.fail('no items')).map((line) => line.id)
  assert.equal(idsOf(await find(id))[1], idsOf(before)[1], 'the digital line keeps its id')
})

it('bounds the number of changes of one gift', async () => {
  const shop = await createShop()
  const id = await createChosenGift(shop)
  const outcomes: (string | undefined)[] = []
  for (let round = 0; round < 21; round++)
    outcomes.push((await swap(id, shop, round % 2 === 0 ? 'Blue' : 'Red'))?.kind)
  assert.deepEqual(new Set(outcomes.slice(0, 20)), new Set(['applied']))
  assert.equal(outcomes[20], 'blocked')
})
