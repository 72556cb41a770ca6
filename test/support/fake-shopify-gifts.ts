/*
 * The orders that buyers pay as gifts in the stub of Shopify: holds of fulfillment orders, edits of orders in sessions, notes and
 * addresses, after the published reference.
 */

interface Line {
  id: string
  sku: string
  currentQuantity: number
}

interface FulfillmentOrder {
  id: string
  status: string
  fulfillmentHolds: { id: string; heldByRequestingApp: boolean }[]
}

/** The members of an order that a buyer has paid. */
export interface ShopifyGift {
  name: string
  updatedAt: string
  displayFinancialStatus: string
  displayFulfillmentStatus: string
  customAttributes: { key: string; value: unknown }[]
  billingAddress: { firstName: string; lastName: string }
  shippingAddress: Record<string, unknown>
  lineItems: { nodes: Line[] }
  fulfillmentOrders: { nodes: FulfillmentOrder[] }
  note: string | null
}

interface GiftShop {
  orders: Map<string, { id: string } & Partial<ShopifyGift>>
  variants: Map<number, { id: number; sku: string; quantity?: number }>
  edits: Map<string, { order: string; lines: (Line & { quantity: number })[] }>
}

const gid = (type: string, id: number | string) => `gid://shopify/${type}/${id}`
let count = 0
const next = (type: string) => {
  count += 1
  return gid(type, count)
}

export const createGift = (
  attributes: Record<string, unknown>,
  skus: readonly string[],
): ShopifyGift => ({
  name: `#${1_000 + count}`,
  updatedAt: new Date().toISOString(),
  ...{ displayFinancialStatus: 'PAID', displayFulfillmentStatus: 'UNFULFILLED', note: null },
  customAttributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  billingAddress: { firstName: 'Bea', lastName: 'Buyer' },
  shippingAddress: { address1: '1 Buyer Street', city: 'Leipzig', countryCodeV2: 'DE' },
  lineItems: { nodes: skus.map((sku) => ({ id: next('LineItem'), sku, currentQuantity: 1 })) },
  fulfillmentOrders: {
    nodes: [{ id: next('FulfillmentOrder'), status: 'OPEN', fulfillmentHolds: [] }],
  },
})

interface GiftVariables {
  id?: string
  query?: string
  holdIds?: string[]
  variantId?: string
  lineItemId?: string
  quantity?: number
  input?: { id: string; note?: string; shippingAddress?: Record<string, unknown> }
}

/** Executes an operation on paid gifts; returns undefined for any other. */
export function executeGifts(
  shop: GiftShop,
  { query, variables }: { query: string; variables: GiftVariables },
): object | undefined {
  const userErrors: object[] = []
  if (query.includes('gifts: orders(')) {
    const since = /updated_at:>='(.*)'/.exec(variables.query ?? '')?.[1] ?? ''
    const nodes = [...shop.orders.values()].filter(({ updatedAt = '' }) => updatedAt >= since)
    return { gifts: { pageInfo: { hasNextPage: false, endCursor: null }, nodes } }
  }
  if (query.includes('fulfillmentOrderHold(')) {
    const part = findPart(shop, variables.id)
    const fulfillmentHold = { id: next('FulfillmentHold'), heldByRequestingApp: true }
    part?.fulfillmentHolds.push(fulfillmentHold)
    return { fulfillmentOrderHold: { fulfillmentHold, userErrors } }
  }
  if (query.includes('fulfillmentOrderReleaseHold(')) {
    const part = findPart(shop, variables.id)
    if (part !== undefined)
      part.fulfillmentHolds = part.fulfillmentHolds.filter(
        ({ id }) => variables.holdIds?.includes(id) !== true,
      )
    return { fulfillmentOrderReleaseHold: { userErrors } }
  }
  if (query.includes('orderUpdate(')) return updateOrder(shop, variables)
  return query.includes('orderEdit') ? edit(shop, query, variables) : undefined
}

const findPart = ({ orders }: GiftShop, id: string | undefined) =>
  [...orders.values()]
    .flatMap(({ fulfillmentOrders }) => fulfillmentOrders?.nodes ?? [])
    .find((each) => each.id === id)

function updateOrder(shop: GiftShop, { input }: GiftVariables): object {
  const order = shop.orders.get(input?.id ?? '')
  if (order === undefined || input === undefined)
    return { orderUpdate: { order: null, userErrors: [{ message: 'Order does not exist' }] } }
  if (input.note !== undefined) order.note = input.note
  const { countryCode, provinceCode: _, ...address } = input.shippingAddress ?? {}
  if (input.shippingAddress !== undefined)
    // a shop writes addresses in its own way
    order.shippingAddress = {
      ...address,
      ...{ countryCodeV2: countryCode, city: String(address.city).toUpperCase() },
    }
  return { orderUpdate: { order, userErrors: [] } }
}

function edit(shop: GiftShop, query: string, variables: GiftVariables): object {
  const session = shop.edits.get(variables.id ?? '')
  const done = { userErrors: [] }
  if (query.includes('orderEditBegin(')) {
    const order = shop.orders.get(variables.id ?? '')
    const id = next('CalculatedOrder')
    const nodes = (order?.lineItems?.nodes ?? []).map((line) => ({
      ...line,
      quantity: line.currentQuantity,
    }))
    shop.edits.set(id, { order: variables.id ?? '', lines: nodes })
    return { orderEditBegin: { calculatedOrder: { id, lineItems: { nodes } }, ...done } }
  }
  if (session === undefined) return { orderEdit: { userErrors: [{ message: 'no session' }] } }
  if (query.includes('orderEditAddVariant(')) {
    const found = [...shop.variants.values()].find(
      ({ id }) => gid('ProductVariant', id) === variables.variantId,
    )
    const line = { id: next('LineItem'), sku: found?.sku ?? '', currentQuantity: 0, quantity: 1 }
    session.lines.push(line)
    return { orderEditAddVariant: done }
  }
  if (query.includes('orderEditSetQuantity(')) {
    const line = session.lines.find(({ id }) => id === variables.lineItemId)
    if (line !== undefined) line.quantity = variables.quantity ?? 0
    return { orderEditSetQuantity: done }
  }
  commit(shop, session)
  return { orderEditCommit: { order: { id: session.order }, ...done } }
}

/** Saves what an edit has changed. As the shop does, a new line becomes a new part of the order, which has no hold. */
function commit(
  shop: GiftShop,
  { order: order_id, lines }: { order: string; lines: (Line & { quantity: number })[] },
): void {
  const order = shop.orders.get(order_id)
  if (order?.lineItems === undefined || order.fulfillmentOrders === undefined) return
  for (const { quantity, ...line } of lines) {
    const own = order.lineItems.nodes.find(({ id }) => id === line.id)
    const before = own?.currentQuantity ?? 0
    if (own === undefined) {
      order.lineItems.nodes.push({ ...line, currentQuantity: quantity })
      order.fulfillmentOrders.nodes.push({
        ...{ id: next('FulfillmentOrder'), status: 'OPEN', fulfillmentHolds: [] },
      })
    } else own.currentQuantity = quantity
    const variant = [...shop.variants.values()].find(({ sku }) => sku === line.sku)
    if (variant?.quantity !== undefined) variant.quantity += before - quantity
  }
}
