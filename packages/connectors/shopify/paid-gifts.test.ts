import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { Carrier, PaidGifts } from '#fulfilment'
import {
  type FakeShopify,
  shopifyKeys,
  shopifyWebhookSecret,
  startFakeShopify,
} from '#test/fake-shopify'
import { createShipmentLine, createShipmentRequest } from '#test/shipment-fixture'
import { giftFor } from '#test/shop-gift-fixture'
import { createShopify } from './shopify.ts'

const shops: FakeShopify[] = []
after(() => Promise.all(shops.map(({ close }) => close())))

async function start(): Promise<{ fake: FakeShopify; carrier: Carrier; gifts: PaidGifts }> {
  const fake = await startFakeShopify()
  shops.push(fake)
  fake.products.set(1, { title: 'Shirt' })
  fake.variants.set(1, { id: 1, product_id: 1, sku: 'S', quantity: 3 })
  fake.variants.set(2, { id: 2, product_id: 1, sku: 'L', quantity: 3 })
  const carrier = createShopify({
    ...{ ...shopifyKeys, url: fake.url, webhook_secret: shopifyWebhookSecret, tag: '' },
    ...{ outbound: { allowPrivate: true }, timeoutMs: 2_000, maxWaitMs: 20 },
  })
  return { fake, carrier, gifts: carrier.shop?.gifts ?? assert.fail('no gifts') }
}

const since = new Date('2026-01-01T00:00:00Z')
const list = (gifts: PaidGifts) => gifts.list(since, AbortSignal.timeout(30_000))
const orderOf = ({ orders }: FakeShopify, key: string) =>
  orders.get(`gid://shopify/Order/${key}`) ?? assert.fail('no order')
const quantities = (fake: FakeShopify, key: string) =>
  orderOf(fake, key)
    .lineItems?.nodes.filter(({ currentQuantity }) => currentQuantity > 0)
    .map(({ sku, currentQuantity }) => `${sku} ${currentQuantity}`)
const holdsOf = (fake: FakeShopify, key: string) =>
  orderOf(fake, key).fulfillmentOrders?.nodes.flatMap(({ fulfillmentHolds }) => fulfillmentHolds)

const requestFor = (key: string, sku: string, overrides: object = {}) =>
  createShipmentRequest({
    paid_order: key,
    lines: [createShipmentLine({ sku, quantity: 1 })],
    ...overrides,
  })

it('lists the orders whose cart names a recipient, with their states', async () => {
  const { fake, gifts } = await start()
  const keys = [0, 1, 2, 3].map(() => fake.buy(giftFor(), ['S']))
  fake.buy({ gift_message: 'Wrap it' }, ['S'])
  fake.buy({}, ['S'])
  Object.assign(orderOf(fake, keys[1] ?? ''), { cancelledAt: '2026-05-01T10:00:00Z' })
  Object.assign(orderOf(fake, keys[2] ?? ''), { displayFulfillmentStatus: 'FULFILLED' })
  Object.assign(orderOf(fake, keys[3] ?? ''), { displayFinancialStatus: 'PENDING' })
  const reading = await list(gifts)
  assert.ok(reading.ok)
  assert.deepEqual(
    reading.orders.map(({ key, state }) => [key, state]),
    [
      [keys[0], 'paid'],
      [keys[1], 'ended'],
      [keys[2], 'shipped'],
      [keys[3], 'unpaid'],
    ],
  )
  const [order] = reading.orders
  assert.deepEqual(
    [order?.buyer, order?.lines, order?.attributes.gift_recipient_email],
    ['Bea Buyer', [{ sku: 'S', quantity: 1 }], 'rosa@recipient.example'],
  )
  fake.trick = (_, response, body) => {
    if (!body.includes('gifts: orders(')) return false
    const pageInfo = { hasNextPage: true, endCursor: 'same' }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: { gifts: { pageInfo, nodes: [] } } }))
    return true
  }
  assert.deepEqual(await list(gifts), { ok: false, reason: 'The shop repeats its pages.' })
})

it('holds an order once, and not after it has shipped', async () => {
  const { fake, gifts } = await start()
  const key = fake.buy(giftFor(), ['S'])
  assert.deepEqual(await gifts.hold(key), { kind: 'on_hold' })
  assert.deepEqual(await gifts.hold(key), { kind: 'on_hold' })
  assert.equal(holdsOf(fake, key)?.length, 1)
  Object.assign(orderOf(fake, key), { displayFulfillmentStatus: 'FULFILLED' })
  assert.equal((await gifts.hold(key)).kind, 'too_late')
  assert.equal((await gifts.hold('999')).kind, 'too_late')
})

it('ships the paid order with another item, and ends only its own hold', async () => {
  const { fake, carrier, gifts } = await start()
  const key = fake.buy(giftFor(), ['S'])
  await gifts.hold(key)
  const foreign = { id: 'gid://shopify/FulfillmentHold/foreign', heldByRequestingApp: false }
  orderOf(fake, key).fulfillmentOrders?.nodes[0]?.fulfillmentHolds.push(foreign)
  const count = fake.orders.size
  const request = requestFor(key, 'L', { card_url: 'https://bestow.example/cards/1' })
  const placed = await carrier.place(request)
  assert.ok(placed.kind === 'placed', JSON.stringify(placed))
  assert.deepEqual([placed.label.carrier_ref, fake.orders.size], [key, count])
  assert.deepEqual(quantities(fake, key), ['L 1'])
  assert.deepEqual(holdsOf(fake, key), [foreign])
  const { shippingAddress, note } = orderOf(fake, key)
  assert.deepEqual(
    [shippingAddress?.address1, shippingAddress?.countryCodeV2],
    ['1 Example Street', 'US'],
  )
  assert.equal(note, 'Print the card: https://bestow.example/cards/1')
  assert.deepEqual([fake.variants.get(1)?.quantity, fake.variants.get(2)?.quantity], [4, 2])
  const requests = fake.requests.length
  assert.equal((await carrier.place(request)).kind, 'placed')
  assert.equal(fake.requests.length - requests, 1)
})

it('continues after each answer that was lost, and when asked twice at once', async () => {
  for (let lost = 1; lost <= 12; lost += 1) {
    const { fake, carrier, gifts } = await start()
    const key = fake.buy(giftFor(), ['S'])
    await gifts.hold(key)
    let count = 0
    fake.trick = (_, response) => {
      count += 1
      if (count === lost)
        Object.assign(response, { writeHead: () => response, end: () => response.destroy() })
      return false
    }
    const request = requestFor(key, 'L')
    await carrier.place(request)
    fake.trick = () => false
    await Promise.all([carrier.place(request), carrier.place(request)])
    const last = await carrier.place(request)
    assert.equal(last.kind, 'placed', `lost ${lost}: ${JSON.stringify(last)}`)
    assert.deepEqual(quantities(fake, key), ['L 1'])
    assert.deepEqual(holdsOf(fake, key), [])
  }
})

it('refuses an order that is refunded, shipped elsewhere, unpaid or gone', async () => {
  const { fake, carrier } = await start()
  for (const [change, reason] of [
    [{ displayFinancialStatus: 'REFUNDED' }, /is cancelled or refunded/],
    [{ displayFulfillmentStatus: 'FULFILLED' }, /has already shipped/],
    [{ displayFinancialStatus: 'PENDING' }, /is not paid/],
    [{ lineItems: { nodes: [] } }, /no longer has a product/],
  ] as const) {
    const key = fake.buy(giftFor(), ['S'])
    Object.assign(orderOf(fake, key), change)
    const result = await carrier.place(requestFor(key, 'S'))
    assert.ok(result.kind === 'refused', JSON.stringify(result))
    assert.match(result.reason, reason)
  }
  const gone = await carrier.place(requestFor('999', 'S'))
  assert.ok(gone.kind === 'refused')
  const sold = fake.buy(giftFor(), ['S'])
  fake.variants.set(2, { id: 2, product_id: 1, sku: 'L', quantity: 0 })
  const result = await carrier.place(requestFor(sold, 'L'))
  assert.ok(result.kind === 'refused')
  assert.match(result.reason, /out of stock/)
})

it('writes a note once, below that of the buyer', async () => {
  const { fake, gifts } = await start()
  const key = fake.buy(giftFor(), ['S'])
  orderOf(fake, key).note = 'Ring twice.'
  for (let turn = 0; turn < 2; turn += 1)
    assert.deepEqual(await gifts.note(key, 'The gift has ended.'), { kind: 'noted' })
  assert.equal(orderOf(fake, key).note, 'Ring twice.\nThe gift has ended.')
})
