import type { TestResult } from '#connections'
import type {
  CodeOrder,
  CodeSupplier,
  Money,
  OrderResult,
  ProductQuery,
  ProductResult,
  SupplierProduct,
} from '#digital'
import {
  amountOf,
  type JsonReply,
  listOf,
  member,
  textOf,
} from '#platform/http-client/json-request'
import { fromMinorUnits, isCurrency, toMinorUnits } from '#platform/lib/minor-units'
import { createClient, type ReloadlyClient, type ReloadlyOptions } from './client.ts'

/**
 * Creates the supplier of gift cards. The id of an order at Bestow is its `customIdentifier`. The published API calls it unique,
 * and does not say that a repeated order buys nothing: Bestow looks an order up before it makes it again.
 */
export const createReloadly = (options: ReloadlyOptions): CodeSupplier => ({
  order: (order) => buy(createClient(options), order),
  find: (order) => findOrder(createClient(options), order),
  search: (query) => searchProducts(createClient(options), query),
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
  if (reply.ok && reply.status >= 200 && reply.status <= 299)
    return toResult(client, order, reply.body)
  return toFailure(reply)
}

/** The statuses of which every order of the account fails: no key, no funds, no access. */
const accountStatuses: ReadonlySet<number> = new Set([401, 402, 403])

/** Returns the result of a request that was not accepted. A conflict, a timeout and a rate limit say nothing. */
function toFailure(reply: JsonReply): OrderResult {
  if (!reply.ok)
    return reply.isSent
      ? unknown(reply.code)
      : { kind: 'failed', reason: reply.code, isAccount: true }
  const { status, body } = reply
  if (status < 400 || status > 499 || [408, 409, 425, 429].includes(status))
    return unknown(`http_${status}`)
  const message = textOf(member(body, 'message'), 200)
  const isAccount = accountStatuses.has(status) || /\bfunds?\b|\bbalance\b/i.test(message ?? '')
  const reason = `http_${status}${message === undefined ? '' : `: ${message}`}`
  return { kind: 'failed', reason, ...(isAccount && { isAccount }) }
}

const pageSize = 200
const maxPages = 25
const dayMs = 24 * 60 * 60 * 1_000

/**
 * Looks an order up in the report of the transactions since the day before it. It is absent if the whole report does not have
 * it, because the filter by identifier may be ignored.
 */
async function findOrder(
  client: ReloadlyClient,
  order: CodeOrder,
): ReturnType<CodeSupplier['find']> {
  const { key, ordered_at } = order
  const since = new Date(ordered_at.getTime() - dayMs).toISOString().slice(0, 10)
  for (let page = 1; page <= maxPages; page += 1) {
    const query = `customIdentifier=${encodeURIComponent(key)}&startDate=${since}%2000:00:00`
    const reply = await client.send(`/reports/transactions?${query}&size=${pageSize}&page=${page}`)
    if (!reply.ok) return unknown(reply.code)
    const rows = readList(reply)
    if (rows === undefined) return unknown(`http_${reply.status}`)
    const transaction = rows.find((each) => member(each, 'customIdentifier') === key)
    if (transaction !== undefined) return toResult(client, order, transaction)
    if (rows.length < pageSize) return { kind: 'absent' }
  }
  return unknown('the report of transactions is too long')
}

/** Reads a list, which the API returns as such or as the content of a page. */
function readList({ status, body }: Extract<JsonReply, { ok: true }>) {
  const list = Array.isArray(body) ? body : member(body, 'content')
  return status === 200 && Array.isArray(list) ? (list as readonly unknown[]) : undefined
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

/** Reads what the wallet paid with fees, in the currency of the wallet. */
function readPrice(found: unknown): Money | null {
  const amount = amountOf(member(found, 'amount'))
  const currency = textOf(member(found, 'currencyCode'), 3)
  if (amount === undefined || currency === undefined || !isCurrency(currency)) return null
  return { amount_minor: toMinorUnits(amount, currency), currency }
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
  const reply = await createClient(options).send('/accounts/balance')
  if (!reply.ok) return { ok: false, tried, answer: reply.code }
  const balance = member(reply.body, 'balance')
  if (reply.status !== 200 || typeof balance !== 'number')
    return { ok: false, tried, answer: `http_${reply.status}` }
  const currency = textOf(member(reply.body, 'currencyCode'), 3) ?? ''
  return { ok: true, tried, answer: `the key is valid, ${balance} ${currency}`.trim() }
}
