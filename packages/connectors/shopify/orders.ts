import { createHash } from 'node:crypto'
import type { CancelResult, PlaceResult, ShipmentRequest } from '#fulfilment'
import { listOf, member, textOf } from '#platform/http-client/json-request'
import { idOf, nodesOf, quote, type ShopifyClient, toGlobalId } from './client.ts'

/*
 * The tag of an order is the reference of its parcel. The search follows a new order within seconds, so the newest orders are
 * read, too.
 */
const findQuery = `query ($query: String!) {
  tagged: orders(first: 50, query: $query) { nodes { id tags } }
  newest: orders(first: 50, sortKey: CREATED_AT, reverse: true) { nodes { id tags } }
}`
const variantQuery = `query ($query: String!) {
  productVariants(first: 50, query: $query) {
    nodes { id sku inventoryQuantity inventoryPolicy inventoryItem { tracked } product { status } }
  }
}`
const createMutation = `mutation ($order: OrderCreateOrderInput!, $options: OrderCreateOptionsInput) {
  orderCreate(order: $order, options: $options) {
    order { id tags }
    userErrors { field message }
  }
}`
const stateQuery = `query ($id: ID!) {
  order(id: $id) { id cancelledAt fulfillments(first: 50) { status } }
}`
const cancelMutation = `mutation ($id: ID!) {
  orderCancel(
    orderId: $id, reason: OTHER, restock: true, notifyCustomer: false,
    refundMethod: { originalPaymentMethodsRefund: false }
  ) { job { id } orderCancelUserErrors { message } }
}`

export const unreachable = (reason: string) => ({ kind: 'unreachable', reason }) as const
export const noAnswer = 'The response of the shop is not one of Shopify.'

/** Creates the order of a parcel. Of two requests at the same instant, the first order stays, and the others are cancelled. */
export async function placeOrder(
  client: ShopifyClient,
  request: ShipmentRequest,
): Promise<PlaceResult> {
  const tag = toTag(request.reference)
  const before = await findOrders(client, tag)
  if (typeof before === 'string') return unreachable(before)
  if (before.length > 0) return keepFirst(client, before)
  const lines = await findLines(client, request)
  if ('kind' in lines) return lines
  const reply = await client.send(createMutation, {
    order: toOrder(request, tag, lines.lineItems),
    options: { inventoryBehaviour: 'DECREMENT_OBEYING_POLICY', sendReceipt: false },
  })
  if (!reply.ok) return unreachable(reply.reason)
  const result = member(reply.data, 'orderCreate')
  const [problem] = listOf(member(result, 'userErrors'), 5)
  const order = member(result, 'order')
  const id = idOf(order, 'Order')
  if (id === undefined && problem !== undefined)
    return refuse(`The shop refused the order: ${textOf(member(problem, 'message'), 300) ?? ''}`)
  if (id === undefined || !listOf(member(order, 'tags'), 250).includes(tag))
    return unreachable(noAnswer)
  const after = await findOrders(client, tag)
  return typeof after === 'string' || after.length === 0 ? placed(id) : keepFirst(client, after)
}

/** Shortens a reference, because a tag has at most 40 characters. */
const toTag = (reference: string): string =>
  reference.length <= 40
    ? reference
    : createHash('sha256').update(reference).digest('hex').slice(0, 40)

export const refuse = (reason: string, remedy = 'Correct the order, then retry.'): PlaceResult => ({
  ...{ kind: 'refused', reason, remedy },
})

export const placed = (carrier_ref: string): PlaceResult => ({
  kind: 'placed',
  label: {
    carrier_ref,
    ...{ carrier_name: null, tracking_code: null, tracking_url: null, label_url: null },
    estimated_at: null,
  },
})

/** Finds the ids of the orders with a tag, the first one first. Returns why they cannot be read. */
async function findOrders(client: ShopifyClient, tag: string): Promise<string[] | string> {
  const reply = await client.send(findQuery, { query: `tag:${quote(tag)}` })
  if (!reply.ok) return reply.reason
  const lists = ['tagged', 'newest'].map((name) => nodesOf(member(reply.data, name)))
  if (lists.includes(undefined)) return noAnswer
  const ids = lists.flatMap((list) =>
    (list ?? []).flatMap((each) =>
      listOf(member(each, 'tags'), 250).includes(tag) ? (idOf(each, 'Order') ?? []) : [],
    ),
  )
  return [...new Set(ids)].toSorted(
    (one, other) => one.length - other.length || (one < other ? -1 : 1),
  )
}

async function keepFirst(
  client: ShopifyClient,
  [first = '', ...others]: readonly string[],
): Promise<PlaceResult> {
  for (const id of others) {
    const result = await cancelOrder(client, id)
    if (result.kind === 'unreachable') return result
  }
  return placed(first)
}

interface OrderLine {
  variantId: string
  quantity: number
}

export async function findLines(
  client: ShopifyClient,
  { lines }: ShipmentRequest,
): Promise<{ lineItems: OrderLine[] } | PlaceResult> {
  const lineItems: OrderLine[] = []
  for (const { sku, name, quantity } of lines) {
    const reply = await client.send(variantQuery, { query: `sku:${quote(sku)}` })
    if (!reply.ok) return unreachable(reply.reason)
    const nodes = nodesOf(member(reply.data, 'productVariants'))
    if (nodes === undefined) return unreachable(noAnswer)
    const item = nodes.find(
      (each) =>
        member(each, 'sku') === sku && member(member(each, 'product'), 'status') === 'ACTIVE',
    )
    const id = idOf(item, 'ProductVariant')
    if (id === undefined) return refuse(`The shop no longer has ${name} (${sku}).`, goneRemedy)
    if (!isAvailable(item, quantity))
      return refuse(`${name} (${sku}) is out of stock at the shop.`, stockRemedy)
    lineItems.push({ variantId: toGlobalId('ProductVariant', id), quantity })
  }
  return { lineItems }
}

const goneRemedy =
  'Choose another item for the gift, or offer this one in the shop again with the same SKU, then retry.'
const stockRemedy = 'Add stock in the shop, then retry; or choose another item for the gift.'

function isAvailable(item: unknown, quantity: number): boolean {
  const isCounted =
    member(item, 'inventoryPolicy') !== 'CONTINUE' &&
    member(member(item, 'inventoryItem'), 'tracked') !== false
  const stock = member(item, 'inventoryQuantity')
  return !isCounted || typeof stock !== 'number' || stock >= quantity
}

function toOrder({ address, card_url }: ShipmentRequest, tag: string, lineItems: OrderLine[]) {
  return {
    lineItems,
    financialStatus: 'PAID',
    tags: [tag, 'Bestow'],
    shippingAddress: toShippingAddress(address),
    ...(card_url !== null && { note: `Print the card: ${card_url}` }),
  }
}

export function toShippingAddress(address: ShipmentRequest['address']) {
  const [firstName = '', ...rest] = address.name.trim().split(/\s+/)
  const { region = '' } = address
  return {
    ...{ firstName, lastName: rest.join(' ') || firstName },
    ...{ address1: address.line_1, address2: address.line_2 ?? '', city: address.city },
    ...(/^[A-Z0-9]{1,3}$/.test(region) && { provinceCode: region }),
    ...{ countryCode: address.country, zip: address.postal_code ?? '' },
    ...(address.phone !== undefined && { phone: address.phone }),
  }
}

/** Cancels an order. The shop cancels in a job: until the order says so, the result is that of a retry. */
export async function cancelOrder(
  client: ShopifyClient,
  carrier_ref: string,
): Promise<CancelResult> {
  const id = toGlobalId('Order', carrier_ref)
  const before = await readState(client, id)
  if (before.kind !== 'open') return before
  const reply = await client.send(cancelMutation, { id })
  if (!reply.ok) return unreachable(reply.reason)
  const [problem] = listOf(member(member(reply.data, 'orderCancel'), 'orderCancelUserErrors'), 5)
  const after = await readState(client, id)
  if (after.kind !== 'open') return after
  return unreachable(
    textOf(member(problem, 'message'), 300) ?? 'The shop has not cancelled the order yet.',
  )
}

async function readState(
  client: ShopifyClient,
  id: string,
): Promise<CancelResult | { kind: 'open' }> {
  const reply = await client.send(stateQuery, { id })
  if (!reply.ok) return unreachable(reply.reason)
  const order = member(reply.data, 'order')
  if (order === null) return { kind: 'cancelled' }
  if (member(order, 'id') !== id) return unreachable(noAnswer)
  if (typeof member(order, 'cancelledAt') === 'string') return { kind: 'cancelled' }
  const isShipped = listOf(member(order, 'fulfillments'), 50).some(
    (each) => member(each, 'status') === 'SUCCESS',
  )
  return isShipped
    ? { kind: 'too_late', reason: 'The shop has shipped the order.' }
    : { kind: 'open' }
}
