import assert from 'node:assert/strict'
import type { OrderResult } from '#digital'
import {
  allowed,
  badAnswers,
  type CodeSupplierSubject,
  createOrder,
  priceLies,
  type SupplierContext,
  timeoutMs,
} from './code-supplier-kit-context.ts'
import { listChecks } from './code-supplier-kit-lists.ts'
import { type Check, createKit } from './conformance-kit.ts'
import {
  endlessBytes,
  hang,
  lose,
  passOn,
  respondWith,
  sendEndlessly,
  startHostileProxy,
} from './hostile-proxy.ts'

export type {
  CodeSupplierOptions,
  CodeSupplierService,
  CodeSupplierSubject,
} from './code-supplier-kit-context.ts'

/*
 * The conformance kit of the port `code_supplier`. It attacks each guarantee of docs/connectors/code-suppliers.md, with a
 * proxy between the supplier and its service, and compares what the supplier says with the ledger of the service.
 */

function assertBought(result: OrderResult | { kind: 'absent' }) {
  assert.ok(result.kind === 'bought', JSON.stringify(result))
  return result.code
}

const checks: readonly Check<SupplierContext>[] = [
  {
    name: 'buys a code, and says what it costs',
    async run({ supplier, service }) {
      const code = assertBought(await supplier.order(createOrder(service)))
      const [sold] = service.paid()
      assert.deepEqual([code.text, service.paid().length], [sold?.text, 1])
      const { price } = code
      assert.ok(price !== null && Number.isSafeInteger(price.amount_minor), JSON.stringify(price))
      assert.ok(price.amount_minor >= 1_000 && /^[A-Z]{3}$/.test(price.currency))
    },
  },
  {
    name: 'buys once when an order is repeated, also at the same instant',
    async run({ supplier, service }) {
      const order = createOrder(service)
      const results = await Promise.all([supplier.order(order), supplier.order(order)])
      results.push(await supplier.order(order))
      const texts = new Set(
        results.flatMap((each) => (each.kind === 'bought' ? each.code.text : [])),
      )
      assert.deepEqual([texts.size, service.paid().length], [1, 1])
    },
  },
  {
    name: 'finds an order whose answer was lost, and buys nothing for it',
    async run({ supplier, service, proxy }) {
      const order = createOrder(service)
      proxy.attack(lose)
      assert.equal((await supplier.order(order)).kind, 'unknown')
      proxy.attack(passOn)
      const code = assertBought(await supplier.find(order))
      assert.deepEqual(
        [[code.text], service.paid().length],
        [service.paid().map(({ text }) => text), 1],
      )
      assert.notEqual(code.price, null)
    },
  },
  {
    name: 'finds no order that was never made',
    async run({ supplier, service }) {
      await supplier.order(createOrder(service))
      assert.deepEqual(await supplier.find(createOrder(service)), { kind: 'absent' })
    },
  },
  {
    name: 'does not know what happened after a response that is no answer',
    async run({ supplier, service, proxy }) {
      for (const attack of badAnswers) {
        proxy.attack(attack)
        const order = createOrder(service)
        for (const result of [await supplier.order(order), await supplier.find(order)])
          assert.ok(result.kind === 'unknown' && result.reason !== '', JSON.stringify(result))
        const search = await supplier.search({ text: '' })
        assert.ok(!search.ok || search.products.length === 0)
      }
    },
  },
  {
    name: 'says that an order has failed only if nothing was bought',
    async run({ supplier, service }) {
      const order = createOrder(service, service.refused)
      const result = await supplier.order(order)
      assert.ok(result.kind === 'failed' && result.reason !== '', JSON.stringify(result))
      assert.equal(service.paid().length, 0)
      assert.equal((await supplier.find(order)).kind, 'absent')
    },
  },
  {
    name: 'waits for an order that has no code yet, and sees that it is cancelled',
    async run({ supplier, service }) {
      service.state.holds = true
      const [one, other] = [createOrder(service), createOrder(service)]
      for (const order of [one, other]) {
        assert.equal((await supplier.order(order)).kind, 'pending')
        assert.equal((await supplier.find(order)).kind, 'pending')
      }
      for (const [key, sold] of service.state.orders)
        sold.state = key === one.key ? 'paid' : 'cancelled'
      assertBought(await supplier.find(one))
      assert.equal((await supplier.find(other)).kind, 'failed')
    },
  },
  {
    name: 'believes no price that cannot be one, and no other value than it has ordered',
    async run({ supplier, service }) {
      for (const lie of [...priceLies, 'another value', 'another currency'] as const) {
        service.state.lie = lie
        const order = createOrder(service)
        for (const result of [await supplier.order(order), await supplier.find(order)])
          assert.equal(assertBought(result).price, null, lie)
      }
    },
  },
  {
    name: 'takes no code of another order',
    async run({ supplier, service }) {
      const order = createOrder(service)
      await supplier.order(order)
      service.state.lie = 'another order'
      assert.equal((await supplier.order(order)).kind, 'unknown')
      assert.notEqual((await supplier.find(order)).kind, 'bought')
    },
  },
  {
    name: 'reads an order of the year 9999',
    async run({ supplier, service }) {
      service.state.lie = 'the year 9999'
      const { expires_on } = assertBought(await supplier.order(createOrder(service)))
      assert.ok(expires_on === null || /^\d{4}-\d{2}-\d{2}$/.test(expires_on))
    },
  },
  {
    name: 'finds products by their names and countries',
    async run({ supplier, service: { product } }) {
      const found = await supplier.search({ text: product.name.slice(1, 5).toUpperCase() })
      assert.ok(found.ok && found.products.length === 1, JSON.stringify(found))
      const [first] = found.products
      assert.deepEqual([first?.id, first?.name], [product.id, product.name])
      assert.ok(first?.currencies.includes(product.currency))
      assert.ok((first?.min_minor ?? 0) <= product.amount_minor)
      assert.ok((first?.max_minor ?? product.amount_minor) >= product.amount_minor)
      const none = await supplier.search({ text: 'no such product' })
      assert.deepEqual(none, { ok: true, products: [] })
      assert.deepEqual(await supplier.search({ text: '', country: 'JP' }), none)
    },
  },
  {
    name: 'ends a request to a service that does not respond',
    async run({ supplier, service, proxy }) {
      proxy.attack(hang)
      const startedAt = performance.now()
      assert.equal((await supplier.order(createOrder(service))).kind, 'unknown')
      assert.equal((await supplier.find(createOrder(service))).kind, 'unknown')
      assert.equal((await supplier.search({ text: '' })).ok, false)
      assert.ok(performance.now() - startedAt < 12 * timeoutMs)
    },
  },
  {
    name: 'does not read an endless response',
    async run({ open, service, proxy }) {
      proxy.attack(sendEndlessly)
      const patient = open({ url: proxy.url, outbound: allowed, timeoutMs: 20_000 })
      assert.equal((await patient.order(createOrder(service))).kind, 'unknown')
      assert.ok(proxy.sentBytes() < endlessBytes / 2, `${proxy.sentBytes()} bytes`)
    },
  },
  {
    name: 'reaches no private address without permission, and says that nothing was bought',
    async run({ open, service, proxy }) {
      for (const host of ['127.0.0.1', 'localhost']) {
        const url = proxy.url.replace('127.0.0.1', host)
        const guarded = open({ url, outbound: { allowPrivate: false }, timeoutMs })
        assert.equal((await guarded.order(createOrder(service))).kind, 'failed')
        assert.equal((await guarded.find(createOrder(service))).kind, 'unknown')
      }
      assert.equal(proxy.count(), 0)
    },
  },
  {
    name: 'reveals no credential, and tests without a purchase',
    async run({ test, supplier, service, proxy, secrets }) {
      const options = { url: proxy.url, outbound: allowed, timeoutMs }
      const good = await test(options)
      assert.ok(good.ok, JSON.stringify(good))
      const results: unknown[] = [good]
      for (const attack of [...badAnswers, respondWith(401, '{}')]) {
        proxy.attack(attack)
        const bad = await test(options)
        assert.ok(!bad.ok && bad.tried.length > 5 && bad.answer !== '', JSON.stringify(bad))
        results.push(bad, await supplier.order(createOrder(service)))
      }
      const before = service.paid().length
      proxy.attack(passOn)
      await test(options)
      assert.equal(service.paid().length, before)
      for (const secret of secrets) assert.ok(!JSON.stringify(results).includes(secret))
    },
  },
]

const kit = createKit<CodeSupplierSubject, SupplierContext>(
  [...checks, ...listChecks],
  async (subject, run) => {
    const service = await subject.start()
    const proxy = await startHostileProxy(service.url)
    try {
      const supplier = subject.open({ url: proxy.url, outbound: allowed, timeoutMs })
      await run({ ...subject, supplier, service, proxy })
    } finally {
      await proxy.close()
      await service.close()
    }
  },
)
export const testCodeSupplier = kit.test
export const failsCodeSupplierCheck = kit.fails
