import type { TestResult } from '#connections'
import {
  type CodeOrder,
  type CodeSupplier,
  isAboutFunds,
  type OrderResult,
  type ProductQuery,
  type ProductResult,
  readOrderReply,
  type SupplierProduct,
} from '#digital'
import { amountOf, listOf, member, textOf } from '#platform/http-client/json-request'
import { fromMinorUnits, toDecimal, toMinorUnits } from '#platform/lib/minor-units'
import { send, type TremendousOptions } from './client.ts'
import { listOrders, readBalance, readFunds, readPrice } from './orders.ts'

/**
 * Creates the supplier of reward links. The id of an order at Bestow is its `external_id`, which makes the request
 * idempotent: a repeated request returns the first order. Tremendous gets no data of the recipient.
 */
export const createTremendous = (options: TremendousOptions): CodeSupplier => ({
  async order(order) {
    const reply = await send(options, '/orders', toBody(order, options))
    return readOrderReply(reply, describeRefusal, (body) =>
      toResult(options, order, member(body, 'order')),
    )
  },
  async find(order) {
    const reply = await send(options, `/orders?external_id=${encodeURIComponent(order.key)}`)
    if (!reply.ok) return unknown(reply.code)
    const orders = member(reply.body, 'orders')
    if (reply.status !== 200 || !Array.isArray(orders)) return unknown(`http_${reply.status}`)
    const found = orders.find((each) => member(each, 'external_id') === order.key)
    if (found !== undefined) return toResult(options, order, found)
    // A list of other orders means that the filter was ignored, so it proves nothing.
    return orders.length === 0 ? { kind: 'absent' } : unknown('the list has other orders')
  },
  search: (query) => searchProducts(options, query),
  list: (period) => listOrders(options, period),
  readBalance: () => readBalance(options),
})

const unknown = (reason: string) => ({ kind: 'unknown', reason }) as const

/** Returns the body of an order. The recipient is unnamed, because the link is shown by Bestow alone. */
const toBody = (
  { key, product_id, amount_minor, currency }: CodeOrder,
  { funding_source }: TremendousOptions,
) => ({
  external_id: key,
  payment: { funding_source_id: funding_source },
  reward: {
    value: { denomination: fromMinorUnits(amount_minor, currency), currency_code: currency },
    products: [product_id],
    delivery: { method: 'LINK' },
    recipient: { name: 'Gift recipient' },
  },
})

function describeRefusal(body: unknown) {
  const text = textOf(member(member(body, 'errors'), 'message'), 200)
  return { text, isUnfunded: isAboutFunds(text) }
}

async function toResult(
  options: TremendousOptions,
  order: CodeOrder,
  found: unknown,
): Promise<OrderResult> {
  const order_ref = textOf(member(found, 'id'), 200)
  if (order_ref === undefined || member(found, 'external_id') !== order.key)
    return unknown('the response is about another order')
  const status = member(found, 'status')
  if (status === 'FAILED' || status === 'CANCELED')
    return { kind: 'failed', reason: `the order is ${status}`, isAccount: status === 'FAILED' }
  if (status !== 'EXECUTED') return { kind: 'pending' }
  const [reward] = listOf(member(found, 'rewards'), 1)
  const text = await findLink(options, reward)
  if (text === undefined) return { kind: 'pending' }
  const price = isOrdered(order, reward) ? readPrice(found) : null
  return { kind: 'bought', code: { order_ref, text, pin: null, expires_on: null, price } }
}

/** Returns the link of a reward. The response of an order has it, a list of orders has not. */
async function findLink(options: TremendousOptions, reward: unknown): Promise<string | undefined> {
  const link = textOf(member(member(reward, 'delivery'), 'link'), 2_000)
  const id = textOf(member(reward, 'id'), 200)
  if (link !== undefined || id === undefined) return link
  const reply = await send(options, `/rewards/${encodeURIComponent(id)}/generate_link`, {})
  if (!reply.ok || reply.status < 200 || reply.status > 299) return undefined
  const generated = member(reply.body, 'reward')
  return member(generated, 'id') === id ? textOf(member(generated, 'link'), 2_000) : undefined
}

/** Returns whether a reward has the value that was ordered. */
function isOrdered({ amount_minor, currency }: CodeOrder, reward: unknown): boolean {
  const value = member(reward, 'value')
  const denomination = member(value, 'denomination')
  return (
    typeof denomination === 'number' &&
    member(value, 'currency_code') === currency &&
    toMinorUnits(denomination, currency) === amount_minor
  )
}

const maxProducts = 50
const maxCatalogue = 10_000

async function searchProducts(
  options: TremendousOptions,
  { text, country }: ProductQuery,
): Promise<ProductResult> {
  const filter = country === undefined ? '' : `?country=${encodeURIComponent(country)}`
  const reply = await send(options, `/products${filter}`)
  if (!reply.ok) return { ok: false, reason: reply.code }
  const products = member(reply.body, 'products')
  if (reply.status !== 200 || !Array.isArray(products))
    return { ok: false, reason: `http_${reply.status}` }
  const wanted = text.trim().toLowerCase()
  const found = listOf(products, maxCatalogue)
    .flatMap((each) => toProduct(each) ?? [])
    .filter(({ id, name }) => id === text.trim() || name.toLowerCase().includes(wanted))
  return { ok: true, products: found.slice(0, maxProducts) }
}

function toProduct(found: unknown): SupplierProduct | undefined {
  const id = textOf(member(found, 'id'), 200)
  const name = textOf(member(found, 'name'), 300)
  if (id === undefined || name === undefined) return undefined
  const currencies = codesOf(member(found, 'currency_codes'), /^[A-Z]{3}$/)
  const countries = codesOf(
    listOf(member(found, 'countries'), 300).map((each) => member(each, 'abbr')),
    /^[A-Z]{2}$/,
  )
  return { id, name, currencies, countries, ...readRange(member(found, 'skus'), currencies) }
}

const codesOf = (values: unknown, pattern: RegExp): string[] =>
  listOf(values, 300).filter(
    (each): each is string => typeof each === 'string' && pattern.test(each),
  )

/** Reads the values of a product with one currency. */
function readRange(skus: unknown, currencies: readonly string[]) {
  const [currency] = currencies
  const read = (name: string) =>
    listOf(skus, 300).flatMap((sku) => amountOf(member(sku, name)) ?? [])
  if (currency === undefined || currencies.length > 1 || read('min').length === 0)
    return { min_minor: null, max_minor: null }
  return {
    min_minor: toMinorUnits(Math.min(...read('min')), currency),
    max_minor: toMinorUnits(Math.max(...read('max'), ...read('min')), currency),
  }
}

/** Reads the funding sources, which buys nothing. */
export async function testTremendous(options: TremendousOptions): Promise<TestResult> {
  const tried = `GET ${options.url}/api/v2/funding_sources`
  const found = await readFunds(options)
  if (!found.ok) return { ok: false, tried, answer: found.reason }
  const { balance } = found
  const text = balance === null ? '' : `, ${toDecimal(balance.amount_minor, balance.currency)} USD`
  return { ok: true, tried, answer: `the key is valid${text}` }
}
