import type { CancelResult, PlaceResult, ShipmentRequest, ShippingLabel } from '#fulfilment'
import { type JsonReply, maxListBytes, member } from '#platform/http-client/json-request'
import { describe, idOf, metaOf, send, toListing, type WooCommerceOptions } from './client.ts'

/** Carries the reference of a parcel: the order is found by it when an answer was lost. */
const referenceKey = '_bestow_reference'

export const unreachable = (reason: string) => ({ kind: 'unreachable', reason }) as const

/**
 * Creates the order of a parcel. First looks for an order with the reference, and afterwards again: of two requests at the
 * same instant, the first order stays, and the others are cancelled.
 */
export async function placeOrder(
  options: WooCommerceOptions,
  request: ShipmentRequest,
): Promise<PlaceResult> {
  const before = await findOrders(options, request.reference)
  if (typeof before === 'string') return unreachable(before)
  if (before.length > 0) return keepFirst(options, before)
  const lines = await findLines(options, request)
  if ('kind' in lines) return lines
  const reply = await send(options, '/orders', { body: toOrder(request, lines.line_items) })
  if (reply.ok && reply.status === 400) return refuse(describe(reply))
  const id = reply.ok && [200, 201].includes(reply.status) ? idOf(reply.body) : undefined
  if (!reply.ok || id === undefined || metaOf(reply.body, referenceKey) !== request.reference)
    return unreachable(describe(reply))
  const after = await findOrders(options, request.reference)
  return typeof after === 'string' || after.length === 0 ? placed(id) : keepFirst(options, after)
}

export const refuse = (reason: string, remedy = 'Correct the order, then retry.'): PlaceResult => ({
  ...{ kind: 'refused', reason, remedy },
})

export const placed = (carrier_ref: string): PlaceResult => ({
  kind: 'placed',
  label: toLabel(carrier_ref),
})

const toLabel = (carrier_ref: string): ShippingLabel => ({
  carrier_ref,
  ...{ carrier_name: null, tracking_code: null, tracking_url: null, label_url: null },
  estimated_at: null,
})

/** Finds the ids of the orders with a reference, the first one first. Returns why they cannot be read. */
async function findOrders(
  options: WooCommerceOptions,
  reference: string,
): Promise<string[] | string> {
  const path = `/orders?per_page=100&search=${encodeURIComponent(reference)}`
  const reply = await send(options, path, { maxBytes: maxListBytes })
  const listing = toListing(reply)
  if (listing === undefined) return describe(reply)
  const ids = listing.items.flatMap((each) =>
    metaOf(each, referenceKey) === reference ? (idOf(each) ?? []) : [],
  )
  return ids.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
}

async function keepFirst(
  options: WooCommerceOptions,
  [first = '', ...others]: readonly string[],
): Promise<PlaceResult> {
  for (const id of others) {
    const result = await cancelOrder(options, id)
    if (result.kind === 'unreachable') return result
  }
  return placed(first)
}

interface OrderLine {
  product_id: number
  variation_id?: number
  quantity: number
}

/** Finds the items by their SKUs. The shop itself would create an empty line for an SKU that it does not have. */
export async function findLines(
  options: WooCommerceOptions,
  { lines }: ShipmentRequest,
): Promise<{ line_items: OrderLine[] } | PlaceResult> {
  const line_items: OrderLine[] = []
  for (const { sku, name, quantity } of lines) {
    const path = `/products?per_page=100&sku=${encodeURIComponent(sku)}`
    const reply = await send(options, path, { maxBytes: maxListBytes })
    const listing = toListing(reply)
    if (listing === undefined) return unreachable(describe(reply))
    const found = listing.items.filter((each) => member(each, 'sku') === sku && isItem(each))
    const [item] = found
    if (item === undefined) return refuse(`The shop no longer has ${name} (${sku}).`, goneRemedy)
    if (!isAvailable(item, quantity))
      return refuse(`${name} (${sku}) is out of stock at the shop.`, stockRemedy)
    const id = Number(idOf(item))
    const parent = member(item, 'parent_id')
    const isVariation = typeof parent === 'number' && parent > 0
    line_items.push(
      isVariation
        ? { product_id: parent, variation_id: id, quantity }
        : { product_id: id, quantity },
    )
  }
  return { line_items }
}

const goneRemedy =
  'Choose another item for the gift, or offer this one in the shop again with the same SKU, then retry.'
const stockRemedy = 'Add stock in the shop, then retry; or choose another item for the gift.'

/** Returns whether a product can be ordered. A variable product itself cannot: its variations can. */
const isItem = (value: unknown): boolean =>
  /^\d{1,15}$/.test(idOf(value) ?? '') &&
  member(value, 'type') !== 'variable' &&
  member(value, 'status') !== 'trash'

function isAvailable(item: unknown, quantity: number): boolean {
  if (member(item, 'backorders_allowed') === true) return true
  if (member(item, 'stock_status') === 'outofstock') return false
  const stock = member(item, 'stock_quantity')
  return member(item, 'manage_stock') !== true || typeof stock !== 'number' || stock >= quantity
}

/** Builds the order. Its buyer is named after the reference, because the search of the shop covers names, but no meta data. */
function toOrder({ reference, address, card_url }: ShipmentRequest, line_items: OrderLine[]) {
  return {
    status: 'processing',
    payment_method: 'bestow',
    payment_method_title: 'Bestow',
    billing: { first_name: 'Bestow', last_name: reference, country: address.country },
    shipping: toShipping(address),
    ...(card_url !== null && { customer_note: `Print the card: ${card_url}` }),
    line_items,
    meta_data: [{ key: referenceKey, value: reference }],
  }
}

export function toShipping(address: ShipmentRequest['address']) {
  const [first_name = '', ...rest] = address.name.trim().split(/\s+/)
  return {
    ...{ first_name, last_name: rest.join(' '), company: '' },
    address_1: address.line_1,
    address_2: address.line_2 ?? '',
    ...{
      city: address.city ?? '',
      state: address.region ?? '',
      postcode: address.postal_code ?? '',
    },
    ...{ country: address.country, phone: address.phone ?? '' },
  }
}

/** The statuses after which nothing is shipped. */
export const endedStatuses: readonly unknown[] = ['cancelled', 'refunded', 'failed', 'trash']
const shippedStatuses: readonly unknown[] = ['completed', 'shipped', 'partial-shipped', 'delivered']

export const hasShipped = (order: unknown): boolean => {
  const items = metaOf(order, '_wc_shipment_tracking_items')
  return (
    shippedStatuses.includes(member(order, 'status')) || (Array.isArray(items) && items.length > 0)
  )
}

export async function cancelOrder(
  options: WooCommerceOptions,
  carrier_ref: string,
): Promise<CancelResult> {
  const path = `/orders/${encodeURIComponent(carrier_ref)}`
  const reply = await send(options, path)
  if (isGone(reply)) return { kind: 'cancelled' }
  if (!reply.ok || reply.status !== 200 || idOf(reply.body) !== carrier_ref)
    return unreachable(describe(reply))
  if (endedStatuses.includes(member(reply.body, 'status'))) return { kind: 'cancelled' }
  if (hasShipped(reply.body)) return { kind: 'too_late', reason: 'The shop has shipped the order.' }
  const cancelled = await send(options, path, { body: { status: 'cancelled' } })
  const isDone = cancelled.ok && cancelled.status === 200
  return isDone && endedStatuses.includes(member(cancelled.body, 'status'))
    ? { kind: 'cancelled' }
    : unreachable(describe(cancelled))
}

/** Returns whether WooCommerce itself says that there is no order. Another server's 404 says nothing. */
export const isGone = (reply: JsonReply): boolean =>
  reply.ok &&
  reply.status === 404 &&
  member(reply.body, 'code') === 'woocommerce_rest_shop_order_invalid_id'
