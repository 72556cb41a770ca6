import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import type { BalanceResult, CodeSupplier, ListedOrder, Money, OrderResult } from '#digital'
import {
  type CodeSupplierOptions,
  type CodeSupplierSubject,
  failsCodeSupplierCheck,
} from '#test/code-supplier-kit'
import { startTremendousService, tremendousKey } from '#test/fake-tremendous'
import { tremendous } from '../../packages/connectors/tremendous/index.ts'

/* The conformance kit finds each defect that is planted into a correct supplier. */

type Plant = (supplier: CodeSupplier) => CodeSupplier
type Found = OrderResult | { kind: 'absent' }

const alter =
  (change: (result: Found) => Found): Plant =>
  (supplier) => ({
    ...supplier,
    order: async (order) => change(await supplier.order(order)) as OrderResult,
    find: async (order) => change(await supplier.find(order)),
  })

const alterCode = (change: object) =>
  alter((result) =>
    result.kind === 'bought' ? { ...result, code: { ...result.code, ...change } } : result,
  )

const alterList =
  (change: (orders: readonly ListedOrder[]) => readonly ListedOrder[]): Plant =>
  (supplier) => ({
    ...supplier,
    async list(period) {
      const result = await supplier.list(period)
      return result.ok ? { ok: true, orders: change(result.orders) } : result
    },
  })

const alterPrice = (change: (price: Money | null) => Money | null) =>
  alterList((orders) => orders.map((each) => ({ ...each, price: change(each.price) })))

const alterBalance =
  (change: (result: BalanceResult) => BalanceResult): Plant =>
  (supplier) => ({ ...supplier, readBalance: async () => change(await supplier.readBalance()) })

const alterSignal =
  (change: (signal: AbortSignal) => AbortSignal): Plant =>
  (supplier) => ({
    ...supplier,
    list: ({ since, signal }) => supplier.list({ since, signal: change(signal) }),
  })

const toDollars = ({ amount_minor, currency }: Money): Money => ({
  amount_minor: amount_minor / 100,
  currency,
})

const lists = 'lists what was bought, with its key, its price and its state'
const isUnsure = 'does not know what happened after a response that is no answer'
const findsLost = 'finds an order whose answer was lost, and buys nothing for it'

/** The defects: the check that finds it, and what it does to a supplier. */
// biome-ignore format: read down the columns
const defects: Readonly<Record<string, readonly [check: string, plant: Plant]>> = {
  'buys again for each request': ['buys once when an order is repeated, also at the same instant',
    (supplier) => ({ ...supplier, order: (order) => supplier.order({ ...order, key: randomUUID() }) })],
  'says that a lost answer is a failure': [isUnsure,
    alter((result) => (result.kind === 'unknown' ? { ...result, kind: 'failed' } : result))],
  'throws when a response is lost': [isUnsure,
    alter((result) => { if (result.kind === 'unknown') throw new Error(result.reason); return result })],
  'finds nothing after a lost answer': [findsLost,
    (supplier) => ({ ...supplier, find: async () => ({ kind: 'absent' }) })],
  'orders when it looks up': ['finds no order that was never made',
    (supplier) => ({ ...supplier, find: supplier.order })],
  'says that an unreadable list has no order': [isUnsure,
    alter((result) => (result.kind === 'unknown' ? { kind: 'absent' } : result))],
  'states no price': ['buys a code, and says what it costs', alterCode({ price: null })],
  'states a price in parts of cents': ['buys a code, and says what it costs',
    alterCode({ price: { amount_minor: 2_500.5, currency: 'EUR' } })],
  'believes every price': ['believes no price that cannot be one, and no other value than it has ordered',
    alterCode({ price: { amount_minor: 2_550, currency: 'USD' } })],
  'invents a code': ['buys a code, and says what it costs', alterCode({ text: 'https://example.com/code' })],
  'says that a waiting order has failed': ['waits for an order that has no code yet, and sees that it is cancelled',
    alter((result) => (result.kind === 'pending' ? { kind: 'failed', reason: 'pending' } : result))],
  'waits for a cancelled order': ['waits for an order that has no code yet, and sees that it is cancelled',
    alter((result) => (result.kind === 'failed' ? { kind: 'pending' } : result))],
  'buys a product that is refused': ['says that an order has failed only if nothing was bought',
    alter((result) => (result.kind === 'failed' ? { kind: 'pending' } : result))],
  'ignores the country': ['finds products by their names and countries',
    (supplier) => ({ ...supplier, search: ({ text }) => supplier.search({ text }) })],
  'quotes its key': ['reveals no credential, and tests without a purchase',
    alter((result) => (result.kind === 'unknown' ? { ...result, reason: tremendousKey } : result))],
  'lists the first page only': ['lists the orders of all pages, each once', alterList((orders) => orders.slice(0, 500))],
  'lists an order twice': ['lists the orders of all pages, each once', alterList((orders) => [...orders, ...orders.slice(0, 1)])],
  'says that a part of a list is complete': ['says that a list is not complete',
    (supplier) => ({ ...supplier, async list(period) {
      const result = await supplier.list(period)
      return result.ok ? result : { ok: true, orders: [] }
    } })],
  'loses the keys': [lists, alterList((orders) => orders.map((each) => ({ ...each, key: null })))],
  'lists cancelled orders as paid': [lists, alterList((orders) => orders.map((each) => ({ ...each, state: 'paid' })))],
  'lists prices in whole units': [lists, alterPrice((price) => price && toDollars(price))],
  'believes every price of a list': ['believes no price of a list that cannot be one',
    alterPrice((price) => price ?? { amount_minor: 2_550, currency: 'USD' })],
  'gives up when requests are limited': ['waits while the service limits requests', alterSignal(() => AbortSignal.timeout(100))],
  'lists without an end': ['ends a list when it is asked to', alterSignal(() => new AbortController().signal)],
  'states a balance in whole units': ['states the balance in the smallest unit',
    alterBalance((result) => (result.ok && result.balance ? { ok: true, balance: toDollars(result.balance) } : result))],
  'says that it has a balance of zero when it does not know': ['does not know a balance that the service does not say',
    alterBalance((result) => (result.ok ? result : { ok: true, balance: { amount_minor: 0, currency: 'USD' } }))],
}

/** The defects of a request: the check that finds it, and the options with which it is sent. */
const careless: Readonly<
  Record<string, readonly [check: string, options: Partial<CodeSupplierOptions>]>
> = {
  'ignores the address rules': [
    'reaches no private address without permission, and says that nothing was bought',
    { outbound: { allowPrivate: true } },
  ],
  'waits without a timeout': [
    'ends a request to a service that does not respond',
    { timeoutMs: 4_200 },
  ],
}

const values = { api_key: tremendousKey, funding_source: 'balance' }

const createSubject = (
  plant: Plant,
  more: Partial<CodeSupplierOptions> = {},
): CodeSupplierSubject => ({
  open(options) {
    const { outbound, ...rest } = { ...options, ...more }
    return plant(tremendous.open({ ...values, ...rest }, outbound))
  },
  test: ({ outbound, ...rest }) => tremendous.test({ ...values, ...rest }, outbound),
  start: startTremendousService,
  secrets: [tremendousKey],
})

const unchanged: Plant = (supplier) => supplier

for (const [defect, [check, plant]] of Object.entries(defects))
  it(`finds a supplier that ${defect}`, async () => {
    assert.equal(await failsCodeSupplierCheck(createSubject(unchanged), check), false)
    assert.ok(await failsCodeSupplierCheck(createSubject(plant), check))
  })

for (const [defect, [check, options]] of Object.entries(careless))
  it(`finds a supplier that ${defect}`, async () => {
    assert.ok(await failsCodeSupplierCheck(createSubject(unchanged, options), check))
  })
