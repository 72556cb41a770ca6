import {
  type BalanceResult,
  collectOrders,
  type ListedOrder,
  type Money,
  type OrderListResult,
  type OrderPage,
  type OrderPeriod,
  toListedOrder,
} from '#digital'
import { amountOf, member, textOf } from '#platform/http-client/json-request'
import { readPatiently } from '#platform/http-client/read-patiently'
import { isCurrency, toMinorUnits } from '#platform/lib/minor-units'
import { type RunaOptions, send } from './client.ts'

/* The list of orders, which has no filter, and the balance. */

const pageSize = 100
const dayMs = 24 * 60 * 60 * 1_000

/** Reads a page of the list of orders. An empty page is the end. With a signal it waits when the service limits requests. */
export async function readOrderPage(
  options: RunaOptions,
  after: string | undefined,
  signal?: AbortSignal,
): Promise<OrderPage | { ok: false; reason: string }> {
  const cursor = after === undefined ? '' : `&after=${encodeURIComponent(after)}`
  const path = `/order?limit=${pageSize}${cursor}`
  const read = () => send(options, path, undefined, signal)
  const reply = await (signal === undefined ? read() : readPatiently(read, { signal }))
  if (!reply.ok) return { ok: false, reason: reply.code }
  const rows = member(reply.body, 'items')
  if (reply.status !== 200 || !Array.isArray(rows))
    return { ok: false, reason: `http_${reply.status}` }
  const next = textOf(member(member(member(reply.body, 'pagination'), 'cursors'), 'after'), 500)
  return { ok: true, rows, next: rows.length === 0 ? undefined : next }
}

/** Returns whether a page is in the order of its times, the newest first, and ends a day before a time. */
export function isPast(rows: readonly unknown[], time: Date): boolean {
  const times = rows.map((each) => Date.parse(String(member(each, 'created_at'))))
  const isSorted = times.every((each, index) => index === 0 || each <= (times[index - 1] ?? 0))
  return isSorted && (times.at(-1) ?? Number.NaN) < time.getTime() - dayMs
}

/** Lists the orders until the list has reached older ones. */
export const listOrders = (
  options: RunaOptions,
  { since, signal }: OrderPeriod,
): Promise<OrderListResult> =>
  collectOrders(async (after) => {
    const page = await readOrderPage(options, after, signal)
    return page.ok && isPast(page.rows, since) ? { ...page, next: undefined } : page
  }, toListed)

const toListed = (row: unknown): ListedOrder | undefined =>
  toListedOrder(
    {
      order_ref: textOf(member(row, 'id'), 200),
      key: textOf(member(row, 'description'), 500),
      status: textOf(member(row, 'status'), 100),
      ordered_at: new Date(String(member(row, 'created_at'))),
      price: readPrice(row),
    },
    states,
  )

const states: ReadonlyMap<string, ListedOrder['state']> = new Map([
  ['COMPLETED', 'paid'],
  ['FAILED', 'failed'],
])

/** Reads what the balance paid with fees, in the currency of the balance. */
export function readPrice(order: unknown): Money | null {
  const amount = decimalOf(member(order, 'total_price'))
  const currency = textOf(member(order, 'currency'), 3)
  if (amount === undefined || currency === undefined || !isCurrency(currency)) return null
  return { amount_minor: toMinorUnits(amount, currency), currency }
}

/** Reads an amount, which the API states as a text such as `10.00`. */
export const decimalOf = (value: unknown): number | undefined =>
  amountOf(
    typeof value === 'string' && /^\d{1,12}(\.\d{1,4})?$/.test(value) ? Number(value) : value,
  )

export async function readBalance(options: RunaOptions): Promise<BalanceResult> {
  const { balance: currency } = options
  const reply = await send(options, `/balance?currency=${currency}`)
  if (!reply.ok) return { ok: false, reason: reply.code }
  if (reply.status !== 200 || member(reply.body, 'currency') !== currency)
    return { ok: false, reason: `http_${reply.status}` }
  const amount = decimalOf(member(reply.body, 'balance'))
  if (amount === undefined) return { ok: true, balance: null }
  return { ok: true, balance: { amount_minor: toMinorUnits(amount, currency), currency } }
}
