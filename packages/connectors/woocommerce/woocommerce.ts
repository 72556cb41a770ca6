import type { TestResult } from '#connections'
import type { Carrier } from '#fulfilment'
import { maxListBytes } from '#platform/http-client/json-request'
import { describe, send, toListing, type WooCommerceOptions } from './client.ts'
import { cancelOrder, placeOrder } from './orders.ts'
import { createPaidGifts } from './paid-gifts.ts'
import { placePaid } from './place-paid.ts'
import { readProducts } from './products.ts'
import { carrierName, inboxKey, parseMessage, trackOrder } from './tracking.ts'

/*
 * A shop with WooCommerce, over version 3 of its REST API. It is written after the published reference and its source. The
 * tests use a stub, and no request has reached a real shop.
 */

export const createWooCommerce = (given: WooCommerceOptions): Carrier => {
  const options = { ...given, url: given.url.replace(/\/+$/, '') }
  return {
    name: carrierName,
    packedHere: false,
    place: (request) =>
      request.paid_order === null
        ? placeOrder(options, request)
        : placePaid(options, request, request.paid_order),
    cancel: (carrier_ref) => cancelOrder(options, carrier_ref),
    inbox: {
      key: inboxKey(options.webhook_secret),
      parse: (message) => parseMessage(options, message),
    },
    shop: {
      read: (signal) => readProducts(options, signal),
      track: (carrier_ref) => trackOrder(options, carrier_ref),
      gifts: createPaidGifts(options),
    },
  }
}

/** Reads one product and one order, which changes nothing. Whether the key may write is seen with the first order. */
export async function testWooCommerce(options: WooCommerceOptions): Promise<TestResult> {
  const tried = `GET ${options.url}/wp-json/wc/v3/products and /orders`
  for (const path of [
    '/orders?per_page=1',
    '/settings/general',
    '/products?per_page=1&status=publish',
  ]) {
    const reply = await send(options, path, { maxBytes: maxListBytes })
    const isList = path.startsWith('/settings')
      ? reply.ok && reply.status === 200 && Array.isArray(reply.body)
      : toListing(reply) !== undefined
    if (!isList) return { ok: false, tried, answer: describe(reply) }
    const listing = toListing(reply)
    if (path.startsWith('/products'))
      return {
        ok: true,
        tried,
        answer: `The key is valid. The shop offers ${listing?.total} products.`,
      }
  }
  return { ok: false, tried, answer: 'nothing was tried' }
}
