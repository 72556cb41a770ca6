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
import { toMinorUnits } from '#platform/lib/minor-units'
import { send, type TremendousOptions } from './client.ts'

/* The list of orders, and the balance. Tremendous states both in USD, whatever the currency of the rewards. */

/** The largest page that the API allows. */
const pageSize = 500

/** Lists the orders until now: orders that come during the reading do not move the others to another page. */
export function listOrders(
  options: TremendousOptions,
  { since, signal }: OrderPeriod,
): Promise<OrderListResult> {
  const period = new URLSearchParams({
    'created_at[gte]': since.toISOString(),
    'created_at[lte]': new Date().toISOString(),
    limit: String(pageSize),
  })
  return collectOrders(async (offset = '0') => {
    const path = `/orders?${period}&offset=${offset}`
    const reply = await readPatiently(() => send(options, path, undefined, signal), { signal })
    if (!reply.ok) return { ok: false, reason: reply.code }
    return reply.status === 200
      ? toPage(reply.body, Number(offset))
      : { ok: false, reason: `http_${reply.status}` }
  }, toListed)
}

/** Reads a page. The end is an empty page, because the API may have a smaller limit than asked for. */
function toPage(body: unknown, offset: number): OrderPage | { ok: false; reason: string } {
  const rows = member(body, 'orders')
  if (!Array.isArray(rows)) return { ok: false, reason: 'the response has no orders' }
  return { ok: true, rows, next: rows.length === 0 ? undefined : String(offset + rows.length) }
}

const toListed = (row: unknown): ListedOrder | undefined =>
  toListedOrder(
    {
      order_ref: textOf(member(row, 'id'), 200),
      key: textOf(member(row, 'external_id'), 500),
      status: textOf(member(row, 'status'), 100),
      ordered_at: new Date(String(member(row, 'created_at'))),
      price: readPrice(row),
    },
    states,
  )

const states: ReadonlyMap<string, ListedOrder['state']> = new Map([
  ['EXECUTED', 'paid'],
  ['FAILED', 'failed'],
  ['CANCELED', 'failed'],
])

/** Reads what an order costs with its fees, without its refunds. */
export function readPrice(order: unknown): Money | null {
  const payment = member(order, 'payment')
  const total = amountOf(member(payment, 'total'))
  const refund = member(member(payment, 'refund'), 'total')
  const refunded = refund === undefined || refund === null ? 0 : amountOf(refund)
  if (total === undefined || refunded === undefined || refunded > total) return null
  const amount_minor = toMinorUnits(total, 'USD') - toMinorUnits(refunded, 'USD')
  return { amount_minor, currency: 'USD' }
}

/** Reads the funding source that pays. The list has a balance of some time ago, the source itself that of now. */
export async function readBalance(options: TremendousOptions): Promise<BalanceResult> {
  const found = await readFunds(options)
  if (!found.ok) return found
  if (found.balance === null) return { ok: true, balance: null }
  const reply = await send(options, `/funding_sources/${encodeURIComponent(found.id)}`)
  if (!reply.ok) return { ok: false, reason: reply.code }
  const source = member(reply.body, 'funding_source')
  if (reply.status !== 200 || member(source, 'id') !== found.id)
    return { ok: false, reason: `http_${reply.status}` }
  return { ok: true, balance: readCents(source) }
}

type Funds = { ok: true; id: string; balance: Money | null } | { ok: false; reason: string }

/** Finds the funding source of the connection. */
export async function readFunds(options: TremendousOptions): Promise<Funds> {
  const reply = await send(options, '/funding_sources')
  if (!reply.ok) return { ok: false, reason: reply.code }
  const sources = member(reply.body, 'funding_sources')
  if (reply.status !== 200 || !Array.isArray(sources))
    return { ok: false, reason: `http_${reply.status}` }
  const wanted = options.funding_source
  const found = sources.find(
    (each) => member(each, 'id') === wanted || member(each, 'method') === wanted.toLowerCase(),
  )
  const id = textOf(member(found, 'id'), 200)
  if (id === undefined) return { ok: false, reason: 'the account has no such funding source' }
  return { ok: true, id, balance: readCents(found) }
}

/** Reads what a source has. Credit cards and bank accounts do not say. */
function readCents(source: unknown): Money | null {
  const cents = member(member(source, 'meta'), 'available_cents')
  if (!Number.isSafeInteger(cents)) return null
  return { amount_minor: Number(cents), currency: 'USD' }
}
