import type { TestResult } from '#connections'
import {
  type CodeOrder,
  type CodeSupplier,
  type OrderResult,
  type ProductQuery,
  type ProductResult,
  readOrderReply,
  type SupplierProduct,
} from '#digital'
import { listOf, member, textOf } from '#platform/http-client/json-request'
import { fromMinorUnits, isCurrency, toDecimal, toMinorUnits } from '#platform/lib/minor-units'
import { type RunaOptions, send } from './client.ts'
import { decimalOf, isPast, listOrders, readBalance, readOrderPage, readPrice } from './orders.ts'

/**
 * Creates the supplier of payout links. The id of an order at Bestow is its idempotency key, with which a repeated request
 * returns the first order, and its description, by which the list of orders has it. Runa gets no data of the recipient.
 */
export const createRuna = (options: RunaOptions): CodeSupplier => ({
  async order(order) {
    const reply = await send(options, '/order', { key: order.key, body: toBody(order, options) })
    // The key names another order, so this request says nothing about it.
    const type = reply.ok ? member(reply.body, 'type') : undefined
    if (type === 'idempotency_validation_error') return unknown(type)
    return readOrderReply(reply, describeRefusal, (body) => toResult(order, body))
  },
  find: (order) => findOrder(options, order),
  search: (query) => searchProducts(options, query),
  list: (period) => listOrders(options, period),
  readBalance: () => readBalance(options),
})

const unknown = (reason: string) => ({ kind: 'unknown', reason }) as const

const toBody = (
  { key, product_id, amount_minor, currency }: CodeOrder,
  { balance }: RunaOptions,
) => ({
  payment_method: { type: 'ACCOUNT_BALANCE', currency: balance },
  items: [
    {
      face_value: fromMinorUnits(amount_minor, currency),
      distribution_method: { type: 'PAYOUT_LINK' },
      products: { type: 'SINGLE', value: product_id },
    },
  ],
  description: key,
})

function describeRefusal(body: unknown) {
  const type = textOf(member(body, 'type'), 60)
  const message = textOf(member(body, 'message'), 200)
  const text = [type, message].filter((part) => part !== undefined).join(': ')
  const isUnfunded = type === 'insufficient_funds'
  return { text: text === '' ? undefined : text, isUnfunded }
}

const maxPages = 25

/**
 * Looks an order up in the list of orders, which has no filter. The order is absent if the whole list does not have it, or if
 * the list, the newest first, has reached orders that are a day older.
 */
async function findOrder(options: RunaOptions, order: CodeOrder): ReturnType<CodeSupplier['find']> {
  let after: string | undefined
  for (let page = 1; page <= maxPages; page += 1) {
    const read = await readOrderPage(options, after)
    if (!read.ok) return unknown(read.reason)
    const found = read.rows.find((each) => member(each, 'description') === order.key)
    if (found !== undefined) return readOrder(options, order, member(found, 'id'))
    if (read.next === undefined || isPast(read.rows, order.ordered_at)) return { kind: 'absent' }
    if (read.next === after) return unknown('the list of orders does not go on')
    after = read.next
  }
  return unknown('the list of orders is too long')
}

/** Reads one order, because a list has no links. */
async function readOrder(
  options: RunaOptions,
  order: CodeOrder,
  id: unknown,
): Promise<OrderResult> {
  const ref = textOf(id, 200)
  if (ref === undefined) return unknown('the list has an order without an id')
  const reply = await send(options, `/order/${encodeURIComponent(ref)}`)
  if (!reply.ok) return unknown(reply.code)
  return reply.status === 200 ? toResult(order, reply.body) : unknown(`http_${reply.status}`)
}

function toResult(order: CodeOrder, found: unknown): OrderResult {
  const order_ref = textOf(member(found, 'id'), 200)
  if (order_ref === undefined || member(found, 'description') !== order.key)
    return unknown('the response is about another order')
  const status = member(found, 'status')
  if (status === 'FAILED') return { kind: 'failed', reason: 'the order is FAILED' }
  if (status !== 'COMPLETED') return { kind: 'pending' }
  const [item] = listOf(member(found, 'items'), 1)
  const payout = member(item, 'payout')
  const text = textOf(member(payout, 'url'), 2_000)
  if (text === undefined) return { kind: 'pending' }
  const price = isOrdered(order, item) ? readPrice(found) : null
  const expires_on = readDay(member(payout, 'expiry_date'))
  return { kind: 'bought', code: { order_ref, text, pin: null, expires_on, price } }
}

/** Reads the day of a time stamp. A day that no link can have counts as not stated. */
function readDay(value: unknown): string | null {
  const day = /^(20\d\d-\d\d-\d\d)T/.exec(String(value))?.[1]
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : null
}

function isOrdered({ product_id, amount_minor, currency }: CodeOrder, item: unknown): boolean {
  const products = member(item, 'products')
  const ordered = [member(products, 'value'), ...listOf(member(products, 'values'), 10)]
  const faceValue = decimalOf(member(item, 'face_value'))
  return (
    ordered.filter((each) => each !== undefined).every((each) => each === product_id) &&
    member(item, 'currency') === currency &&
    faceValue !== undefined &&
    toMinorUnits(faceValue, currency) === amount_minor
  )
}

const maxProducts = 50
const productPages = 20

async function searchProducts(
  options: RunaOptions,
  { text, country }: ProductQuery,
): Promise<ProductResult> {
  const filter =
    country === undefined ? '' : `&countries_redeemable_in=${encodeURIComponent(country)}`
  const wanted = text.trim().toLowerCase()
  const products: SupplierProduct[] = []
  let after = ''
  for (let page = 1; page <= productPages && products.length < maxProducts; page += 1) {
    const cursor = after === '' ? '' : `&after=${encodeURIComponent(after)}`
    const reply = await send(options, `/product?is_orderable=true${filter}${cursor}`)
    if (!reply.ok) return { ok: false, reason: reply.code }
    const rows = member(reply.body, 'catalog')
    if (reply.status !== 200 || !Array.isArray(rows))
      return { ok: false, reason: `http_${reply.status}` }
    const matching = rows
      .flatMap((each) => toProduct(each) ?? [])
      .filter(({ id, name }) => id === text.trim() || name.toLowerCase().includes(wanted))
    products.push(...matching)
    const next = textOf(member(member(member(reply.body, 'pagination'), 'cursors'), 'after'), 500)
    if (rows.length === 0 || next === undefined || next === after) break
    after = next
  }
  return { ok: true, products: products.slice(0, maxProducts) }
}

function toProduct(found: unknown): SupplierProduct | undefined {
  const id = textOf(member(found, 'code'), 200)
  const name = textOf(member(found, 'name'), 300)
  const currency = textOf(member(found, 'currency'), 3)
  if (id === undefined || name === undefined) return undefined
  const currencies = currency !== undefined && /^[A-Z]{3}$/.test(currency) ? [currency] : []
  const countries = listOf(member(found, 'countries_redeemable_in'), 300).filter(
    (each): each is string => typeof each === 'string' && /^[A-Z]{2}$/.test(each),
  )
  const denominations = member(member(found, 'gift_card'), 'denominations')
  return { id, name, currencies, countries, ...readRange(denominations, currencies[0]) }
}

function readRange(denominations: unknown, currency: string | undefined) {
  const listed = listOf(member(denominations, 'available_list'), 300)
  const read = (name: string) =>
    [member(denominations, name), ...listed].flatMap((each) => decimalOf(each) ?? [])
  const [lows, highs] = [read('minimum_value'), read('maximum_value')]
  if (currency === undefined || !isCurrency(currency) || lows.length === 0 || highs.length === 0)
    return { min_minor: null, max_minor: null }
  return {
    min_minor: toMinorUnits(Math.min(...lows), currency),
    max_minor: toMinorUnits(Math.max(...highs), currency),
  }
}

/** Reads the balance, which buys nothing. */
export async function testRuna(options: RunaOptions): Promise<TestResult> {
  const tried = `GET ${options.url}/v2/balance`
  const found = await readBalance(options)
  if (!found.ok) return { ok: false, tried, answer: found.reason }
  const { balance } = found
  const text =
    balance && `, ${toDecimal(balance.amount_minor, balance.currency)} ${balance.currency}`
  return { ok: true, tried, answer: `the key is valid${text ?? ''}` }
}
