import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { CodeSupplier, ListedOrder } from '#digital'
import {
  badAnswers,
  type CodeSupplierService,
  createOrder,
  priceLies,
  type SupplierContext,
  timeoutMs,
} from './code-supplier-kit-context.ts'
import type { Check } from './conformance-kit.ts'
import { type Attack, hang, lose, passOn, respondWith } from './hostile-proxy.ts'

/* The checks of the port `code_supplier` for lists of orders and balances. */

const dayMs = 24 * 60 * 60 * 1_000
const since = () => new Date(Date.now() - dayMs)
const signal = () => AbortSignal.timeout(10 * timeoutMs)

async function list({ list: read }: CodeSupplier): Promise<readonly ListedOrder[]> {
  const result = await read({ since: since(), signal: signal() })
  assert.ok(result.ok, JSON.stringify(result))
  return result.orders
}

/** Adds orders to the ledger of a service, each a second older than the one before. */
function addOrders({ state, product }: CodeSupplierService, count: number): void {
  for (let n = 1; n <= count; n += 1) {
    const key = randomUUID()
    const at = new Date(Date.now() - n * 1_000)
    const { id: product_id, amount_minor, currency } = product
    const ordered = { product_id, amount_minor, currency, text: key, state: 'paid' as const }
    state.orders.set(key, { key, ref: `R${100_000 + n}`, at, ...ordered })
  }
}

/** Passes the first requests on. */
const after = (count: number, attack: Attack): Attack => {
  let left = count
  return (response, from) => {
    left -= 1
    if (left >= 0) passOn(response, from)
    else attack(response, from)
  }
}

/** More than two pages of any service. */
const manyOrders = 1_100

export const listChecks: readonly Check<SupplierContext>[] = [
  {
    name: 'lists what was bought, with its key, its price and its state',
    async run({ supplier, service }) {
      const [paid, cancelled] = [createOrder(service), createOrder(service)]
      const bought = await supplier.order(paid)
      await supplier.order(cancelled)
      service.state.holds = true
      const waiting = createOrder(service)
      await supplier.order(waiting)
      const ledger = service.state.orders.get(cancelled.key)
      if (ledger) ledger.state = 'cancelled'
      const orders = await list(supplier)
      const states = new Map(orders.map(({ key, state }) => [key, state]))
      assert.deepEqual(
        [paid, cancelled, waiting].map(({ key }) => states.get(key)),
        ['paid', 'failed', 'pending'],
      )
      const found = orders.find(({ key }) => key === paid.key)
      assert.ok(bought.kind === 'bought' && found !== undefined && bought.code.price !== null)
      assert.deepEqual([found.order_ref, found.price], [bought.code.order_ref, bought.code.price])
      assert.ok(Math.abs(found.ordered_at.getTime() - Date.now()) < dayMs)
    },
  },
  {
    name: 'lists the orders of all pages, each once',
    async run({ supplier, service }) {
      addOrders(service, manyOrders)
      const keys = (await list(supplier)).map(({ key }) => key)
      assert.equal(keys.length, manyOrders)
      assert.deepEqual(new Set(keys), new Set(service.state.orders.keys()))
    },
  },
  {
    name: 'says that a list is not complete',
    async run({ supplier, service, proxy }) {
      addOrders(service, manyOrders)
      for (const attack of badAnswers)
        for (const passed of [0, 2]) {
          proxy.attack(after(passed, attack))
          const result = await supplier.list({ since: since(), signal: AbortSignal.timeout(300) })
          assert.ok(!result.ok && result.reason !== '', `${passed} ${JSON.stringify(result)}`)
        }
      proxy.attack(passOn)
      service.state.lie = 'the same page again'
      assert.equal((await supplier.list({ since: since(), signal: signal() })).ok, false)
    },
  },
  {
    name: 'waits while the service limits requests',
    async run({ supplier, service, proxy }) {
      await supplier.order(createOrder(service))
      const limit = respondWith(429, '{}', { 'retry-after': '0.2' })
      let left = 2
      proxy.attack((response, from) => {
        left -= 1
        if (left >= 0) limit(response, from)
        else passOn(response, from)
      })
      assert.equal((await list(supplier)).length, 1)
    },
  },
  {
    name: 'ends a list when it is asked to',
    async run({ supplier, service, proxy }) {
      addOrders(service, 1)
      for (const attack of [hang, respondWith(429, '{}', { 'retry-after': '1' })]) {
        proxy.attack(attack)
        const startedAt = performance.now()
        const result = await supplier.list({ since: since(), signal: AbortSignal.timeout(100) })
        assert.equal(result.ok, false)
        assert.ok(performance.now() - startedAt < 0.7 * timeoutMs)
      }
    },
  },
  {
    name: 'believes no price of a list that cannot be one',
    async run({ supplier, service }) {
      await supplier.order(createOrder(service))
      for (const lie of priceLies) {
        service.state.lie = lie
        assert.deepEqual(
          (await list(supplier)).map(({ price }) => price),
          [null],
          lie,
        )
      }
    },
  },
  {
    name: 'states the balance in the smallest unit',
    async run({ supplier, service }) {
      for (const balance_minor of [123_456, 0]) {
        service.state.balance_minor = balance_minor
        const found = await supplier.readBalance()
        assert.ok(found.ok && found.balance !== null, JSON.stringify(found))
        assert.equal(found.balance.amount_minor, balance_minor)
        assert.match(found.balance.currency, /^[A-Z]{3}$/)
      }
    },
  },
  {
    name: 'does not know a balance that the service does not say',
    async run({ supplier, service, proxy }) {
      service.state.balance_minor = null
      assert.deepEqual(await supplier.readBalance(), { ok: true, balance: null })
      for (const attack of [...badAnswers, respondWith(401, '{}'), lose]) {
        proxy.attack(attack)
        const found = await supplier.readBalance()
        assert.ok(!found.ok && found.reason !== '', JSON.stringify(found))
      }
    },
  },
]
