import { after } from 'node:test'
import { testCarrier } from '#test/carrier-kit'
import { testConnector } from '#test/connector-kit'
import { signWoo, startFakeWoo, wooKeys, wooWebhookSecret } from '#test/fake-woocommerce'
import { testShop } from '#test/shop-kit'
import { startWooService } from '#test/shop-services'
import type { WooCommerceOptions } from './client.ts'
import { woocommerce } from './index.ts'
import { createWooCommerce, testWooCommerce } from './woocommerce.ts'

const shop = await startFakeWoo()
after(() => shop.close())
shop.items.set(1, { id: 1, name: 'Cup', sku: 'CUP', stock: 10_000 })

const toOptions = (options: Pick<WooCommerceOptions, 'url' | 'outbound' | 'timeoutMs'>) => ({
  ...wooKeys,
  ...{ webhook_secret: wooWebhookSecret, category: '' },
  ...options,
})

testConnector(woocommerce)
testCarrier('WooCommerce', {
  open: (options) => createWooCommerce(toOptions(options)),
  test: (options) => testWooCommerce(toOptions(options)),
  service: { url: shop.url, countParcels: shop.countOrders },
  secrets: [...Object.values(wooKeys), wooWebhookSecret],
  messages: {
    write(carrier_ref, scans) {
      shop.orders.set(carrier_ref, {
        ...{ id: carrier_ref, status: 'processing', billing: {}, shipping: {}, line_items: [] },
        date_modified_gmt: '2026-05-01T08:00:00',
        meta_data: [
          {
            key: '_wc_shipment_tracking_items',
            value: scans.map(({ id, at }) => ({
              ...{ tracking_id: id, tracking_number: `1Z${id}`, tracking_provider: 'ups' },
              date_shipped: Number.isNaN(Date.parse(at)) ? at : String(Date.parse(at) / 1000),
            })),
          },
        ],
      })
      return JSON.stringify({ id: carrier_ref })
    },
    sign: (body) => signWoo(body, 'order.updated'),
  },
})
testShop('WooCommerce as a shop', {
  open: (options) => createWooCommerce(toOptions(options)),
  test: (options) => testWooCommerce(toOptions(options)),
  start: startWooService,
  secrets: [...Object.values(wooKeys), wooWebhookSecret],
})
