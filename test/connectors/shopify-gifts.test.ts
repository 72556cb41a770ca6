import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as connections from '#connections'
import { parseRawJson } from '#contract'
import * as fulfilment from '#fulfilment'
import { carriers } from '#http/carriers'
import { createTestApp } from '#test/api-harness'
import { homeAddress, redeem } from '#test/catalogue-fixture'
import {
  shopifyKeys,
  shopifyWebhookSecret,
  signShopify,
  startFakeShopify,
} from '#test/fake-shopify'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { connectShop } from '#test/shop-fixture'
import { createGiftReader, giftFor } from '#test/shop-gift-fixture'

const fake = await startFakeShopify()
after(() => fake.close())
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
fake.products.set(1, { title: 'Shirt' })
fake.variants.set(1, { id: 1, product_id: 1, sku: 'SHIRT-S', title: 'S', quantity: 5 })
fake.variants.set(2, { id: 2, product_id: 1, sku: 'SHIRT-L', title: 'L', quantity: 5 })
const settings = { url: fake.url, ...shopifyKeys, webhook_secret: shopifyWebhookSecret, tag: '' }
const shop = await connectShop(testApp, shipping.connectors, {
  ...{ kind: 'shopify', name: 'Larkfield', settings },
})
await shop.run()
const reader = createGiftReader(testApp, shipping.connectors, shop.id, fake.url)
await reader.switchOn()
await reader.read()

async function notify(topic: string, content: object): Promise<number> {
  const row = (await testApp.run(connections.list)).find(({ id }) => id === shop.id)
  const inbox =
    row && (await testApp.run(async (ctx) => fulfilment.findInboxUrl(ctx, row, shipping)))
  const payload = JSON.stringify(content)
  const headers = { 'content-type': 'application/json', ...signShopify(payload, topic) }
  const url = new URL(inbox ?? assert.fail('no inbox')).pathname
  const { statusCode } = await testApp.app.inject({ method: 'POST', url, headers, payload })
  return statusCode
}

it('makes an order of Shopify a gift, and ships that order with the chosen size', async () => {
  const key = fake.buy(giftFor(), ['SHIRT-S'])
  const order = fake.orders.get(`gid://shopify/Order/${key}`) ?? assert.fail('no order')
  // late messages come first, and the one about the payment twice at once
  await notify('orders/updated', { id: Number(key) })
  const paid = () => notify('orders/paid', { id: Number(key), financial_status: 'a lie' })
  assert.deepEqual(await Promise.all([paid(), paid()]), [200, 200])
  await testApp.advanceTime(61_000)
  await reader.read()
  await testApp.advanceTime()
  const gift = (await reader.giftOf(key)) ?? assert.fail((await reader.problems()).join())
  const parts = () => order.fulfillmentOrders?.nodes ?? []
  assert.equal(parts()[0]?.fulfillmentHolds.length, 1)
  const items = gift.offered === null ? [] : parseRawJson(gift.offered).line_items
  assert.deepEqual(
    items.map(({ sku }) => sku),
    ['SHIRT-S', 'SHIRT-L'],
  )
  const variant_ids = items.flatMap(({ sku, variant_id }) => (sku === 'SHIRT-L' ? variant_id : []))
  await redeem(testApp, gift.id, { variant_ids, shipping_address: homeAddress })
  const count = fake.orders.size
  await shipper.run()
  assert.equal(fake.orders.size, count)
  assert.ok(parts().every(({ fulfillmentHolds }) => fulfillmentHolds.length === 0))
  assert.equal(order.shippingAddress?.address1, homeAddress.line_1)
  Object.assign(order, { displayFulfillmentStatus: 'FULFILLED' })
  order.fulfillments.push({
    ...{ id: 'gid://shopify/Fulfillment/1', status: 'SUCCESS', events: { nodes: [] } },
    createdAt: new Date().toISOString(),
    trackingInfo: [{ company: 'DHL', number: '00342', url: 'https://dhl.example/00342' }],
  })
  assert.equal(await notify('fulfillments/create', { order_id: Number(key) }), 200)
  const [parcel] = await shipper.parcels(gift.id)
  assert.deepEqual([parcel?.state, parcel?.tracking_code], ['in_transit', '00342'])
})
