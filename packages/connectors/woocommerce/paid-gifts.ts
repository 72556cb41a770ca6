import {
  type FoundGift,
  type GiftReading,
  type HoldResult,
  type NoteResult,
  type PaidGift,
  type PaidGifts,
  readGiftAttributes,
} from '#fulfilment'
import { listOf, maxListBytes, member, textOf } from '#platform/http-client/json-request'
import {
  describe,
  idOf,
  metaOf,
  readPatiently,
  send,
  toListing,
  type WooCommerceOptions,
} from './client.ts'
import { endedStatuses, hasShipped, isGone, unreachable } from './orders.ts'

/*
 * The orders that buyers have paid as gifts. The checkout of the shop stores the attributes as meta data of the order. An order on
 * hold is not shipped, and keeps its payment and its stock.
 */

export const createPaidGifts = (options: WooCommerceOptions): PaidGifts => ({
  shop: options.url.toLowerCase(),
  list: (since, signal) => listGifts(options, since, signal),
  find: (key) => findGift(options, key),
  hold: (key) => holdOrder(options, key),
  note: (key, text) => noteOrder(options, key, text),
})

const perPage = 100
const maxOrders = 5_000
const fields = 'id,number,status,date_paid_gmt,billing,line_items,meta_data'

/** Reads the orders by id. Each page begins with the last order of the page before, so that none is left out. */
async function listGifts(
  options: WooCommerceOptions,
  since: Date,
  signal: AbortSignal,
): Promise<GiftReading> {
  const orders: PaidGift[] = []
  const search = `orderby=id&order=asc&dates_are_gmt=true&modified_after=${since.toISOString().slice(0, 19)}`
  let last: string | undefined
  for (let offset = 0; offset < maxOrders; ) {
    const path = `/orders?${search}&per_page=${perPage}&offset=${offset}&_fields=${fields}`
    const reply = await readPatiently(options, path, signal)
    const listing = toListing(reply)
    if (listing === undefined) return { ok: false, reason: describe(reply) }
    const items = listing.items.slice(0, perPage)
    if (last !== undefined && idOf(items[0]) !== last)
      return { ok: false, reason: 'The orders of the shop have changed while they were read.' }
    orders.push(...items.slice(last === undefined ? 0 : 1).flatMap((each) => toGift(each) ?? []))
    if (offset + items.length >= listing.total) return { ok: true, orders }
    if (items.length < 2) return { ok: false, reason: 'The shop leaves out orders of its list.' }
    last = idOf(items.at(-1)) ?? ''
    offset += items.length - 1
  }
  return { ok: false, reason: `More than ${maxOrders} orders of the shop have changed.` }
}

async function findGift(options: WooCommerceOptions, key: string): Promise<FoundGift> {
  const order = await readOrder(options, key)
  if ('kind' in order) return order
  const gift = toGift(order.found)
  return gift === undefined ? { kind: 'gone' } : { kind: 'found', order: gift }
}

/** Reads an order, or says why not. */
export async function readOrder(
  options: WooCommerceOptions,
  key: string,
): Promise<{ found: unknown } | { kind: 'gone' } | { kind: 'unreachable'; reason: string }> {
  const reply = await send(options, toPath(key), { maxBytes: maxListBytes })
  if (isGone(reply)) return { kind: 'gone' }
  const isOrder = reply.ok && reply.status === 200 && idOf(reply.body) === key
  return isOrder ? { found: reply.body } : unreachable(describe(reply))
}

export const toPath = (key: string): string => `/orders/${encodeURIComponent(key)}`

export const isPaid = (order: unknown): boolean =>
  textOf(member(order, 'date_paid_gmt'), 40) !== undefined

function toState(order: unknown): PaidGift['state'] {
  const status = member(order, 'status')
  if (endedStatuses.includes(status)) return 'ended'
  if (hasShipped(order)) return 'shipped'
  return isPaid(order) && (status === 'processing' || status === 'on-hold') ? 'paid' : 'unpaid'
}

function toGift(order: unknown): PaidGift | undefined {
  const key = idOf(order)
  const attributes = readGiftAttributes((name) => metaOf(order, name))
  if (key === undefined || attributes === undefined) return undefined
  const billing = member(order, 'billing')
  const names = ['first_name', 'last_name'].flatMap(
    (name) => textOf(member(billing, name), 200) ?? [],
  )
  return {
    ...{ key, number: numberOf(order), state: toState(order), buyer: names.join(' '), attributes },
    lines: listOf(member(order, 'line_items'), 10).map(toLine),
  }
}

export const numberOf = (order: unknown): string =>
  `#${textOf(member(order, 'number'), 50) ?? idOf(order)}`

export function toLine(line: unknown): { sku: string | null; quantity: number } {
  const quantity = member(line, 'quantity')
  return {
    sku: textOf(member(line, 'sku'), 255) ?? null,
    quantity: typeof quantity === 'number' && quantity > 0 ? quantity : 0,
  }
}

async function holdOrder(options: WooCommerceOptions, key: string): Promise<HoldResult> {
  const order = await readOrder(options, key)
  if ('kind' in order)
    return order.kind === 'gone' ? tooLate('The shop no longer has the order.') : order
  const state = toState(order.found)
  if (state === 'shipped') return tooLate('The shop has shipped the order.')
  if (state === 'ended') return tooLate('The shop has cancelled or refunded the order.')
  if (member(order.found, 'status') === 'on-hold') return { kind: 'on_hold' }
  const reply = await send(options, toPath(key), { body: { status: 'on-hold' } })
  const isOnHold = reply.ok && reply.status === 200 && member(reply.body, 'status') === 'on-hold'
  return isOnHold ? { kind: 'on_hold' } : unreachable(describe(reply))
}

const tooLate = (reason: string) => ({ kind: 'too_late', reason }) as const

/** Writes a private note, unless the order has it. */
export async function noteOrder(
  options: WooCommerceOptions,
  key: string,
  text: string,
): Promise<NoteResult> {
  const path = `${toPath(key)}/notes`
  const before = await send(options, path, { maxBytes: maxListBytes })
  const code = before.ok ? member(before.body, 'code') : undefined
  if (before.ok && before.status === 404 && String(code).startsWith('woocommerce_rest_'))
    return { kind: 'noted' } // the order is gone, and its note with it
  if (!before.ok || before.status !== 200 || !Array.isArray(before.body))
    return unreachable(describe(before))
  if (before.body.some((each) => member(each, 'note') === text)) return { kind: 'noted' }
  const reply = await send(options, path, { body: { note: text } })
  const isNoted = reply.ok && [200, 201].includes(reply.status) && idOf(reply.body) !== undefined
  return isNoted ? { kind: 'noted' } : unreachable(describe(reply))
}
