import { shopifyWebhookSecret, signShopify, startFakeShopify } from './fake-shopify.ts'
import { signWoo, startFakeWoo } from './fake-woocommerce.ts'
import type { ShopService } from './shop-subject.ts'

/* The fakes of shops, as the conformance kit of shops needs them. */

export async function startWooService(): Promise<ShopService> {
  const woo = await startFakeWoo()
  const orderOf = (key: string) => {
    const order = woo.orders.get(key)
    if (order === undefined) throw new Error(`there is no order ${key}`)
    return order
  }
  const changes = {
    unpaid: { date_paid_gmt: null },
    shipped: { status: 'completed' },
    ended: { status: 'refunded' },
  }
  return {
    url: woo.url,
    put: (id, sku, stock) => void woo.items.set(id, { id, name: `Product ${sku}`, sku, stock }),
    remove: (id) => void woo.items.delete(id),
    buy: woo.buy,
    set: (key, state) => void Object.assign(orderOf(key), changes[state]),
    see(key) {
      const { status, line_items, shipping } = orderOf(key)
      const skus = line_items.flatMap(({ sku = '', quantity }) => Array(quantity).fill(sku))
      return { isOnHold: status === 'on-hold', skus, line_1: shipping.address_1 ?? '' }
    },
    dump: (key) => JSON.stringify(orderOf(key)),
    countNotes: (key, text) => (woo.notes.get(key) ?? []).filter((note) => note === text).length,
    countOrders: woo.countOrders,
    write(about, key) {
      const body = JSON.stringify({ id: Number(key), status: 'completed' })
      return { headers: signWoo(body, `${about}.updated`), body: Buffer.from(body) }
    },
    close: woo.close,
  }
}

export async function startShopifyService(): Promise<ShopService> {
  const shop = await startFakeShopify()
  shop.pageSize = 50
  const orderOf = (key: string) => {
    const order = shop.orders.get(`gid://shopify/Order/${key}`)
    if (order === undefined) throw new Error(`there is no order ${key}`)
    return order
  }
  const changes = {
    unpaid: { displayFinancialStatus: 'PENDING' },
    shipped: { displayFulfillmentStatus: 'FULFILLED' },
    ended: { displayFinancialStatus: 'REFUNDED' },
  }
  return {
    url: shop.url,
    put(id, sku, quantity) {
      shop.products.set(id, { title: `Product ${sku}` })
      shop.variants.set(id, { id, product_id: id, sku, quantity })
    },
    remove(id) {
      shop.products.delete(id)
      shop.variants.delete(id)
    },
    buy: shop.buy,
    set: (key, state) => void Object.assign(orderOf(key), changes[state]),
    see(key) {
      const { lineItems, fulfillmentOrders, shippingAddress } = orderOf(key)
      const parts = fulfillmentOrders?.nodes ?? []
      return {
        isOnHold: parts.some(({ fulfillmentHolds }) => fulfillmentHolds.length > 0),
        skus: (lineItems?.nodes ?? []).flatMap(({ sku, currentQuantity }) =>
          Array(currentQuantity).fill(sku),
        ),
        line_1: String(shippingAddress?.address1 ?? ''),
      }
    },
    dump: (key) => JSON.stringify(orderOf(key)),
    countNotes: (key, text) => (orderOf(key).note ?? '').split(text).length - 1,
    countOrders: () => shop.orders.size,
    write(about, key) {
      const body = JSON.stringify({ id: Number(key), status: 'a lie' })
      const headers = signShopify(body, `${about}s/updated`, shopifyWebhookSecret)
      return { headers, body: Buffer.from(body) }
    },
    close: shop.close,
  }
}
