import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Bestow } from '@bestow/sdk'

/** The part of the order webhook that the gift needs. */
interface ShopOrder {
  id: string
  total: number
  customer: { first_name: string; last_name: string; email: string }
}

export interface ShopOrderOptions {
  bestow: Bestow
  campaign_id: string
  /** The secret that the shop signs its webhooks with. */
  secret: string
  /** Orders below this total get no gift. */
  minTotal: number
  onRejected: (order: ShopOrder, error: Error) => void
}

const maxBytes = 256 * 1024

/** Returns a handler for the order webhook of a shop: one gift for each large order, however often the webhook arrives. */
export function createOrderHandler(options: ShopOrderOptions) {
  const { bestow, campaign_id, secret, minTotal, onRejected } = options
  return async (request: Request): Promise<Response> => {
    const bytes = Buffer.from(await request.arrayBuffer())
    if (bytes.length > maxBytes) return new Response(null, { status: 413 })
    if (!isSigned(bytes, request.headers.get('x-shop-signature') ?? '', secret))
      return new Response(null, { status: 401 })
    const order: ShopOrder = JSON.parse(bytes.toString())
    if (order.total < minTotal) return new Response(null, { status: 200 })
    try {
      if (await hasGift(bestow, order.id)) return new Response(null, { status: 200 })
      await bestow.giftRequests.create(
        { campaign_id, recipient: order.customer, metadata: { order: order.id } },
        { idempotencyKey: `order-${order.id}` },
      )
      return new Response(null, { status: 201 })
    } catch (error) {
      // The service rejects the data: a retry has the same result, so a person looks at the order.
      if (error instanceof Error && 'status' in error && error.status === 422) {
        onRejected(order, error)
        return new Response(null, { status: 200 })
      }
      // Not reachable or too busy: the shop sends the webhook again.
      return new Response(null, { status: 503 })
    }
  }
}

/** Returns whether the order has a gift. The idempotency key only protects for a day, and shops can be later. */
async function hasGift(bestow: Bestow, order: string): Promise<boolean> {
  const { data } = await bestow.giftRequests.list({ metadata: { order }, limit: 1 })
  return data.length > 0
}

function isSigned(bytes: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(bytes).digest()
  const actual = Buffer.from(signature, 'base64')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
