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
import { createClient, type ReloadlyClient, type ReloadlyOptions } from './client.ts'
import { listOrders, pageSize, readBalance, readList, readPrice, toReportQuery } from './orders.ts'

/**
 * Creates the supplier of gift cards. The id of an order at Bestow is its `customIdentifier`. The published API calls it unique,
 * and does not say that a repeated order buys nothing: Bestow looks an order up before it makes it again.
 */
export const createReloadly = (options: ReloadlyOptions): CodeSupplier => ({
  order: (order) => buy(createClient(options), order),
  find: (order) => findOrder(createClient(options), order),
  search: (query) => searchProducts(createClient(options), query),
  list: (period) => listOrders(createClient(options), period),
  readBalance: () => readBalance(createClient(options)),
})

const unknown = (reason: string) => ({ kind: 'unknown', reason }) as const

async function buy(client: ReloadlyClient, order: CodeOrder): Promise<OrderResult> {
  const { key, product_id, amount_minor, currency } = order
  const reply = await client.send('/orders', {
    productId: Number(product_id),
    quantity: 1,
    unitPrice: fromMinorUnits(amount_minor, currency),
    customIdentifier: key,
    senderName: 'Bestow',
  })
  return readOrderReply(reply, describeRefusal, (body) => toResult(client, order, body))
}

function describeRefusal(body: unknown) {
  const text = textOf(member(body, 'message'), 200)
  return { text, isUnfunded: isAboutFunds(text) }
}

const maxPages = 25

/**
 * Looks an order up in the report of the transactions since the day before it. It is absent if the whole report does not have
 * it, because the filter by identifier may be ignored.
 */
async function findOrder(
  client: ReloadlyClient,
  order: CodeOrder,
): ReturnType<CodeSupplier['find']> {
  const { key, ordered_at } = order
  for (let page = 1; page <= maxPages; page += 1) {
    const query = `customIdentifier=${encodeURIComponent(key)}&${toReportQuery(ordered_at, page)}`
    const reply = await client.send(`/reports/transactions?${query}`)
    if (!reply.ok) return unknown(reply.code)
    const rows = readList(reply)
    if (rows === undefined) return unknown(`http_${reply.status}`)
    const transaction = rows.find((each) => member(each, 'customIdentifier') === key)
    if (transaction !== undefined) return toResult(client, order, transaction)
    if (rows.length < pageSize) return { kind: 'absent' }
  }
  return unknown('the report of transactions is too long')
}

async function toResult(
  client: ReloadlyClient,
  order: CodeOrder,
  found: unknown,
): Promise<OrderResult> {
  const id = member(found, 'transactionId')
  if (!Number.isSafeInteger(id) || member(found, 'customIdentifier') !== order.key)
    return unknown('the response is about another order')
  const status = member(found, 'status')
  if (status === 'FAILED' || status === 'REFUNDED')
    return { kind: 'failed', reason: `the order is ${status}` }
  if (status !== 'SUCCESSFUL') return { kind: 'pending' }
  const reply = await client.send(`/orders/transactions/${id}/cards`)
  if (!reply.ok || reply.status !== 200) return { kind: 'pending' }
  const card = Array.isArray(reply.body) ? reply.body[0] : reply.body
  const [number, pin] = [digitsOf(member(card, 'cardNumber')), digitsOf(member(card, 'pinCode'))]
  const text = number ?? pin
  if (text === undefined) return { kind: 'pending' }
  const price = isOrdered(order, found) ? readPrice(found) : null
  const rest = { pin: number === undefined ? null : (pin ?? null), expires_on: null, price }
  return { kind: 'bought', code: { order_ref: String(id), text, ...rest } }
}

/** Reads a card number or a PIN, which the API states as a text or as a number. */
const digitsOf = (value: unknown): string | undefined =>
  Number.isSafeInteger(value) ? String(value) : textOf(value, 500)

function isOrdered({ product_id, amount_minor, currency }: CodeOrder, found: unknown): boolean {
  const product = member(found, 'product')
  const unitPrice = amountOf(member(product, 'unitPrice'))
  return (
    String(member(product, 'productId')) === product_id &&
    member(product, 'quantity') === 1 &&
    member(product, 'currencyCode') === currency &&
    unitPrice !== undefined &&
    toMinorUnits(unitPrice, currency) === amount_minor
  )
}

const maxProducts = 50

async function searchProducts(
  client: ReloadlyClient,
  { text, country }: ProductQuery,
): Promise<ProductResult> {
  const name = encodeURIComponent(text.trim())
  const filter = country === undefined ? '' : `&countryCode=${encodeURIComponent(country)}`
  const query = `productName=${name}${filter}&includeRange=true&includeFixed=true&size=${maxProducts}&page=1`
  const reply = await client.send(`/products?${query}`)
  if (!reply.ok) return { ok: false, reason: reply.code }
  const rows = readList(reply)
  if (rows === undefined) return { ok: false, reason: `http_${reply.status}` }
  const products = rows.slice(0, maxProducts).flatMap((each) => toProduct(each) ?? [])
  return { ok: true, products }
}

function toProduct(found: unknown): SupplierProduct | undefined {
  const id = member(found, 'productId')
  const name = textOf(member(found, 'productName'), 300)
  const currency = textOf(member(found, 'recipientCurrencyCode'), 3)
  if (!Number.isSafeInteger(id) || name === undefined || currency === undefined) return undefined
  const country = textOf(member(member(found, 'country'), 'isoName'), 2)
  const fixed = listOf(member(found, 'fixedRecipientDenominations'), 300).flatMap(
    (each) => amountOf(each) ?? [],
  )
  const min = amountOf(member(found, 'minRecipientDenomination')) ?? fixed.toSorted(byAmount)[0]
  const max = amountOf(member(found, 'maxRecipientDenomination')) ?? fixed.toSorted(byAmount).at(-1)
  const toMinor = (value: number | undefined) =>
    value === undefined ? null : toMinorUnits(value, currency)
  return {
    ...{ id: String(id), name, currencies: [currency] },
    countries: country === undefined || member(found, 'global') === true ? [] : [country],
    ...{ min_minor: toMinor(min), max_minor: toMinor(max) },
  }
}

const byAmount = (one: number, other: number) => one - other

/** Reads the balance of the wallet, which buys nothing. */
export async function testReloadly(options: ReloadlyOptions): Promise<TestResult> {
  const tried = `GET ${options.url}/accounts/balance`
  const found = await readBalance(createClient(options))
  if (!found.ok) return { ok: false, tried, answer: found.reason }
  const { balance } = found
  const text =
    balance && `, ${toDecimal(balance.amount_minor, balance.currency)} ${balance.currency}`
  return { ok: true, tried, answer: `the key is valid${text ?? ''}` }
}
