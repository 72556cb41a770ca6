import {
  type FoundGift,
  type GiftReading,
  type HoldResult,
  type NoteResult,
  type PaidGift,
  type PaidGifts,
  readGiftAttributes,
} from '#fulfilment'
import { listOf, member, textOf } from '#platform/http-client/json-request'
import { idOf, nodesOf, type ShopifyClient, toGlobalId } from './client.ts'
import { noAnswer, unreachable } from './orders.ts'

/*
 * The orders that buyers have paid as gifts. The cart stores the attributes as custom attributes of the order. The holds of its
 * fulfillment orders stop it from shipping; an app ends only its own.
 */

const giftFields = `
  id name cancelledAt displayFinancialStatus displayFulfillmentStatus
  customAttributes { key value }
  billingAddress { firstName lastName }
  lineItems(first: 10) { nodes { id sku currentQuantity } }`
const listQuery = `query ($after: String, $query: String!) {
  gifts: orders(first: 50, after: $after, query: $query, sortKey: ID) {
    pageInfo { hasNextPage endCursor }
    nodes { ${giftFields} }
  }
}`
const giftQuery = `query ($id: ID!) { order(id: $id) { ${giftFields} } }`
const holdsQuery = `query ($id: ID!) {
  order(id: $id) {
    id cancelledAt displayFinancialStatus displayFulfillmentStatus
    fulfillmentOrders(first: 20) {
      nodes { id status fulfillmentHolds { id heldByRequestingApp } }
    }
  }
}`
const holdMutation = `mutation ($id: ID!, $hold: FulfillmentOrderHoldInput!) {
  fulfillmentOrderHold(id: $id, fulfillmentHold: $hold) {
    fulfillmentHold { id }
    userErrors { message }
  }
}`
const noteQuery = 'query ($id: ID!) { order(id: $id) { id note } }'
const noteMutation = `mutation ($input: OrderInput!) {
  orderUpdate(input: $input) { order { id note } userErrors { message } }
}`

export const createPaidGifts = (client: ShopifyClient, url: string): PaidGifts => ({
  shop: url.toLowerCase(),
  list: (since, signal) => listGifts(client, since, signal),
  find: (key) => findGift(client, key),
  hold: (key) => holdOrder(client, key),
  note: (key, text) => noteOrder(client, key, text),
})

const maxPages = 100

async function listGifts(
  client: ShopifyClient,
  since: Date,
  signal: AbortSignal,
): Promise<GiftReading> {
  const orders: PaidGift[] = []
  const query = `updated_at:>='${since.toISOString()}'`
  const seen = new Set<string>()
  let after: string | null = null
  for (let page = 1; page <= maxPages; page += 1) {
    const reply = await client.sendPatiently(listQuery, { after, query }, signal)
    if (!reply.ok) return { ok: false, reason: reply.reason }
    const list = member(reply.data, 'gifts')
    const nodes = nodesOf(list)
    const info = member(list, 'pageInfo')
    const hasNext = member(info, 'hasNextPage')
    if (nodes === undefined || typeof hasNext !== 'boolean') return { ok: false, reason: noAnswer }
    orders.push(...nodes.slice(0, 50).flatMap((each) => toGift(each) ?? []))
    if (!hasNext) return { ok: true, orders }
    const cursor = textOf(member(info, 'endCursor'), 1_000)
    if (cursor === undefined || seen.has(cursor))
      return { ok: false, reason: 'The shop repeats its pages.' }
    seen.add(cursor)
    after = cursor
  }
  return { ok: false, reason: `More than ${maxPages * 50} orders of the shop have changed.` }
}

async function findGift(client: ShopifyClient, key: string): Promise<FoundGift> {
  const order = await readOrder(client, giftQuery, key)
  if ('kind' in order) return order
  const gift = toGift(order.found)
  return gift === undefined ? { kind: 'gone' } : { kind: 'found', order: gift }
}

/** Reads an order with a query, or says why not. */
export async function readOrder(
  client: ShopifyClient,
  query: string,
  key: string,
): Promise<{ found: unknown } | { kind: 'gone' } | { kind: 'unreachable'; reason: string }> {
  const reply = await client.send(query, { id: toGlobalId('Order', key) })
  if (!reply.ok) return unreachable(reply.reason)
  const order = member(reply.data, 'order')
  if (order === null) return { kind: 'gone' }
  return idOf(order, 'Order') === key ? { found: order } : unreachable(noAnswer)
}

/** Returns how far an order is, from its statuses. */
export function toState(order: unknown): PaidGift['state'] {
  const paid = member(order, 'displayFinancialStatus')
  const shipped = member(order, 'displayFulfillmentStatus')
  if (typeof member(order, 'cancelledAt') === 'string' || paid === 'REFUNDED' || paid === 'VOIDED')
    return 'ended'
  if (shipped === 'FULFILLED' || shipped === 'PARTIALLY_FULFILLED') return 'shipped'
  return paid === 'PAID' || paid === 'PARTIALLY_REFUNDED' ? 'paid' : 'unpaid'
}

function toGift(order: unknown): PaidGift | undefined {
  const key = idOf(order, 'Order')
  const given = listOf(member(order, 'customAttributes'), 250)
  const attributes = readGiftAttributes((name) =>
    member(
      given.find((each) => member(each, 'key') === name),
      'value',
    ),
  )
  const lines = nodesOf(member(order, 'lineItems'))
  if (key === undefined || attributes === undefined || lines === undefined) return undefined
  const billing = member(order, 'billingAddress')
  const names = ['firstName', 'lastName'].flatMap(
    (name) => textOf(member(billing, name), 200) ?? [],
  )
  return {
    ...{ key, number: nameOf(order), state: toState(order), buyer: names.join(' '), attributes },
    lines: lines.slice(0, 10).map(toLine),
  }
}

export const nameOf = (order: unknown): string =>
  textOf(member(order, 'name'), 50) ?? `#${idOf(order, 'Order')}`

export function toLine(line: unknown): { sku: string | null; quantity: number } {
  const quantity = member(line, 'currentQuantity')
  return {
    sku: textOf(member(line, 'sku'), 255) ?? null,
    quantity: typeof quantity === 'number' && quantity > 0 ? quantity : 0,
  }
}

const closedStatuses: readonly unknown[] = ['CLOSED', 'CANCELLED', 'INCOMPLETE']

/** Returns the parts of an order that can still ship, with the holds of this app. */
export const openParts = (order: unknown): { id: string; holds: string[] }[] =>
  (nodesOf(member(order, 'fulfillmentOrders')) ?? []).slice(0, 20).flatMap((each) => {
    const id = textOf(member(each, 'id'), 200)
    if (id === undefined || closedStatuses.includes(member(each, 'status'))) return []
    const holds = listOf(member(each, 'fulfillmentHolds'), 20).flatMap((hold) =>
      member(hold, 'heldByRequestingApp') === true ? (textOf(member(hold, 'id'), 200) ?? []) : [],
    )
    return [{ id, holds }]
  })

const hold = {
  ...{ reason: 'OTHER', handle: 'bestow', notifyMerchant: false },
  reasonNotes: 'A gift: the recipient chooses size and address.',
}

async function holdOrder(client: ShopifyClient, key: string): Promise<HoldResult> {
  const order = await readOrder(client, holdsQuery, key)
  if ('kind' in order)
    return order.kind === 'gone' ? tooLate('The shop no longer has the order.') : order
  const state = toState(order.found)
  if (state === 'shipped') return tooLate('The shop has shipped the order.')
  if (state === 'ended') return tooLate('The shop has cancelled or refunded the order.')
  const parts = openParts(order.found)
  if (parts.length === 0) return unreachable('The shop has not prepared the order yet.')
  for (const { id, holds } of parts) {
    if (holds.length > 0) continue
    const reply = await client.send(holdMutation, { id, hold })
    if (!reply.ok) return unreachable(reply.reason)
    const result = member(reply.data, 'fulfillmentOrderHold')
    const [problem] = listOf(member(result, 'userErrors'), 5)
    if (textOf(member(member(result, 'fulfillmentHold'), 'id'), 200) === undefined)
      return unreachable(textOf(member(problem, 'message'), 300) ?? noAnswer)
  }
  return { kind: 'on_hold' }
}

const tooLate = (reason: string) => ({ kind: 'too_late', reason }) as const

/** Adds a line to the note of an order, unless the order has it. */
export async function noteOrder(
  client: ShopifyClient,
  key: string,
  text: string,
): Promise<NoteResult> {
  const order = await readOrder(client, noteQuery, key)
  if ('kind' in order) return order.kind === 'gone' ? { kind: 'noted' } : order
  const given = member(order.found, 'note')
  const before = typeof given === 'string' ? given : ''
  if (before.includes(text)) return { kind: 'noted' }
  const note = before === '' ? text : `${before}\n${text}`
  const input = { id: toGlobalId('Order', key), note }
  const reply = await client.send(noteMutation, { input })
  if (!reply.ok) return unreachable(reply.reason)
  const result = member(reply.data, 'orderUpdate')
  const [problem] = listOf(member(result, 'userErrors'), 5)
  return idOf(member(result, 'order'), 'Order') === key && problem === undefined
    ? { kind: 'noted' }
    : unreachable(textOf(member(problem, 'message'), 300) ?? noAnswer)
}
