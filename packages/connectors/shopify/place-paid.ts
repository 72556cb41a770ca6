import { isSameLine, type PlaceResult, type ShipmentRequest } from '#fulfilment'
import { listOf, member, textOf } from '#platform/http-client/json-request'
import { nodesOf, type ShopifyClient, toGlobalId } from './client.ts'
import { findLines, noAnswer, placed, refuse, toShippingAddress, unreachable } from './orders.ts'
import { nameOf, noteOrder, openParts, readOrder, toLine, toState } from './paid-gifts.ts'

const orderQuery = `query ($id: ID!) {
  order(id: $id) {
    id name cancelledAt displayFinancialStatus displayFulfillmentStatus
    lineItems(first: 50) { nodes { id sku currentQuantity } }
    shippingAddress { firstName lastName address1 city zip countryCodeV2 }
    fulfillmentOrders(first: 20) {
      nodes { id status fulfillmentHolds { id heldByRequestingApp } }
    }
  }
}`
const addressMutation = `mutation ($input: OrderInput!) {
  orderUpdate(input: $input) { order { id } userErrors { message } }
}`
const beginMutation = `mutation ($id: ID!) {
  orderEditBegin(id: $id) {
    calculatedOrder { id lineItems(first: 50) { nodes { id sku quantity } } }
    userErrors { message }
  }
}`
const addMutation = `mutation ($id: ID!, $variantId: ID!) {
  orderEditAddVariant(id: $id, variantId: $variantId, quantity: 1) { userErrors { message } }
}`
const setMutation = `mutation ($id: ID!, $lineItemId: ID!, $quantity: Int!) {
  orderEditSetQuantity(id: $id, lineItemId: $lineItemId, quantity: $quantity, restock: true) {
    userErrors { message }
  }
}`
const commitMutation = `mutation ($id: ID!) {
  orderEditCommit(id: $id, notifyCustomer: false, staffNote: "The recipient has chosen this item.") {
    order { id }
    userErrors { message }
  }
}`
const releaseMutation = `mutation ($id: ID!, $holdIds: [ID!]) {
  fulfillmentOrderReleaseHold(id: $id, holdIds: $holdIds) { userErrors { message } }
}`

/**
 * Ships the order that a buyer has paid: sets the chosen item and the address, and ends the hold. Each step is left out when it is
 * done, so that a repeated call continues where the one before has ended. At the end the order is read again.
 */
export async function placePaid(
  client: ShopifyClient,
  request: ShipmentRequest,
  key: string,
): Promise<PlaceResult> {
  const before = await readOrder(client, orderQuery, key)
  if ('kind' in before) return toFailure(before)
  if (isDone(before.found, request)) return placed(key)
  const refusal = describeRefusal(before.found, request)
  if (refusal !== undefined) return refuse(refusal, remedy)
  const failure =
    (await setItem(client, request, key, before.found)) ??
    (await setAddress(client, request, key)) ??
    (await writeCard(client, request, key))
  if (failure !== undefined) return failure
  // an edit can add a part to the order
  const edited = await readOrder(client, orderQuery, key)
  if ('kind' in edited) return toFailure(edited)
  for (const { id, holds } of openParts(edited.found)) {
    if (holds.length === 0) continue
    const problem = await mutate(client, releaseMutation, { id, holdIds: holds })
    if (problem !== undefined) return unreachable(problem)
  }
  const after = await readOrder(client, orderQuery, key)
  if ('kind' in after) return toFailure(after)
  return isDone(after.found, request)
    ? placed(key)
    : unreachable('The shop has not changed the order yet.')
}

const remedy = 'Settle the order in the shop, then retry; or cancel the gift.'

type Failure = { kind: 'gone' } | { kind: 'unreachable'; reason: string }
const toFailure = (failure: Failure): PlaceResult =>
  failure.kind === 'gone' ? refuse('The shop no longer has the paid order.', remedy) : failure

const linesOf = (order: unknown) =>
  (nodesOf(member(order, 'lineItems')) ?? []).map(toLine).filter(({ quantity }) => quantity > 0)

const hasItem = (order: unknown, { lines: [wanted] }: ShipmentRequest): boolean => {
  const [line, ...others] = linesOf(order)
  return others.length === 0 && line?.quantity === 1 && line.sku === wanted?.sku
}

const comparedFields = ['firstName', 'address1', 'city', 'zip'] as const

function isDone(order: unknown, request: ShipmentRequest): boolean {
  const shipping = member(order, 'shippingAddress')
  const wanted = toShippingAddress(request.address)
  const isAddressed =
    comparedFields.every((name) => isSameLine(member(shipping, name), wanted[name])) &&
    member(shipping, 'countryCodeV2') === wanted.countryCode
  const state = toState(order)
  const isReleased = openParts(order).every(({ holds }) => holds.length === 0)
  const canShip = state === 'shipped' || (state === 'paid' && isReleased)
  return canShip && isAddressed && hasItem(order, request)
}

function describeRefusal(order: unknown, { lines }: ShipmentRequest): string | undefined {
  const state = toState(order)
  const name = nameOf(order)
  if (state === 'ended') return `The order ${name} is cancelled or refunded in the shop.`
  if (state === 'shipped') return `The shop has already shipped the order ${name}.`
  if (state === 'unpaid') return `The order ${name} is not paid in the shop.`
  const isOne = linesOf(order).length > 0 && lines.length === 1 && lines[0]?.quantity === 1
  return isOne ? undefined : `The order ${name} no longer has a product.`
}

/** Makes the chosen variant the only item. A variant that an edit has added twice is left once. */
async function setItem(
  client: ShopifyClient,
  request: ShipmentRequest,
  key: string,
  order: unknown,
): Promise<PlaceResult | undefined> {
  if (hasItem(order, request)) return undefined
  const begun = await client.send(beginMutation, { id: toGlobalId('Order', key) })
  if (!begun.ok) return unreachable(begun.reason)
  const calculated = member(member(begun.data, 'orderEditBegin'), 'calculatedOrder')
  const id = textOf(member(calculated, 'id'), 200)
  const lines = nodesOf(member(calculated, 'lineItems'))
  if (id === undefined || lines === undefined) return unreachable(problemOf(begun.data) ?? noAnswer)
  const sku = request.lines[0]?.sku
  const own = lines.find((each) => member(each, 'sku') === sku)
  if (own === undefined) {
    const found = await findLines(client, request)
    if ('kind' in found) return found
    const { variantId } = found.lineItems[0] ?? {}
    const problem = await mutate(client, addMutation, { id, variantId })
    if (problem !== undefined) return unreachable(problem)
  }
  for (const line of lines) {
    const quantity = line === own ? 1 : 0
    if (member(line, 'quantity') === quantity) continue
    const variables = { id, lineItemId: member(line, 'id'), quantity }
    const problem = await mutate(client, setMutation, variables)
    if (problem !== undefined) return unreachable(problem)
  }
  const problem = await mutate(client, commitMutation, { id })
  return problem === undefined ? undefined : unreachable(problem)
}

async function setAddress(
  client: ShopifyClient,
  { address }: ShipmentRequest,
  key: string,
): Promise<PlaceResult | undefined> {
  const input = { id: toGlobalId('Order', key), shippingAddress: toShippingAddress(address) }
  const reply = await client.send(addressMutation, { input })
  if (!reply.ok) return unreachable(reply.reason)
  const problem = problemOf(reply.data)
  return problem === undefined ? undefined : refuse(`The shop refused the address: ${problem}`)
}

async function writeCard(
  client: ShopifyClient,
  { card_url }: ShipmentRequest,
  key: string,
): Promise<PlaceResult | undefined> {
  if (card_url === null) return undefined
  const noted = await noteOrder(client, key, `Print the card: ${card_url}`)
  return noted.kind === 'noted' ? undefined : noted
}

/** Sends a mutation. Returns why it had no effect. */
async function mutate(
  client: ShopifyClient,
  query: string,
  variables: object,
): Promise<string | undefined> {
  const reply = await client.send(query, variables)
  return reply.ok ? problemOf(reply.data) : reply.reason
}

/** Returns the first error of a mutation, or of one that is missing in the answer. */
function problemOf(data: unknown): string | undefined {
  const [result] = typeof data === 'object' && data !== null ? Object.values(data) : []
  const errors = member(result, 'userErrors')
  if (!Array.isArray(errors)) return noAnswer
  const [problem] = listOf(errors, 5)
  return problem === undefined ? undefined : (textOf(member(problem, 'message'), 300) ?? noAnswer)
}
