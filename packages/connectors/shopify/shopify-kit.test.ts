import { after } from 'node:test'
import { testCarrier } from '#test/carrier-kit'
import { testConnector } from '#test/connector-kit'
import {
  shopifyKeys,
  shopifyWebhookSecret,
  signShopify,
  startFakeShopify,
} from '#test/fake-shopify'
import { testShop } from '#test/shop-kit'
import { startShopifyService } from '#test/shop-services'
import type { ShopifyOptions } from './client.ts'
import { shopify } from './index.ts'
import { createShopify, testShopify } from './shopify.ts'

const shop = await startFakeShopify()
after(() => shop.close())
shop.products.set(1, { title: 'Cup' })
shop.variants.set(1, { id: 1, product_id: 1, sku: 'CUP', quantity: 10_000 })

const toOptions = (options: Pick<ShopifyOptions, 'url' | 'outbound' | 'timeoutMs'>) => ({
  ...shopifyKeys,
  ...{ webhook_secret: shopifyWebhookSecret, tag: '' },
  ...options,
})

testConnector(shopify)
testCarrier('Shopify', {
  open: (options) => createShopify(toOptions(options)),
  test: (options) => testShopify(toOptions(options)),
  service: { url: shop.url, countParcels: () => shop.orders.size },
  secrets: [shopifyKeys.client_secret, shopifyWebhookSecret],
  messages: {
    write(carrier_ref, scans) {
      const id = `gid://shopify/Order/${carrier_ref}`
      shop.orders.set(id, {
        ...{ id, tags: [], cancelledAt: null, input: { lineItems: [], shippingAddress: {} } },
        fulfillments: scans.map((scan) => ({
          ...{ id: `gid://shopify/Fulfillment/${scan.id}`, status: 'SUCCESS', createdAt: scan.at },
          ...{ trackingInfo: [{ company: 'UPS', number: '1Z' }], events: { nodes: [] } },
        })),
      })
      return JSON.stringify({ order_id: carrier_ref })
    },
    sign: (body) => signShopify(body, 'fulfillments/update'),
  },
})
testShop('Shopify as a shop', {
  open: (options) => createShopify(toOptions(options)),
  test: (options) => testShopify(toOptions(options)),
  start: startShopifyService,
  secrets: [shopifyKeys.client_secret, shopifyWebhookSecret],
})
