import assert from 'node:assert/strict'
import type { ShippingLabel } from '#fulfilment'
import { allowed, type CarrierCheck, patientMs, place } from './carrier-subject.ts'
import {
  cutOff,
  endlessBytes,
  hang,
  lose,
  passOn,
  respondWith,
  sendEndlessly,
  startHostileProxy,
} from './hostile-proxy.ts'
import { createShipmentRequest } from './shipment-fixture.ts'

const impatientMs = 1_000

/** Asserts that a promise resolves in time, and that the result is `unreachable`. */
async function assertUnreachable(result: Promise<{ kind: string }>, withinMs = patientMs) {
  const timeout = AbortSignal.timeout(withinMs)
  const late = new Promise<never>((_, reject) => {
    timeout.onabort = () => reject(new Error(`no result within ${withinMs} ms`))
  })
  const { kind } = await Promise.race([result, late])
  assert.equal(kind, 'unreachable')
}

function assertHonest({ tracking_url, label_url, estimated_at }: ShippingLabel): void {
  for (const url of [tracking_url, label_url])
    if (url !== null) assert.match(new URL(url).protocol, /^https?:$/)
  if (estimated_at !== null) assert.ok(!Number.isNaN(estimated_at.getTime()), 'not a time')
}

/** The checks of a service that is slow, lies, or sends the carrier elsewhere. */
export const responseChecks: readonly CarrierCheck[] = [
  {
    name: 'ends a request to a service that does not respond',
    needs: 'service',
    async run({ open, proxy }) {
      const carrier = open({ url: proxy.url, outbound: allowed, timeoutMs: impatientMs })
      const { carrier_ref } = await place(carrier)
      proxy.attack(hang)
      await assertUnreachable(carrier.place(createShipmentRequest()), 4 * impatientMs)
      await assertUnreachable(carrier.cancel(carrier_ref), 4 * impatientMs)
    },
  },
  {
    name: 'retries after a response that is no answer',
    needs: 'service',
    async run({ carrier, proxy }) {
      const { carrier_ref } = await place(carrier)
      const attacks = [
        respondWith(200, 'OK'),
        respondWith(200, '[]'),
        respondWith(500, '{"error":{}}'),
        respondWith(503, '<html>', { 'content-type': 'text/html' }),
        cutOff,
        lose,
      ]
      for (const attack of attacks) {
        proxy.attack(attack)
        await assertUnreachable(carrier.place(createShipmentRequest()))
      }
      proxy.attack(respondWith(503, '<html>', { 'content-type': 'text/html' }))
      await assertUnreachable(carrier.cancel(carrier_ref))
    },
  },
  {
    name: 'does not read an endless response',
    needs: 'service',
    async run({ carrier, proxy }) {
      proxy.attack(sendEndlessly)
      await assertUnreachable(carrier.place(createShipmentRequest()), patientMs / 2)
      assert.ok(proxy.sentBytes() < endlessBytes / 2, `${proxy.sentBytes()} bytes`)
    },
  },
  {
    name: 'does not follow a redirect',
    needs: 'service',
    async run({ carrier, proxy, service }) {
      const elsewhere = await startHostileProxy(service?.url ?? '')
      try {
        proxy.attack(respondWith(307, '', { location: elsewhere.url }))
        await assertUnreachable(carrier.place(createShipmentRequest()))
        assert.equal(elsewhere.count(), 0)
      } finally {
        await elsewhere.close()
      }
    },
  },
  {
    name: 'reaches no private address without permission',
    needs: 'service',
    async run({ open, proxy }) {
      const { port } = new URL(proxy.url)
      for (const host of ['127.0.0.1', 'localhost']) {
        const url = proxy.url.replace(`127.0.0.1:${port}`, `${host}:${port}`)
        const guarded = open({ url, outbound: { allowPrivate: false }, timeoutMs: patientMs })
        await assertUnreachable(guarded.place(createShipmentRequest()))
      }
      assert.equal(proxy.count(), 0)
    },
  },
  {
    name: 'passes on only web addresses and real times',
    needs: 'service',
    async run({ carrier, proxy }) {
      const lies: [RegExp, string][] = [
        [/https?:\/\//g, 'javascript:alert(1)//'],
        [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-02-31T99:99:99Z'],
        [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '+275760-09-14T00:00:00Z'],
      ]
      for (const [pattern, lie] of lies) {
        proxy.attack((response, from) =>
          passOn(response, { ...from, body: from.body.replaceAll(pattern, lie) }),
        )
        const result = await carrier.place(createShipmentRequest())
        if (result.kind === 'placed') assertHonest(result.label)
      }
    },
  },
  {
    name: 'reveals no credential',
    needs: 'service',
    async run({ open, carrier, proxy, secrets = [] }) {
      const results: unknown[] = [await carrier.place(createShipmentRequest())]
      for (const attack of [lose, respondWith(401, '{}'), respondWith(200, 'OK')]) {
        proxy.attack(attack)
        results.push(await carrier.place(createShipmentRequest()), await carrier.cancel('x'))
      }
      const guarded = open({
        url: proxy.url,
        outbound: { allowPrivate: false },
        timeoutMs: patientMs,
      })
      results.push(await guarded.place(createShipmentRequest()))
      for (const secret of secrets) assert.ok(!JSON.stringify(results).includes(secret))
    },
  },
  {
    name: 'tests its connection, and says what it tried',
    needs: 'service',
    async run({ test, proxy, secrets = [] }) {
      if (test === undefined) return
      const options = { url: proxy.url, outbound: allowed, timeoutMs: impatientMs * 5 }
      const results = [await test(options)]
      for (const attack of [lose, hang, respondWith(401, '{}'), respondWith(500, '{}')]) {
        proxy.attack(attack)
        results.push(await test(options))
      }
      assert.deepEqual(
        results.map(({ ok }) => ok),
        [true, false, false, false, false],
      )
      for (const { tried, answer } of results) assert.ok(tried.length > 5 && answer.length > 0)
      for (const secret of secrets) assert.ok(!JSON.stringify(results).includes(secret))
    },
  },
]
