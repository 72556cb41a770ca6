import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, it } from 'node:test'
import type { Carrier, Shop, ShopReading } from '#fulfilment'
import {
  type FakeShopify,
  shopifyKeys,
  shopifyWebhookSecret,
  signShopify,
  startFakeShopify,
  throttled,
} from '#test/fake-shopify'
import { createShipmentLine, createShipmentRequest } from '#test/shipment-fixture'
import { createShopify } from './shopify.ts'

const shops: FakeShopify[] = []
after(() => Promise.all(shops.map(({ close }) => close())))

async function start(tag = ''): Promise<{ fake: FakeShopify; carrier: Carrier; shop: Shop }> {
  const fake = await startFakeShopify()
  shops.push(fake)
  const carrier = createShopify({
    ...{ ...shopifyKeys, url: fake.url, webhook_secret: shopifyWebhookSecret, tag },
    ...{ outbound: { allowPrivate: true }, timeoutMs: 2_000, maxWaitMs: 20 },
  })
  return { fake, carrier, shop: carrier.shop ?? assert.fail('no shop') }
}

const read = (shop: Shop) => shop.read(AbortSignal.timeout(30_000))
const reasonOf = (reading: ShopReading) => (reading.ok ? assert.fail('read') : reading.reason)
const respond = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  return true
}

function fill({ products, variants }: FakeShopify, count: number): void {
  for (let id = 1; id <= count; id += 1) {
    products.set(id, { title: `P${id}`, tag: id % 2 ? 'gift' : 'other' })
    variants.set(id, { id, product_id: id, sku: `S${id}`, price: '8.90', quantity: id })
  }
}

it('reads all pages of the tag, also when the shop throttles with the status 200', async () => {
  const { fake, shop } = await start('gift')
  fill(fake, 120)
  fake.pageSize = 25
  let count = 0
  fake.trick = (request, response) => {
    count += 1
    return request.url?.includes('graphql') && count % 3 === 0 && respond(response, throttled)
  }
  const reading = await read(shop)
  assert.ok(reading.ok, JSON.stringify(reading))
  assert.deepEqual([reading.country, reading.products.length], ['DE', 60])
  const [first] = reading.products[0]?.variants ?? []
  assert.deepEqual(first, {
    ...{ key: '1', sku: 'S1', name: 'P1', picture: null, available: 1 },
    price: { amount_minor: 890, currency: 'EUR' },
  })
})

it('says why it cannot read, and gives up on a shop that throttles without end', async () => {
  const { fake, shop } = await start()
  fill(fake, 3)
  const answers: [unknown, number, RegExp][] = [
    [throttled, 200, /asks to wait/],
    [{ errors: [{ message: 'Access denied for products' }] }, 200, /Access denied for products/],
    [{ errors: 'Not Found' }, 200, /an error/],
    [{ data: null }, 200, /not one of Shopify/],
    [{ data: { list: {} } }, 200, /not one of Shopify/],
    [{}, 402, /402/],
    [{}, 429, /429/],
  ]
  for (const [body, status, reason] of answers) {
    fake.trick = (request, response, query) =>
      request.url?.includes('graphql') &&
      query.includes('list: products') &&
      respond(response, body, status)
    const before = fake.requests.length
    assert.match(reasonOf(await read(shop)), reason)
    assert.ok(fake.requests.length - before < 12)
  }
  fake.trick = (request, response) =>
    request.url?.includes('oauth') && respond(response, { error: 'invalid_client' }, 401)
  assert.equal((await read((await start()).shop)).ok, true)
  const other = await start()
  other.fake.trick = fake.trick
  assert.match(reasonOf(await read(other.shop)), /no access token \(status 401\)/)
})

it('ends when the shop repeats a cursor, and believes no product without variants', async () => {
  const { fake, shop } = await start()
  fill(fake, 3)
  fake.trick = (_, response, query) => {
    if (!query.includes('list: products')) return false
    const pageInfo = { hasNextPage: true, endCursor: 'same' }
    return respond(response, { data: { list: { pageInfo, nodes: [] } } })
  }
  assert.match(reasonOf(await read(shop)), /repeats its pages/)
  fake.trick = () => false
  fake.variants.delete(2)
  assert.match(reasonOf(await read(shop)), /have changed while they were read/)
})

it('refuses what the shop no longer has, and what it has too little of', async () => {
  const { fake, carrier } = await start()
  fill(fake, 1)
  const order = (sku: string, quantity = 1) =>
    carrier.place(
      createShipmentRequest({ lines: [createShipmentLine({ sku, quantity, name: 'Cup' })] }),
    )
  for (const [result, reason] of [
    [await order('GONE'), /^The shop no longer has Cup \(GONE\)\.$/],
    [await order('S1" OR sku:*'), /no longer has/],
    [await order('S1', 2), /out of stock/],
  ] as const) {
    assert.ok(result.kind === 'refused', JSON.stringify(result))
    assert.match(result.reason, reason)
  }
  fake.trick = (_, response, query) => {
    if (!query.includes('orderCreate')) return false
    const userErrors = [{ field: ['order'], message: 'Zip is invalid' }]
    return respond(response, { data: { orderCreate: { order: null, userErrors } } })
  }
  const refused = await order('S1')
  assert.ok(refused.kind === 'refused')
  assert.match(refused.reason, /Zip is invalid/)
  assert.equal(fake.orders.size, 0)
})

it('leaves one order of two that are placed at the same instant', async () => {
  const { fake, carrier } = await start()
  fill(fake, 1)
  fake.variants.set(1, { id: 1, product_id: 1, sku: 'S1', quantity: 50 })
  const request = createShipmentRequest({ lines: [createShipmentLine({ sku: 'S1' })] })
  await Promise.all([carrier.place(request), carrier.place(request), carrier.place(request)])
  const label = await carrier.place(request)
  assert.equal(label.kind, 'placed')
  const open = [...fake.orders.values()].filter(({ cancelledAt }) => cancelledAt === null)
  assert.equal(open.length, 1)
})

it('reads the way of a parcel, and the end of an order', async () => {
  const { fake, carrier, shop } = await start()
  const id = 'gid://shopify/Order/7'
  const event = (status: string, hour: number) => ({
    ...{ id: `gid://shopify/FulfillmentEvent/${hour}`, status, city: 'Berlin', message: null },
    happenedAt: `2026-05-01T${hour}:00:00Z`,
  })
  const nodes = [event('IN_TRANSIT', 11), event('DELAYED', 12), event('DELIVERED', 15)]
  const parcel = {
    ...{ id: 'gid://shopify/Fulfillment/1', status: 'SUCCESS', createdAt: '2026-05-01T10:00:00Z' },
    trackingInfo: [{ company: 'DHL', number: '00340', url: 'https://dhl.example/00340' }],
    events: { nodes },
  }
  const order = { id, tags: [], input: { lineItems: [], shippingAddress: {} } }
  fake.orders.set(id, { ...order, cancelledAt: null, fulfillments: [parcel] })
  const body = JSON.stringify({ id: 1, order_id: 7, tracking_number: 'a lie' })
  const headers = signShopify(body, 'fulfillments/create')
  const parsed = await carrier.inbox?.parse({ headers, body: Buffer.from(body) })
  assert.ok(parsed?.kind === 'tracking')
  const { scans, carrier_name, tracking_code, tracking_url } = parsed.tracking
  assert.deepEqual(
    [scans.map(({ state }) => state), carrier_name, tracking_code, tracking_url],
    [['in_transit', 'in_transit', 'delivered'], 'DHL', '00340', 'https://dhl.example/00340'],
  )
  const cancelledAt = '2026-05-02T10:00:00Z'
  fake.orders.set(id, { ...order, cancelledAt, fulfillments: [{ ...parcel, status: 'CANCELLED' }] })
  const ended = await shop.track('7')
  assert.ok(ended.kind === 'tracking')
  assert.deepEqual(
    ended.tracking.scans.map(({ state }) => state),
    ['cancelled'],
  )
  assert.deepEqual(await shop.track('8'), { kind: 'other' })
  const changed = Buffer.from('{}')
  const topic = signShopify('{}', 'inventory_levels/update')
  assert.deepEqual(await carrier.inbox?.parse({ headers: topic, body: changed }), {
    kind: 'products',
  })
})
