import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import type { CodeSupplier, OrderResult } from '#digital'
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
