import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as connections from '#connections'
import { parseRawJson } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { carriers } from '#http/carriers'
import { root } from '#scripts/steps'
import * as shops from '#shops'
import { createTestApp } from '#test/api-harness'
import { homeAddress, redeem } from '#test/catalogue-fixture'
import { signWoo, startFakeWoo, wooKeys, wooWebhookSecret } from '#test/fake-woocommerce'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { connectShop } from '#test/shop-fixture'
import { createGiftReader, giftFor } from '#test/shop-gift-fixture'

/* Gifts that are paid in the checkout of a shop, from the order to the delivery of that same order, over HTTP. */

const woo = await startFakeWoo()
after(() => woo.close())
const shipping = {
  ...shippingFromConfig({
    ...{ stage: 'staging', carrier: 'manual', simulator: 'manual' },
    ...{ easyPost: undefined, webhookAllowPrivate: true },
  }),
  retryDelaysMs: [0],
}
const testApp = await createTestApp()
await testApp.app.register(carriers({ db: testApp.db, shipping }))
const shipper = createFulfilmentRunner(testApp, shipping)
const settings = { url: woo.url, ...wooKeys, webhook_secret: wooWebhookSecret, category: '' }
const connect = (name: string) =>
  connectShop(testApp, shipping.connectors, { kind: 'woocommerce', settings, name })
const shop = await connect('Corner shop')
const variation = { parent_id: 1, type: 'variation' as const, price: '20.00', stock: 5 }
woo.items.set(1, { id: 1, name: 'Shirt', sku: '', type: 'variable' })
woo.items.set(2, { ...variation, id: 2, sku: 'SHIRT-S', option: 'S' })
woo.items.set(3, { ...variation, id: 3, sku: 'SHIRT-L', option: 'L', price: '18.00' })
woo.items.set(4, { ...variation, id: 4, sku: 'SHIRT-SILK', option: 'Silk', price: '90.00' })
woo.items.set(5, { id: 5, name: 'Cup', sku: 'CUP', stock: 1 })
await shop.run()
const reader = createGiftReader(testApp, shipping.connectors, shop.id, woo.url)
const orderOf = (key: string) => woo.orders.get(key) ?? assert.fail('no order')
const giftOf = async (key: string) => (await reader.giftOf(key)) ?? assert.fail('no gift')

async function notify(key: string): Promise<number> {
  const row = (await testApp.run(connections.list)).find(({ id }) => id === shop.id)
  const inbox =
    row && (await testApp.run(async (ctx) => fulfilment.findInboxUrl(ctx, row, shipping)))
  const payload = JSON.stringify({ id: Number(key), status: 'a lie' })
  const headers = { 'content-type': 'application/json', ...signWoo(payload, 'order.updated') }
  const url = new URL(inbox ?? assert.fail('no inbox')).pathname
  const { statusCode } = await testApp.app.inject({ method: 'POST', url, headers, payload })
  return statusCode
}

/** Buys a gift, takes it, and lets its invitation be sent. */
async function buyGift(skus = ['SHIRT-S'], overrides: Record<string, unknown> = {}) {
  const key = woo.buy(giftFor(overrides), skus)
  await reader.readAgain()
  await testApp.advanceTime()
  return key
}

const offeredSkus = ({ offered }: gifting.Gift): string[] =>
  offered === null ? [] : parseRawJson(offered).line_items.map(({ sku }) => sku)

async function choose(key: string, sku: string): Promise<gifting.Gift> {
  const gift = await giftOf(key)
  const items = gift.offered === null ? [] : parseRawJson(gift.offered).line_items
  const variant_ids = items.flatMap((item) => (item.sku === sku ? item.variant_id : []))
  await redeem(testApp, gift.id, { variant_ids, shipping_address: homeAddress })
  await shipper.run()
  return gift
}

it('takes no gift without a campaign, and says so with the order number', async () => {
  const key = woo.buy(giftFor(), ['SHIRT-S'])
  await reader.read()
  assert.equal(await reader.giftOf(key), undefined)
  assert.match((await reader.problems()).join(), /^#100 No gifts are taken .+ Choose a campaign/)
  assert.equal(orderOf(key).status, 'processing')
  await reader.switchOn()
  await reader.read()
  assert.deepEqual(await reader.problems(), [])
  assert.equal((await giftOf(key)).email, 'rosa@recipient.example')
})

it('ships the paid order with the address and the size that the recipient chooses', async () => {
  const key = await buyGift()
  const order = orderOf(key)
  assert.equal(order.status, 'on-hold')
  const gift = await giftOf(key)
  assert.deepEqual(
    [gift.state, gift.first_name, gift.sender_name, parseRawJson(gift.metadata)],
    ['awaiting_recipient', 'Rosa', 'Bea Buyer', { shop_order: `#${key}` }],
  )
  assert.equal(parseRawJson(gift.email_message).body, 'For you, Rosa!')
  assert.deepEqual(offeredSkus(gift), ['SHIRT-S', 'SHIRT-L'])
  const [small, large] = [woo.items.get(2)?.stock ?? 0, woo.items.get(3)?.stock ?? 0]
  const count = woo.orders.size
  await choose(key, 'SHIRT-L')
  assert.equal(woo.orders.size, count)
  assert.deepEqual(
    [order.status, order.shipping.address_1, order.shipping.first_name],
    ['processing', 'Unter den Linden 1', 'Ada'],
  )
  assert.deepEqual(
    order.line_items.map(({ sku, variation_id, quantity }) => [sku, variation_id, quantity]),
    [['SHIRT-L', 3, 1]],
  )
  assert.deepEqual([woo.items.get(2)?.stock, woo.items.get(3)?.stock], [small + 1, large - 1])
  order.meta_data.push({
    key: '_wc_shipment_tracking_items',
    value: [
      {
        ...{ tracking_provider: 'DHL', tracking_number: '00341', tracking_id: 'a' },
        date_shipped: String(Math.floor(Date.now() / 1000)),
      },
    ],
  })
  assert.equal(await notify(key), 200)
  const [parcel] = await shipper.parcels(gift.id)
  assert.deepEqual([parcel?.state, parcel?.tracking_code], ['in_transit', '00341'])
  Object.assign(order, { status: 'refunded' })
  await reader.readAgain()
  assert.equal((await giftOf(key)).state, 'in_transit')
})

it('makes one gift of an order that is reported twice, at once and late', async () => {
  const before = (await reader.countGifts()) ?? 0
  const key = woo.buy(giftFor(), ['SHIRT-S'])
  const other = await connect('The same shop')
  await createGiftReader(testApp, shipping.connectors, other.id, woo.url).switchOn()
  await reader.switchOn()
  await Promise.all([notify(key), notify(key), reader.read(), reader.read(), reader.read()])
  await reader.readAgain()
  await reader.readAgain()
  assert.equal((await reader.countGifts()) ?? 0, before + 1)
  assert.deepEqual(await reader.problems(), [])
  const soon = await testApp.run((ctx) =>
    ctx.queryValue<Date>('select due_at from shops.checkout where connection_id = $1', [shop.id]),
  )
  assert.equal(await notify(key), 200)
  const hastened = await testApp.run((ctx) =>
    ctx.queryValue<Date>('select due_at from shops.checkout where connection_id = $1', [shop.id]),
  )
  assert.ok(hastened !== undefined && soon !== undefined && hastened < soon)
  await testApp.run((ctx) =>
    shops.setCheckout(ctx, other.id, { campaign_id: null, sender_id: null }),
  )
})

it('finds a shipment done whose answer was lost, and ships once when asked twice at once', async () => {
  const key = await buyGift()
  const order = orderOf(key)
  const gift = await giftOf(key)
  const items = gift.offered === null ? [] : parseRawJson(gift.offered).line_items
  const variant_ids = items.flatMap(({ sku, variant_id }) => (sku === 'SHIRT-L' ? variant_id : []))
  await redeem(testApp, gift.id, { variant_ids, shipping_address: homeAddress })
  let lost = 0
  woo.trick = (request, response) => {
    if (request.method !== 'POST' || lost === 2) return false
    lost += 1
    Object.assign(response, { writeHead: () => response, end: () => response.destroy() })
    return false
  }
  const stock = woo.items.get(3)?.stock ?? 0
  await Promise.all([shipper.run(), shipper.run()])
  await shipper.run()
  woo.trick = () => false
  assert.equal(lost, 2)
  assert.equal(order.line_items.length, 1)
  assert.deepEqual([order.status, order.line_items[0]?.sku], ['processing', 'SHIRT-L'])
  assert.equal(woo.items.get(3)?.stock, stock - 1)
  assert.equal((await shipper.parcels(gift.id))[0]?.state, 'ordered')
})

it('cancels the gift of an order that is cancelled before the recipient has submitted', async () => {
  const key = await buyGift()
  Object.assign(orderOf(key), { status: 'cancelled' })
  await reader.readAgain()
  assert.equal((await giftOf(key)).state, 'cancelled')
  const history =
    (await testApp.run(async (ctx) => gifting.history(ctx, (await giftOf(key)).id))) ?? []
  assert.match(history.at(-1)?.cause ?? '', /the shop has cancelled or refunded the order #/)
  assert.deepEqual(await reader.problems(), [])
  const late = await buyGift()
  const gift = await giftOf(late)
  await redeem(testApp, gift.id, {
    variant_ids: offeredIds(gift).slice(0, 1),
    shipping_address: homeAddress,
  })
  Object.assign(orderOf(late), { status: 'refunded' })
  await reader.readAgain()
  await shipper.run()
  const [parcel] = await shipper.parcels(gift.id)
  assert.equal(parcel?.state, 'refused')
  assert.match(parcel?.problem?.reason ?? '', /is cancelled or refunded in the shop/)
})

const offeredIds = ({ offered }: gifting.Gift): string[] =>
  offered === null ? [] : parseRawJson(offered).line_items.map(({ variant_id }) => variant_id)

it('holds the paid order of a gift that is cancelled before it is shipped', async () => {
  const key = await buyGift()
  const { id } = await choose(key, 'SHIRT-S')
  assert.equal(orderOf(key).status, 'processing')
  await testApp.run((ctx) => gifting.cancel(ctx, id, 'by a test'))
  await shipper.run()
  assert.equal(orderOf(key).status, 'on-hold')
  assert.equal((await shipper.parcels(id))[0]?.state, 'cancelled')
  await reader.readAgain()
  assert.match(woo.notes.get(key)?.at(-1) ?? '', /was cancelled/)
})

it('refuses to ship an order that the shop has edited, and ships it after a correction', async () => {
  const key = await buyGift()
  const order = orderOf(key)
  order.line_items.push({ id: 1, sku: 'CUP', product_id: 5, quantity: 1 })
  const { id } = await choose(key, 'SHIRT-S')
  const [parcel] = await shipper.parcels(id)
  assert.match(parcel?.problem?.reason ?? '', /no longer has one piece of one product/)
  assert.equal(order.status, 'on-hold')
  order.line_items.pop()
  await testApp.run((ctx) => fulfilment.retryRefused(ctx, id))
  await shipper.run()
  assert.equal(order.status, 'processing')
  assert.equal((await shipper.parcels(id))[0]?.state, 'ordered')
})

it('ships the same order with another size that the recipient chooses before it leaves', async () => {
  const key = await buyGift()
  const order = orderOf(key)
  const gift = await choose(key, 'SHIRT-S')
  const [, large = ''] = offeredIds(gift)
  const count = woo.orders.size
  const address = { ...homeAddress, line_1: 'Friedrichstraße 7', postal_code: '10969' }
  const body = { variant_ids: [large], shipping_address: address }
  await testApp.run((ctx) => fulfilment.changeGift(ctx, gift.id, body, shipping))
  await shipper.run()
  assert.equal(woo.orders.size, count)
  assert.deepEqual(
    [order.status, order.line_items[0]?.sku, order.shipping.address_1],
    ['processing', 'SHIRT-L', 'Friedrichstraße 7'],
  )
})

it('notes on the order that its gift has ended, and shows it until the shop has settled it', async () => {
  const expired = await buyGift()
  const cancelled = await buyGift()
  const { id } = await giftOf(cancelled)
  await testApp.run((ctx) => gifting.cancel(ctx, id, 'by a test'))
  await testApp.advanceTime(400 * 24 * 60 * 60 * 1000)
  assert.equal((await giftOf(expired)).state, 'expired')
  await reader.readAgain()
  await reader.readAgain()
  for (const [key, reason] of [
    [expired, /^The gift GR-\w+ was not redeemed in time\. Nothing ships: refund/],
    [cancelled, /^The gift GR-\w+ was cancelled\./],
  ] as const) {
    assert.equal(orderOf(key).status, 'on-hold')
    assert.equal(woo.notes.get(key)?.length, 1)
    assert.match(woo.notes.get(key)?.[0] ?? '', reason)
    assert.ok((await reader.problems()).some((each) => each.startsWith(`#${key} The gift`)))
  }
  for (const key of [expired, cancelled])
    Object.assign(orderOf(key), { status: 'refunded', date_modified_gmt: '2099-01-01T00:00:00' })
  await reader.readAgain()
  const left = (await reader.problems()).join()
  assert.doesNotMatch(left, new RegExp(`#(${expired}|${cancelled}) The gift`))
})

it('has snippets for the checkout of both shops in the docs, with all names', () => {
  const page = readFileSync(join(root, 'docs/shops.md'), 'utf8')
  for (const language of ['php', 'liquid']) {
    const [, snippet = ''] = page.split(`\`\`\`${language}\n`)
    const code = snippet.slice(0, snippet.indexOf('```'))
    const names = [...code.matchAll(/'(gift_\w+)' +=>|attributes\[(gift_\w+)\]/g)]
    assert.deepEqual(
      names.map(([, one, other]) => one ?? other),
      fulfilment.giftAttributes,
    )
  }
})
