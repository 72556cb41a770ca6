import { isSameLine, type PlaceResult, type ShipmentRequest } from '#fulfilment'
import { listOf, member } from '#platform/http-client/json-request'
import { describe, idOf, send, type WooCommerceOptions } from './client.ts'
import {
  endedStatuses,
  findLines,
  hasShipped,
  placed,
  refuse,
  toShipping,
  unreachable,
} from './orders.ts'
import { isPaid, noteOrder, numberOf, readOrder, toLine, toPath } from './paid-gifts.ts'

/**
 * Ships the order that a buyer has paid: sets the address and the chosen item, and ends the hold. Repeated calls find what is
 * done. The paid amounts stay; the shop computes the taxes again for the new address.
 */
export async function placePaid(
  options: WooCommerceOptions,
  request: ShipmentRequest,
  key: string,
): Promise<PlaceResult> {
  const read = await readOrder(options, key)
  if ('kind' in read)
    return read.kind === 'gone' ? refuse('The shop no longer has the paid order.', remedy) : read
  const order = read.found
  const isDone = isAddressed(order, request) && skuOf(order) === request.lines[0]?.sku
  if (isDone && (hasShipped(order) || member(order, 'status') === 'processing')) return placed(key)
  const refusal = describeRefusal(order, request)
  if (refusal !== undefined) return refuse(refusal, remedy)
  const change = await findChange(options, request, order)
  if ('kind' in change) return change
  if (request.card_url !== null) {
    const noted = await noteOrder(options, key, `Print the card: ${request.card_url}`)
    if (noted.kind === 'unreachable') return noted
  }
  return release(options, key, request, change)
}

const remedy = 'Settle the order in the shop, then retry; or cancel the gift.'

const skuOf = (order: unknown): string | null => {
  const lines = listOf(member(order, 'line_items'), 10).map(toLine)
  const [line, ...others] = lines.filter(({ quantity }) => quantity > 0)
  return others.length === 0 && line?.quantity === 1 ? line.sku : null
}

const comparedFields = ['address_1', 'city', 'postcode', 'country'] as const

function isAddressed(order: unknown, { address }: ShipmentRequest): boolean {
  const shipping = member(order, 'shipping')
  const wanted = toShipping(address)
  return comparedFields.every((name) => isSameLine(member(shipping, name), wanted[name]))
}

function describeRefusal(order: unknown, { lines }: ShipmentRequest): string | undefined {
  const number = numberOf(order)
  const [line, ...others] = lines
  if (endedStatuses.includes(member(order, 'status')))
    return `The order ${number} is cancelled or refunded in the shop.`
  if (hasShipped(order)) return `The shop has already shipped the order ${number}.`
  if (!isPaid(order)) return `The order ${number} is not paid in the shop.`
  const isOne = skuOf(order) !== null && line?.quantity === 1 && others.length === 0
  return isOne ? undefined : `The order ${number} no longer has one piece of one product.`
}

interface LineChange {
  /** Empty if the recipient has chosen what the buyer has ordered. */
  line_items: readonly object[]
}

/** Finds the item that replaces the ordered one. The line keeps its id, so that two calls at the same instant change the same. */
async function findChange(
  options: WooCommerceOptions,
  request: ShipmentRequest,
  order: unknown,
): Promise<LineChange | PlaceResult> {
  if (skuOf(order) === request.lines[0]?.sku) return { line_items: [] }
  const found = await findLines(options, request)
  if ('kind' in found) return found
  const [line] = listOf(member(order, 'line_items'), 10).filter((each) => toLine(each).quantity > 0)
  const id = Number(idOf(line))
  if (!Number.isSafeInteger(id)) return unreachable('A line of the order has no id.')
  return { line_items: found.line_items.map(({ quantity: _, ...item }) => ({ id, ...item })) }
}

/**
 * Ends the hold with the address and the item. For another item, the order is first pending, because the shop takes and returns
 * stock only with these changes of the status.
 */
async function release(
  options: WooCommerceOptions,
  key: string,
  request: ShipmentRequest,
  { line_items }: LineChange,
): Promise<PlaceResult> {
  const path = toPath(key)
  const isChanged = line_items.length > 0
  if (isChanged) {
    const reply = await send(options, path, { body: { status: 'pending' } })
    if (!reply.ok || reply.status !== 200) return unreachable(describe(reply))
  }
  const body = {
    ...{ status: 'processing', shipping: toShipping(request.address) },
    ...(isChanged && { line_items }),
  }
  const reply = await send(options, path, { body })
  const isReleased =
    reply.ok &&
    reply.status === 200 &&
    isAddressed(reply.body, request) &&
    skuOf(reply.body) === request.lines[0]?.sku
  if (isReleased) return placed(key)
  // a pending order would be cancelled by the shop after an hour
  if (isChanged) await send(options, path, { body: { status: 'on-hold' } })
  return reply.ok && reply.status === 400 ? refuse(describe(reply)) : unreachable(describe(reply))
}
