import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as connections from '#connections'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { carriers } from '#http/carriers'
import { createTestApp } from '#test/api-harness'
import { homeAddress, redeem } from '#test/catalogue-fixture'
import { signWoo, startFakeWoo, wooKeys, wooWebhookSecret } from '#test/fake-woocommerce'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { pngWithMetadata } from '#test/pictures'
import { connectShop } from '#test/shop-fixture'

/* A shop from the connection to the delivered gift, over HTTP. */

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
const settings = { url: woo.url, ...wooKeys, webhook_secret: wooWebhookSecret, category: 'gifts' }
const shop = await connectShop(testApp, shipping.connectors, {
  ...{ kind: 'woocommerce', name: 'Corner shop', settings },
})
const picture = `${woo.url}/mug.png`
woo.items.set(1, {
  ...{ id: 1, name: 'Mug &amp; co', sku: 'MUG-ALL', type: 'variable', category: 'gifts' },
  ...{ description: '<p>A <b>mug</b>.</p><ul><li>Blue</li></ul>', images: [picture] },
})
woo.items.set(2, {
  ...{ id: 2, parent_id: 1, type: 'variation', sku: 'MUG-S', option: 'Small', stock: 4 },
  price: '8.90',
})
woo.items.set(3, { id: 3, parent_id: 1, type: 'variation', sku: 'MUG-L', option: 'Large' })
woo.items.set(4, { id: 4, name: 'Not a gift', sku: 'NO' })
woo.items.set(5, { id: 5, name: 'A file', sku: 'FILE', category: 'gifts', virtual: true })
woo.trick = (request, response) => {
  if (request.url !== '/mug.png') return false
  response.writeHead(200, { 'content-type': 'image/png' }).end(pngWithMetadata())
  return true
}

const inboxUrl = async () => {
  const row = (await testApp.run(connections.list)).find(({ id }) => id === shop.id)
  const url = row && (await testApp.run(async (ctx) => fulfilment.findInboxUrl(ctx, row, shipping)))
  return new URL(url ?? assert.fail('no inbox')).pathname
}
async function send(topic: string, content: object, secret?: string): Promise<string> {
  const payload = JSON.stringify(content)
  const headers = { 'content-type': 'application/json', ...signWoo(payload, topic, secret) }
  const url = await inboxUrl()
  const { statusCode, payload: text } = await testApp.app.inject({
    ...{ method: 'POST', url, headers, payload },
  })
  return `${statusCode} ${text.trim()}`
}

it('brings the products of a category into the catalogue, with their pictures', async () => {
  await shop.run()
  const { counts, problems } = await shop.state()
  assert.deepEqual(problems, [])
  assert.deepEqual(counts, { added: 1, changed: 0, removed: 0, skipped: 0 })
  const mug = await shop.find('Mug & co')
  assert.equal(mug?.description, 'A mug.\n\n• Blue')
  assert.deepEqual(
    mug?.variants.map((each) => [
      each.sku,
      each.name,
      each.unit_cost_minor,
      each.unit_cost_currency,
    ]),
    [
      ['MUG-S', 'Small', 890, 'EUR'],
      ['MUG-L', 'Large', 1_000, 'EUR'],
    ],
  )
  assert.match(mug?.images[0]?.url ?? '', /\/images\/[0-9a-f]{32}\.png$/)
  assert.deepEqual([await shop.available('MUG-S'), await shop.available('MUG-L')], [4, 9_999])
})

async function ship(sku: string): Promise<{ id: string; ref: string }> {
  const id = await shop.createGift(sku)
  await redeem(testApp, id, { shipping_address: homeAddress })
  await shipper.run()
  const ref = await testApp.run((ctx) =>
    ctx.queryValue<string>(
      'select carrier_ref from fulfilment.parcel where account_id = $1 and gift_request_id = $2',
      [ctx.account_id, id],
    ),
  )
  return { id, ref: ref ?? '' }
}
const stateOf = async (id: string) => (await shipper.parcels(id))[0]?.state

it('orders a gift at the shop, and follows it to the recipient', async () => {
  const { id, ref } = await ship('MUG-S')
  const order = woo.orders.get(ref) ?? assert.fail('no order')
  assert.deepEqual(order.line_items, [{ product_id: 1, variation_id: 2, quantity: 1 }])
  assert.deepEqual(
    [order.status, order.shipping.first_name, order.shipping.last_name, order.shipping.address_1],
    ['processing', 'Ada', 'Larkin', 'Unter den Linden 1'],
  )
  assert.equal(woo.items.get(2)?.stock, 3)
  order.meta_data.push({
    key: '_wc_shipment_tracking_items',
    value: [
      {
        ...{ tracking_provider: 'DHL', tracking_number: '00340', tracking_id: 'a' },
        ...{ custom_tracking_link: 'https://dhl.example/00340' },
        date_shipped: String(Math.floor(Date.now() / 1000)),
      },
    ],
  })
  const body = { id: order.id, status: 'a lie' }
  assert.equal(await send('order.updated', body, 'another secret'), '401 invalid signature')
  const both = await Promise.all([send('order.updated', body), send('order.updated', body)])
  assert.deepEqual(both.toSorted(), ['200 applied', '200 duplicate'])
  const [parcel] = await shipper.parcels(id)
  assert.deepEqual(
    [parcel?.state, parcel?.carrier, parcel?.tracking_code, parcel?.tracking_url],
    ['in_transit', 'DHL', '00340', 'https://dhl.example/00340'],
  )
  order.status = 'delivered'
  order.date_modified_gmt = new Date(Date.now() + 1_000).toISOString().slice(0, 19)
  await shop.runAgain() // the shop has lost its message
  assert.equal(await stateOf(id), 'delivered')
  assert.equal(await send('order.updated', body), '200 duplicate')
  assert.equal(await send('order.updated', { id: 999 }), '200 ignored')
})

it('cancels the order with the gift, and reports one that the shop has cancelled', async () => {
  const { id, ref } = await ship('MUG-S')
  await testApp.run((ctx) => gifting.cancel(ctx, id, 'by a test'))
  await shipper.run()
  assert.equal(woo.orders.get(ref)?.status, 'cancelled')
  const other = await ship('MUG-S')
  Object.assign(woo.orders.get(other.ref) ?? {}, { status: 'refunded' })
  assert.equal(await send('order.updated', { id: Number(other.ref) }), '200 applied')
  assert.equal(await stateOf(other.id), 'cancelled')
  const shipped = await ship('MUG-S')
  Object.assign(woo.orders.get(shipped.ref) ?? {}, { status: 'completed' })
  await testApp.run((ctx) => gifting.cancel(ctx, shipped.id, 'by a test'))
  await shipper.run()
  assert.match((await shipper.parcels(shipped.id))[0]?.problem?.reason ?? '', /has shipped/)
})

it('says what to do with a gift whose variant the shop has deleted', async () => {
  const id = await shop.createGift('MUG-L')
  await redeem(testApp, id, { shipping_address: homeAddress })
  const large = woo.items.get(3) ?? assert.fail()
  woo.items.delete(3)
  const count = woo.orders.size
  await shipper.run()
  const [parcel] = await shipper.parcels(id)
  assert.equal(parcel?.state, 'refused')
  assert.match(parcel?.problem?.reason ?? '', /^The shop no longer has .+ \(MUG-L\)\.$/)
  assert.match(parcel?.problem?.remedy ?? '', /^Choose another item for the gift/)
  assert.equal(woo.orders.size, count)
  woo.items.set(3, large)
})

it('orders once when the shop hangs, loses answers and is asked twice at once', async () => {
  const id = await shop.createGift('MUG-L')
  await redeem(testApp, id, { shipping_address: homeAddress })
  const count = woo.orders.size
  const { trick } = woo
  let lost = 0
  woo.trick = (request, response) => {
    if (!request.url?.includes('/orders') || lost === 2) return false
    if (request.method === 'GET' && lost === 0) return false
    lost += 1
    // the order is created, and the answer is lost
    if (request.method === 'POST')
      Object.assign(response, { writeHead: () => response, end: () => response.destroy() })
    else response.destroy()
    return request.method !== 'POST'
  }
  await Promise.all([shipper.run(), shipper.run()])
  await shipper.run()
  woo.trick = trick
  assert.equal(lost, 2)
  assert.equal(woo.orders.size - count, 1)
  assert.equal(await stateOf(id), 'ordered')
})

it('says which picture cannot be loaded, and loads it with a later reading', async () => {
  const images = ['/late.png', '/huge.png'].map((path) => woo.url + path)
  woo.items.set(6, { id: 6, name: 'Kite', sku: 'KITE', category: 'gifts', images })
  const { trick } = woo
  woo.trick = (request, response, body) => {
    if (request.url === '/huge.png') response.writeHead(200).end(Buffer.alloc(800_000))
    else if (request.url === '/late.png') response.writeHead(404).end()
    else return trick(request, response, body)
    return true
  }
  const { problems, counts } = await shop.runAgain()
  assert.equal(counts?.added, 1)
  const text = problems.map(({ key, problem }) => `${key} ${problem}`).join('\n')
  assert.match(text, /^6 The picture .+late\.png cannot be loaded: its server returned 404\./)
  assert.match(text, /huge\.png is larger than 700 KB/)
  assert.deepEqual((await shop.find('Kite'))?.images, [])
  const kite = woo.items.get(6) ?? assert.fail()
  kite.images = [picture]
  const later = await shop.runAgain()
  assert.deepEqual([later.problems, later.counts?.changed], [[], 1])
  assert.equal((await shop.find('Kite'))?.images.length, 1)
})

it('survives texts that no database stores, and tracking that is no such thing', async () => {
  const name = `\u0000${'🎁'.repeat(140)}\ud800`
  woo.items.set(7, { id: 7, name, sku: 'ODD\u0000\udc00', category: 'gifts' })
  const { problems, counts } = await shop.runAgain()
  assert.deepEqual([problems, counts?.added], [[], 1])
  const { trick } = woo
  woo.trick = (_, response) => {
    response.writeHead(400).end(JSON.stringify({ code: 'a', message: '\u0000 no \ud800' }))
    return true
  }
  assert.equal((await shop.runAgain()).is_running, false)
  woo.trick = trick
  const row = (await testApp.run(connections.list)).find(({ id }) => id === shop.id)
  assert.match(row?.last_error ?? '', /400 \(a\): {1,2}no/)
  const { id, ref } = await ship('MUG-L')
  const value = [{ tracking_number: '\u0000', tracking_id: '\ud800', date_shipped: '1' }, null, 7]
  woo.orders.get(ref)?.meta_data.push({ key: '_wc_shipment_tracking_items', value })
  assert.equal(await send('order.updated', { id: Number(ref) }), '200 applied')
  assert.equal(await stateOf(id), 'in_transit')
})

it('reads the products soon after a message about them', async () => {
  const hasMinute = async () => (await shop.state()).next_run_at.getTime() < Date.now() + 60_000
  assert.equal(await hasMinute(), false)
  assert.equal(await send('product.updated', { id: 1 }), '200 products are read soon')
  assert.equal(await hasMinute(), true)
  const ping = { method: 'POST' as const, url: await inboxUrl(), payload: 'webhook_id=12' }
  assert.equal((await testApp.app.inject(ping)).statusCode, 200)
})
