import assert from 'node:assert/strict'
import type { TestResult } from '#connections'
import type { Carrier, Shop, ShopReading } from '#fulfilment'
import { maxShopProducts } from '#fulfilment'
import type { Check } from './conformance-kit.ts'
import {
  type Attack,
  cutOff,
  endlessBytes,
  hang,
  lose,
  passOn,
  respondWith,
  sendEndlessly,
  startHostileProxy,
} from './hostile-proxy.ts'
import {
  allowed,
  kitTimeoutMs,
  patient,
  type ShopContext,
  type ShopService,
  withinMs,
} from './shop-subject.ts'

/* The checks of the products of a shop, and of its messages. */

export const badAnswers: readonly Attack[] = [
  respondWith(500, '{}'),
  respondWith(401, ''),
  respondWith(200, '<html></html>', { 'content-type': 'text/html' }),
  respondWith(200, '{}'),
  respondWith(200, '[]'),
  lose,
  cutOff,
]

/** Passes on some responses, and then attacks. */
export function after(count: number, attack: Attack): Attack {
  let passed = 0
  return (response, from) => {
    passed += 1
    return (passed > count ? attack : passOn)(response, from)
  }
}

export const shopOf = ({ shop }: Carrier): Shop => shop ?? assert.fail('the carrier is no shop')

const fill = (service: ShopService, count: number) => {
  for (let id = 1; id <= count; id += 1) service.put(id, `SKU-${id}`, id)
}

async function read(carrier: Carrier): Promise<Extract<ShopReading, { ok: true }>> {
  const reading = await shopOf(carrier).read(patient())
  assert.ok(reading.ok, JSON.stringify(reading))
  return reading
}

async function assertFails(carrier: Carrier, ms = 20_000): Promise<string> {
  const reading = await withinMs(ms, shopOf(carrier).read(patient()))
  assert.ok(!reading.ok && reading.reason !== '', 'the reading has not failed')
  return reading.reason
}

const skusOf = ({ products }: Extract<ShopReading, { ok: true }>) =>
  products.flatMap(({ variants }) => variants.map(({ sku }) => sku))

const options = (url: string, more: object = {}) => ({
  ...{ url, outbound: allowed, timeoutMs: kitTimeoutMs, maxWaitMs: 20 },
  ...more,
})

export const productChecks: readonly Check<ShopContext>[] = [
  {
    name: 'reads all products once, with SKUs, prices and stock',
    async run({ carrier, service }) {
      fill(service, 120)
      const reading = await read(carrier)
      assert.deepEqual(
        reading.products.map(({ variants }) => [variants[0]?.sku, variants[0]?.available]),
        Array.from({ length: 120 }, (_, at) => [`SKU-${at + 1}`, at + 1]),
      )
      const keys = new Set(reading.products.map(({ key }) => key))
      assert.equal(keys.size, 120)
      for (const { name, variants } of reading.products) {
        assert.deepEqual(variants[0]?.price, { amount_minor: 1_000, currency: 'EUR' })
        assert.match(name, /^Product SKU-\d+$/)
      }
      const again = await read(carrier)
      assert.deepEqual(new Set(again.products.map(({ key }) => key)), keys)
    },
  },
  {
    name: 'fails after a response that is no answer',
    async run({ carrier, service, proxy }) {
      fill(service, 120)
      for (const count of [0, 2]) {
        for (const attack of badAnswers) {
          proxy.attack(after(count, attack))
          await assertFails(carrier)
        }
      }
    },
  },
  {
    name: 'takes no list for complete that changes while it is read',
    async run({ carrier, service, proxy }) {
      fill(service, 120)
      for (let count = 1; count <= 8; count += 1) {
        let passed = 0
        proxy.attack((response, from) => {
          passed += 1
          if (passed === count) service.remove(1)
          passOn(response, from)
        })
        const reading = await shopOf(carrier).read(patient())
        const skus = reading.ok ? skusOf(reading) : []
        if (reading.ok)
          for (let id = 2; id <= 120; id += 1)
            assert.ok(skus.includes(`SKU-${id}`), `SKU-${id} is left out`)
        service.put(1, 'SKU-1', 1)
      }
    },
  },
  {
    name: 'ends without a response, and soon after its signal',
    async run({ open, carrier, proxy, service }) {
      fill(service, 1)
      proxy.attack(hang)
      await assertFails(carrier, 6 * kitTimeoutMs)
      const slow = open(options(proxy.url, { timeoutMs: 60_000 }))
      const reading = await withinMs(5_000, shopOf(slow).read(AbortSignal.timeout(200)))
      assert.equal(reading.ok, false)
      proxy.attack(respondWith(429, '{}', { 'retry-after': '600' }))
      const waiting = open(options(proxy.url, { maxWaitMs: 60_000 }))
      const waited = await withinMs(5_000, shopOf(waiting).read(AbortSignal.timeout(200)))
      assert.equal(waited.ok, false)
    },
  },
  {
    name: 'waits as long as the shop asks, and not without end',
    async run({ open, carrier, proxy, service }) {
      fill(service, 2)
      let asked = 0
      proxy.attack((response, from) => {
        asked += 1
        // the second request is no sign-in
        if (asked !== 2) return passOn(response, from)
        return respondWith(429, '{}', { 'retry-after': '1' })(response, from)
      })
      const startedAt = performance.now()
      await read(open(options(proxy.url, { maxWaitMs: 60_000 })))
      assert.ok(performance.now() - startedAt > 950, 'it has not waited')
      const before = proxy.count()
      proxy.attack(after(1, respondWith(429, '{}', { 'retry-after': '3600' })))
      await assertFails(carrier)
      assert.ok(proxy.count() - before < 20, `${proxy.count() - before} requests`)
    },
  },
  {
    name: 'sends one request at a time',
    async run({ carrier, proxy, service }) {
      fill(service, 120)
      let [running, most] = [0, 0]
      proxy.attack((response, from) => {
        running += 1
        most = Math.max(most, running)
        setTimeout(() => {
          running -= 1
          passOn(response, from)
        }, 20)
      })
      await read(carrier)
      assert.equal(most, 1)
    },
  },
  {
    name: 'does not read an endless response, nor more products than the limit',
    async run({ open, carrier, proxy, service }) {
      proxy.attack(sendEndlessly)
      await assertFails(open(options(proxy.url, { timeoutMs: 20_000 })), 30_000)
      assert.ok(proxy.sentBytes() < endlessBytes / 2, `${proxy.sentBytes()} bytes`)
      proxy.attack(passOn)
      fill(service, maxShopProducts + 10)
      await assertFails(carrier, 60_000)
    },
  },
  {
    name: 'follows no redirect, and reaches no private address without permission',
    async run({ open, carrier, proxy, service }) {
      const elsewhere = await startHostileProxy(service.url)
      try {
        for (const location of [elsewhere.url, 'http://169.254.169.254/', '//']) {
          proxy.attack(respondWith(307, '', { location }))
          await assertFails(carrier)
        }
        assert.equal(elsewhere.count(), 0)
      } finally {
        await elsewhere.close()
      }
      const before = proxy.count()
      await assertFails(open(options(proxy.url, { outbound: { allowPrivate: false } })))
      assert.equal(proxy.count(), before)
    },
  },
  {
    name: 'reveals no credential, and tests without a change',
    async run({ test, carrier, proxy, service, secrets }) {
      fill(service, 2)
      const results: unknown[] = [await test(options(proxy.url)), await read(carrier)]
      assert.ok((results[0] as TestResult).ok, JSON.stringify(results[0]))
      for (const attack of badAnswers) {
        proxy.attack(attack)
        const result = await test(options(proxy.url))
        assert.ok(!result.ok && result.tried.length > 5 && result.answer !== '')
        results.push(result, await shopOf(carrier).read(patient()))
      }
      for (const secret of secrets) assert.ok(!JSON.stringify(results).includes(secret))
      assert.equal(service.countOrders(), 0)
    },
  },
  {
    name: 'believes only the shop that an order does not exist',
    async run({ carrier, proxy, service }) {
      const key = service.buy({}, [])
      assert.equal((await shopOf(carrier).track(key)).kind, 'tracking')
      assert.equal((await shopOf(carrier).track('999999')).kind, 'other')
      for (const answer of ['<html>Not found</html>', '{}', '{"code":"rest_no_route"}']) {
        proxy.attack(respondWith(404, answer))
        assert.equal((await shopOf(carrier).track(key)).kind, 'unreachable')
      }
    },
  },
  {
    name: 'asks the shop about what a message says, and lets it send the message again',
    async run({ carrier, proxy, service }) {
      const { inbox } = carrier
      if (inbox === undefined) return assert.fail('the shop has no inbox')
      const key = service.buy({}, [])
      assert.deepEqual(await inbox.parse(service.write('product', '7')), { kind: 'products' })
      assert.deepEqual(await inbox.parse(service.write('order', '999999')), { kind: 'other' })
      const { headers } = service.write('order', key)
      const altered = { headers, body: Buffer.from('{"id":1}') }
      assert.deepEqual(await inbox.parse(altered), { kind: 'forged' })
      const parsed = await inbox.parse(service.write('order', key))
      assert.ok(parsed.kind === 'tracking')
      assert.deepEqual(parsed.tracking.scans, [], 'it has believed the message')
      proxy.attack(lose)
      assert.equal((await inbox.parse(service.write('order', key))).kind, 'unreachable')
    },
  },
]
