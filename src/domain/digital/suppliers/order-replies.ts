import { isRefusal, type JsonReply } from '#platform/http-client/json-request'
import type { ListedOrder, OrderListResult, OrderResult } from './code-supplier.ts'

/* What the replies of all suppliers have in common. */

/** The statuses of which every order of the account fails: no key, no funds, no access, no such version of the API. */
const accountStatuses: ReadonlySet<number> = new Set([401, 402, 403, 410])

/** What the body of a refusal says. */
interface Refusal {
  text: string | undefined
  isAccount?: boolean
  isUnfunded?: boolean
}

/**
 * Returns the result of the request of an order. Only a refusal, and a request that has not left, say that there is no order.
 *
 * @param describe  reads the body of a refusal
 * @param read      reads the body of an accepted order
 */
export async function readOrderReply(
  reply: JsonReply,
  describe: (body: unknown) => Refusal,
  read: (body: unknown) => OrderResult | Promise<OrderResult>,
): Promise<OrderResult> {
  if (!reply.ok && reply.isSent) return { kind: 'unknown', reason: reply.code }
  if (!reply.ok) return { kind: 'failed', reason: reply.code, isAccount: true }
  const { status, body } = reply
  if (status >= 200 && status <= 299) return read(body)
  if (!isRefusal(status)) return { kind: 'unknown', reason: `http_${status}` }
  const { text, ...said } = describe(body)
  const isUnfunded = status === 402 || said.isUnfunded === true
  const isAccount = accountStatuses.has(status) || isUnfunded || said.isAccount === true
  const reason = `http_${status}${text === undefined ? '' : `: ${text}`}`
  return {
    kind: 'failed',
    reason,
    ...(isAccount && { isAccount }),
    ...(isUnfunded && { isUnfunded }),
  }
}

/** Returns whether the message of a refusal is about money that is missing. */
export const isAboutFunds = (message: string | undefined): boolean =>
  /\bfunds?\b|\bbalance\b/i.test(message ?? '')

/** The members of an order in a list, as a service states them; undefined for one that cannot be read. */
interface StatedOrder {
  order_ref: string | undefined
  key: string | undefined
  status: string | undefined
  ordered_at: Date
  price: ListedOrder['price']
}

/** Returns an order of a list by the states of a service, of which others are pending; undefined without number, status or time. */
export function toListedOrder(
  { order_ref, key, status, ordered_at, price }: StatedOrder,
  states: ReadonlyMap<string, ListedOrder['state']>,
): ListedOrder | undefined {
  if (order_ref === undefined || status === undefined || Number.isNaN(ordered_at.getTime()))
    return undefined
  return { order_ref, key: key ?? null, state: states.get(status) ?? 'pending', ordered_at, price }
}

/** One page of a list of orders. */
export interface OrderPage {
  ok: true
  rows: readonly unknown[]
  /** The page that follows; undefined after the last one. */
  next: string | undefined
  /** The number of orders on all pages, if the service states it. */
  total?: number | undefined
}

/** More orders make a list too long. */
const maxListedOrders = 50_000
/** PostgreSQL reads no later time in the form of ISO 8601. */
const maxTime = new Date('9999-12-31T23:59:59.999Z')

/**
 * Reads all pages of a list of orders, each order once: orders move to other pages while new ones come. The list is not complete
 * without an order that cannot be read, or with fewer orders than the service states.
 */
export async function collectOrders(
  readPage: (page: string | undefined) => Promise<OrderPage | { ok: false; reason: string }>,
  toListed: (row: unknown) => ListedOrder | undefined,
): Promise<OrderListResult> {
  const orders = new Map<string, ListedOrder>()
  let page: string | undefined
  do {
    const found = await readPage(page)
    if (!found.ok) return found
    const before = orders.size
    for (const row of found.rows) {
      const order = toListed(row)
      if (order === undefined || order.ordered_at > maxTime)
        return fail('the list has an order that cannot be read')
      orders.set(order.order_ref, order)
    }
    if (orders.size > maxListedOrders) return fail('the list of orders is too long')
    const isSame = found.next !== undefined && (found.next === page || orders.size === before)
    if (isSame) return fail('the list of orders does not go on')
    page = found.next
    if (page === undefined && orders.size < (found.total ?? 0))
      return fail('the list of orders has changed while it was read')
  } while (page !== undefined)
  return { ok: true, orders: [...orders.values()] }
}

const fail = (reason: string) => ({ ok: false, reason }) as const
