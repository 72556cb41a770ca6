import {
  type BalanceResult,
  collectOrders,
  type ListedOrder,
  type Money,
  type OrderListResult,
  type OrderPeriod,
  toListedOrder,
} from '#digital'
import { amountOf, type JsonReply, member, textOf } from '#platform/http-client/json-request'
import { readPatiently } from '#platform/http-client/read-patiently'
import { isCurrency, toMinorUnits } from '#platform/lib/minor-units'
import type { ReloadlyClient } from './client.ts'

/* The report of transactions, and the balance of the wallet. */

export const pageSize = 200
const dayMs = 24 * 60 * 60 * 1_000

/** Returns the query of a page of the report. It begins a day early: the API does not say in which time zone its days are. */
export const toReportQuery = (since: Date, page: number): string => {
  const day = new Date(since.getTime() - dayMs).toISOString().slice(0, 10)
  return `startDate=${day}%2000:00:00&size=${pageSize}&page=${page}`
}

/** Reads a list, which the API returns as such or as the content of a page. */
export function readList({ status, body }: Extract<JsonReply, { ok: true }>) {
  const list = Array.isArray(body) ? body : member(body, 'content')
  return status === 200 && Array.isArray(list) ? (list as readonly unknown[]) : undefined
}

/** Lists the orders until an empty page, because the API may have a smaller limit than asked for. */
export const listOrders = (
  client: ReloadlyClient,
  { since, signal }: OrderPeriod,
): Promise<OrderListResult> =>
  collectOrders(async (page = '1') => {
    const path = `/reports/transactions?${toReportQuery(since, Number(page))}`
    const reply = await readPatiently(() => client.send(path, undefined, signal), { signal })
    if (!reply.ok) return { ok: false, reason: reply.code }
    const rows = readList(reply)
    if (rows === undefined) return { ok: false, reason: `http_${reply.status}` }
    const count = member(reply.body, 'totalElements')
    const total = Number.isSafeInteger(count) ? Number(count) : undefined
    const isLast = rows.length === 0 || member(reply.body, 'last') === true
    const next = isLast ? undefined : String(Number(page) + 1)
    return { ok: true, rows, total, next }
  }, toListed)

function toListed(row: unknown): ListedOrder | undefined {
  const id = member(row, 'transactionId')
  const time = textOf(member(row, 'transactionCreatedTime'), 40)
  return toListedOrder(
    {
      order_ref: Number.isSafeInteger(id) ? String(id) : undefined,
      key: textOf(member(row, 'customIdentifier'), 500),
      status: textOf(member(row, 'status'), 100),
      ordered_at: new Date(time === undefined ? Number.NaN : `${time.replace(' ', 'T')}Z`),
      price: readPrice(row),
    },
    states,
  )
}

const states: ReadonlyMap<string, ListedOrder['state']> = new Map([
  ['SUCCESSFUL', 'paid'],
  ['FAILED', 'failed'],
  ['REFUNDED', 'failed'],
])

/** Reads what the wallet paid with fees, in the currency of the wallet. */
export function readPrice(transaction: unknown): Money | null {
  const amount = amountOf(member(transaction, 'amount'))
  const currency = textOf(member(transaction, 'currencyCode'), 3)
  if (amount === undefined || currency === undefined || !isCurrency(currency)) return null
  return { amount_minor: toMinorUnits(amount, currency), currency }
}

export async function readBalance(client: ReloadlyClient): Promise<BalanceResult> {
  const reply = await client.send('/accounts/balance')
  if (!reply.ok) return { ok: false, reason: reply.code }
  const balance = member(reply.body, 'balance')
  const currency = textOf(member(reply.body, 'currencyCode'), 3)
  if (reply.status !== 200 || typeof balance !== 'number' || Math.abs(balance) > 1e12)
    return { ok: false, reason: `http_${reply.status}` }
  if (currency === undefined || !isCurrency(currency)) return { ok: true, balance: null }
  return { ok: true, balance: { amount_minor: toMinorUnits(balance, currency), currency } }
}
