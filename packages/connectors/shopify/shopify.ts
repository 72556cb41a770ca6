import type { TestResult } from '#connections'
import type { Carrier } from '#fulfilment'
import { member, textOf } from '#platform/http-client/json-request'
import { createClient, nodesOf, type ShopifyOptions } from './client.ts'
import { cancelOrder, placeOrder } from './orders.ts'
import { createPaidGifts } from './paid-gifts.ts'
import { placePaid } from './place-paid.ts'
import { readProducts } from './products.ts'
import { carrierName, inboxKey, parseMessage, trackOrder } from './tracking.ts'

/*
 * A shop at Shopify, over the GraphQL Admin API. It is written after the published reference. The tests use a stub, and no
 * request has reached a real shop.
 */

export function createShopify(options: ShopifyOptions): Carrier {
  const client = createClient(options)
  return {
    name: carrierName,
    packedHere: false,
    place: (request) =>
      request.paid_order === null
        ? placeOrder(client, request)
        : placePaid(client, request, request.paid_order),
    cancel: (carrier_ref) => cancelOrder(client, carrier_ref),
    inbox: {
      key: inboxKey(options.webhook_secret),
      parse: (message) => parseMessage(client, options.webhook_secret, message),
    },
    shop: {
      read: (signal) => readProducts(client, options.tag, signal),
      track: (carrier_ref) => trackOrder(client, carrier_ref),
      gifts: createPaidGifts(client, options.url),
    },
  }
}

const testQuery = `query {
  shop { name }
  orders(first: 1) { nodes { id } }
  productVariants(first: 1) { nodes { id inventoryItem { tracked } } }
}`

/** Reads one order and one variant, which changes nothing. Whether the app may write is seen with the first order. */
export async function testShopify(options: ShopifyOptions): Promise<TestResult> {
  const tried = `POST ${options.url}/admin/api, reading the shop, orders and products`
  const reply = await createClient(options).send(testQuery, {})
  if (!reply.ok) return { ok: false, tried, answer: reply.reason }
  const name = textOf(member(member(reply.data, 'shop'), 'name'), 200)
  if (name === undefined || nodesOf(member(reply.data, 'orders')) === undefined)
    return { ok: false, tried, answer: 'The response of the shop is not one of Shopify.' }
  return { ok: true, tried, answer: `The credentials are valid for ${name}.` }
}
