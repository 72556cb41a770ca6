import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#platform/lib/ids'
import type { ListedOrder } from '../suppliers/code-supplier.ts'
import { type ComparedPurchase, findDifferences } from './find-differences.ts'

const connection_id = newId()
const hourMs = 60 * 60 * 1_000
const now = Date.parse('2026-05-08T12:00:00Z')
const at = (hoursAgo: number) => new Date(now - hoursAgo * hourMs)
const since = at(7 * 24)
const until = at(1)

const purchase = (changes: Partial<ComparedPurchase> = {}): ComparedPurchase => ({
  ...{ id: newId(), connection_id, state: 'bought', order_ref: 'R1' },
  ...{ price_minor: 2_550, price_currency: 'USD', created_at: at(24), settled_at: at(24) },
  ...changes,
})

const listed = (key: string | null, changes: Partial<ListedOrder> = {}): ListedOrder => ({
  ...{ order_ref: 'R1', key, state: 'paid', ordered_at: at(24) },
  price: { amount_minor: 2_550, currency: 'USD' },
  ...changes,
})

const compare = (purchases: readonly ComparedPurchase[], orders: readonly ListedOrder[]) =>
  findDifferences({ connection_id, purchases, orders, since, until }).map(
    ({ kind, order_ref, here, there }) => [
      kind,
      order_ref,
      here?.amount_minor ?? null,
      there?.amount_minor ?? null,
    ],
  )

const usd = (amount_minor: number) => ({ amount_minor, currency: 'USD' })
const failed = {
  state: 'failed',
  order_ref: null,
  price_minor: null,
  price_currency: null,
} as const

/** The cases: a purchase, the orders of its supplier, and what differs. */
const cases: Readonly<
  Record<
    string,
    [
      changes: Partial<ComparedPurchase>,
      orders: (key: string) => ListedOrder[],
      found: ReturnType<typeof compare>,
    ]
  >
> = {
  'the same price': [{}, (key) => [listed(key)], []],
  'a cent more': [
    {},
    (key) => [listed(key, { price: usd(2_551) })],
    [['other_amount', 'R1', 2_550, 2_551]],
  ],
  'a fils more': [
    { price_minor: 27_500, price_currency: 'KWD' },
    (key) => [listed(key, { price: { amount_minor: 27_501, currency: 'KWD' } })],
    [['other_amount', 'R1', 27_500, 27_501]],
  ],
  'the same number of another currency': [
    { price_minor: 28, price_currency: 'JPY' },
    (key) => [listed(key, { price: usd(28) })],
    [['other_currency', 'R1', 28, 28]],
  ],
  'a price that is not known here': [
    { price_minor: null, price_currency: null },
    (key) => [listed(key)],
    [['other_amount', 'R1', null, 2_550]],
  ],
  'a price that the list does not state': [{}, (key) => [listed(key, { price: null })], []],
  'no order there': [{}, () => [], [['paid_here_only', 'R1', 2_550, null]]],
  'an order that is cancelled there': [
    {},
    (key) => [listed(key, { state: 'failed' })],
    [['paid_here_only', 'R1', 2_550, null]],
  ],
  'an order that is still pending there': [{}, (key) => [listed(key, { state: 'pending' })], []],
  'a purchase that was settled a moment ago': [{ settled_at: at(0.5) }, () => [], []],
  'a purchase before the period': [{ created_at: at(8 * 24) }, () => [], []],
  'a purchase at the edge, whose order is listed as older': [
    { created_at: since },
    (key) => [listed(key, { ordered_at: at(7 * 24 + 14) })],
    [],
  ],
  'a purchase that is open': [
    { ...failed, state: 'open', settled_at: null },
    (key) => [listed(key)],
    [],
  ],
  'a purchase that has failed here': [
    failed,
    (key) => [listed(key)],
    [['paid_there_only', 'R1', null, 2_550]],
  ],
  'a purchase that has failed on both sides': [
    failed,
    (key) => [listed(key, { state: 'failed' })],
    [],
  ],
  'a paid order whose code is unusable': [{ state: 'failed' }, (key) => [listed(key)], []],
  'two paid orders with one key': [
    {},
    (key) => [listed(key, { order_ref: 'R2' }), listed(key)],
    [['paid_twice', 'R2', null, 2_550]],
  ],
  'two orders, of which one is cancelled': [
    {},
    (key) => [listed(key, { order_ref: 'R2', state: 'failed' }), listed(key)],
    [],
  ],
  'an order that has lost its key': [{}, () => [listed(null)], []],
  'an order of another system': [
    {},
    (key) => [
      listed(key),
      listed(null, { order_ref: 'R2' }),
      listed('April', { order_ref: 'R3' }),
      listed('5a3c7c56-2f5e-4f0e-9a51-0c1f0a6a2b11', { order_ref: 'R4' }),
    ],
    [],
  ],
  'an order that no purchase has made': [
    {},
    (key) => [listed(key), listed(newId(), { order_ref: 'R2', price: usd(999) })],
    [['paid_there_only', 'R2', null, 999]],
  ],
  'an order of another connection with the same account': [
    { connection_id: newId(), price_minor: 1 },
    (key) => [listed(key)],
    [],
  ],
}

for (const [name, [changes, toOrders, found]] of Object.entries(cases))
  it(`compares ${name}`, () => {
    const row = purchase(changes)
    assert.deepEqual(compare([row], toOrders(row.id)), found)
  })
