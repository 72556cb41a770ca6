import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Bestow,
  BestowError,
  ConnectionError,
  IdempotencyConflictError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '#sdk'
import { computeDelayMs, parseRetryAfter } from '#sdk/retry'
import { giftBody } from '#test/api-harness'
import { type Fault, startFlakyProxy } from '#test/flaky-proxy'
import { createSdkTestApp } from '#test/sdk-harness'

const testApp = await createSdkTestApp()
const proxy = await startFlakyProxy(testApp.origin)
const clientViaProxy = (more: Parameters<typeof testApp.createClient>[0] = {}): Bestow =>
  testApp.createClient({ baseUrl: `${proxy.url}/api`, ...more })

const inUse = { errors: [{ type: 'conflict_error', code: 'idempotency_key_in_use', message: '' }] }

/** How many gift requests there are for one person. */
const findGiftsTo = async (recipient_email: string) =>
  (await testApp.bestow.giftRequests.list({ recipient_email })).data.length

describe('a POST on a bad line', () => {
  // biome-ignore format: read down the columns
  const journeys: [name: string, ...Fault[]][] = [
    ['breaks before it arrives, twice',  'drop before', 'drop before'],
    ['is done, and the answer is lost',  'drop after'],
    ['is done twice over a broken line', 'drop after', 'drop after'],
    ['is done, and half comes back',     'cut'],
    ['is done, and nothing comes back',  'hang after'],
    ['meets 503, then a broken line',    { status: 503 }, 'drop after'],
    ['meets 408 and 500',                { status: 408 }, { status: 500 }],
    ['meets its own key still running',  { status: 409, body: JSON.stringify(inUse) }],
    ['meets 429',                        { status: 429, headers: { 'retry-after': '0' } }],
  ]
  for (const [name, ...mishaps] of journeys) {
    it(`that ${name}, creates one gift`, async () => {
      const body = giftBody(testApp)
      proxy.planFaults(...mishaps)
      const made = await clientViaProxy({ attemptTimeout: 500 })
        .giftRequests.create(body)
        .withResponse()
      assert.equal(made.attempts, mishaps.length + 1)
      assert.equal(await findGiftsTo(body.recipient.email), 1)
      const [first, ...others] = proxy.requests
      assert.equal(first?.headers['idempotency-key'], made.idempotencyKey)
      for (const { headers, body: sent } of others) {
        assert.equal(headers['idempotency-key'], first?.headers['idempotency-key'])
        assert.equal(sent, first?.body)
      }
    })
  }

  it('is sent three times and no more, and can go on with its key', async () => {
    const body = giftBody(testApp)
    proxy.planFaults('drop after', 'drop after', 'drop after')
    const bestow = clientViaProxy()
    const failure = await bestow.giftRequests.create(body).catch((error: unknown) => error)
    assert.ok(failure instanceof ConnectionError)
    assert.deepEqual([failure.attempts, proxy.requests.length], [3, 3])
    assert.ok(failure.cause instanceof Error)
    const { idempotencyKey } = failure
    const late = await bestow.giftRequests.create(body, { idempotencyKey }).withResponse()
    assert.equal(late.isReplayed, true)
    assert.equal(await findGiftsTo(body.recipient.email), 1)
  })

  it('is refused when its key belongs to another request, once', async () => {
    const idempotencyKey = 'order-4711'
    await testApp.bestow.giftRequests.create(giftBody(testApp), { idempotencyKey })
    proxy.planFaults()
    await assert.rejects(
      clientViaProxy().giftRequests.create(giftBody(testApp), { idempotencyKey }),
      (error) =>
        error instanceof IdempotencyConflictError && error.code === 'idempotency_key_reused',
    )
    assert.equal(proxy.requests.length, 1)
  })
})

describe('what is sent again', () => {
  it('waits as long as it is told to', async () => {
    proxy.planFaults({ status: 429, headers: { 'retry-after': '1' } })
    await clientViaProxy().campaigns.list()
    const [first, second] = proxy.requests
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990)
  })

  it('is given up at once when the wait would outlast its time', async () => {
    proxy.planFaults({ status: 429, headers: { 'retry-after': '60' } })
    const startedAt = performance.now()
    await assert.rejects(
      Promise.resolve(clientViaProxy().campaigns.list()),
      (error) => error instanceof RateLimitError && error.retryAfterMs === 60_000,
    )
    assert.ok(performance.now() - startedAt < 5_000)
    assert.equal(proxy.requests.length, 1)
  })

  it('is not what the service has decided', async () => {
    for (const status of [400, 401, 403, 404, 409, 413, 415, 422]) {
      proxy.planFaults({ status })
      await assert.rejects(Promise.resolve(clientViaProxy().campaigns.list()), { status })
      assert.equal(proxy.requests.length, 1, String(status))
    }
  })

  it('has its numbers set for all requests, and for one', async () => {
    const bestow = clientViaProxy({ maxRetries: 1 })
    proxy.planFaults({ status: 500 }, { status: 502 })
    await assert.rejects(Promise.resolve(bestow.about()), ServerError)
    assert.equal(proxy.requests.length, 2)
    proxy.planFaults({ status: 500 })
    await assert.rejects(Promise.resolve(bestow.about({ maxRetries: 0 })), { attempts: 1 })
  })
})

describe('time', () => {
  it('ends a try, and then the request', async () => {
    proxy.planFaults('hang after', 'hang after', 'hang after', 'hang after')
    const startedAt = performance.now()
    const pending = clientViaProxy({ attemptTimeout: 100, timeout: 5_000 }).about()
    await assert.rejects(pending, (error) => error instanceof TimeoutError && error.attempts === 3)
    assert.ok(performance.now() - startedAt < 5_000)
  })

  it('is kept though a fetch does not heed its signal', async () => {
    const deaf = testApp.createClient({ fetch: () => new Promise(() => {}), timeout: 50 })
    await assert.rejects(Promise.resolve(deaf.about()), TimeoutError)
  })

  it('is yours to end, in a request and in a wait', async () => {
    proxy.planFaults('hang after')
    const reason = new Error('enough')
    const signal = AbortSignal.timeout(50)
    await assert.rejects(Promise.resolve(clientViaProxy().about({ signal })), {
      name: 'TimeoutError',
    })
    assert.equal(proxy.requests.length, 1)

    proxy.planFaults({ status: 503, headers: { 'retry-after': '20' } })
    const stop = new AbortController()
    const waiting = clientViaProxy({
      onResponse: () => setTimeout(() => stop.abort(reason), 20),
    }).about({ signal: stop.signal })
    await assert.rejects(waiting, reason)

    proxy.planFaults()
    await assert.rejects(
      Promise.resolve(clientViaProxy().about({ signal: AbortSignal.abort(reason) })),
      reason,
    )
    assert.equal(proxy.requests.length, 0)
  })
})

describe('an answer from elsewhere', () => {
  it('is not followed to another address, and the token stays', async () => {
    proxy.planFaults({ status: 307, headers: { location: 'https://example.com/api/' } })
    await assert.rejects(
      Promise.resolve(clientViaProxy().about()),
      /redirects to https:\/\/example/,
    )
    assert.equal(proxy.requests.length, 1)
  })

  it('is not taken for one of the service', async () => {
    const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Hello' }
    proxy.planFaults(html)
    await assert.rejects(Promise.resolve(clientViaProxy().campaigns.list()), ConnectionError)
    proxy.planFaults({ ...html, status: 403 })
    await assert.rejects(
      Promise.resolve(clientViaProxy().campaigns.list()),
      (error) => error instanceof BestowError && error.message.includes('without an error message'),
    )
  })
})

describe('the wait', () => {
  it('is by chance, below a bound that doubles to eight seconds', () => {
    const longest = [1, 2, 3, 4, 5, 6, 60].map((next) => computeDelayMs(next, undefined, 1))
    assert.deepEqual(longest, [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
    assert.equal(computeDelayMs(3, undefined, 0), 0)
  })

  it('is never shorter than the service asks', () => {
    assert.equal(computeDelayMs(1, 20_000, 0), 20_000)
    assert.ok(computeDelayMs(1, 20_000, 1) > 20_000)
  })

  // biome-ignore format: read down the columns
  const headers: [header: string | undefined, ms: number | undefined][] = [
    [undefined,                       undefined],
    ['3',                             3_000],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    ['Thu, 01 Jan 2015 00:00:05 GMT', 0],
    ['soon',                          undefined],
    ['-1',                            0],
  ]
  for (const [header, ms] of headers) {
    it(`is ${ms} ms after Retry-After: ${header}`, () => {
      const now = Date.parse('2026-01-01T00:00:00Z')
      const sent = new Headers(header === undefined ? {} : { 'retry-after': header })
      assert.equal(parseRetryAfter(sent, now), ms)
    })
  }
})
