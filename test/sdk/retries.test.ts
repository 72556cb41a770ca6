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

/** Counts the gift requests to one recipient. */
const countGiftsTo = async (recipient_email: string) =>
  (await testApp.bestow.giftRequests.list({ recipient_email })).data.length

describe('a POST over a flaky connection', () => {
  // biome-ignore format: columns
  const scenarios: [name: string, ...Fault[]][] = [
    ['fails twice before it arrives',    'drop before', 'drop before'],
    ['succeeds, but loses the response', 'drop after'],
    ['loses two responses',              'drop after', 'drop after'],
    ['gets half of the response',        'cut'],
    ['gets no response',                 'hang after'],
    ['gets 503, then loses the response', { status: 503 }, 'drop after'],
    ['gets 408 and 500',                 { status: 408 }, { status: 500 }],
    ['gets 409 for its own running key', { status: 409, body: JSON.stringify(inUse) }],
    ['gets 429',                         { status: 429, headers: { 'retry-after': '0' } }],
  ]
  for (const [name, ...faults] of scenarios) {
    it(`that ${name}, creates one gift`, async () => {
      const body = giftBody(testApp)
      proxy.planFaults(...faults)
      const result = await clientViaProxy({ attemptTimeout: 2_000 })
        .giftRequests.create(body)
        .withResponse()
      assert.equal(result.attempts, faults.length + 1)
      assert.equal(await countGiftsTo(body.recipient.email), 1)
      const [first, ...others] = proxy.requests
      assert.equal(first?.headers['idempotency-key'], result.idempotencyKey)
      for (const { headers, body: sent } of others) {
        assert.equal(headers['idempotency-key'], first?.headers['idempotency-key'])
        assert.equal(sent, first?.body)
      }
    })
  }

  it('is sent three times at most, and can be repeated with its key', async () => {
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
    assert.equal(await countGiftsTo(body.recipient.email), 1)
  })

  it('fails without a retry when its key belongs to another request', async () => {
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

describe('a retry', () => {
  it('waits for Retry-After', async () => {
    proxy.planFaults({ status: 429, headers: { 'retry-after': '1' } })
    await clientViaProxy().campaigns.list()
    const [first, second] = proxy.requests
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990)
  })

  it('does not happen when Retry-After exceeds the timeout', async () => {
    proxy.planFaults({ status: 429, headers: { 'retry-after': '60' } })
    await assert.rejects(
      Promise.resolve(clientViaProxy().campaigns.list()),
      (error) => error instanceof RateLimitError && error.retryAfterMs === 60_000,
    )
    assert.equal(proxy.requests.length, 1)
  })

  it('does not happen after a decision of the service', async () => {
    for (const status of [400, 401, 403, 404, 409, 413, 415, 422]) {
      proxy.planFaults({ status })
      await assert.rejects(Promise.resolve(clientViaProxy().campaigns.list()), { status })
      assert.equal(proxy.requests.length, 1, String(status))
    }
  })

  it('is limited for all requests or for one request', async () => {
    const bestow = clientViaProxy({ maxRetries: 1 })
    proxy.planFaults({ status: 500 }, { status: 502 })
    await assert.rejects(Promise.resolve(bestow.about()), ServerError)
    assert.equal(proxy.requests.length, 2)
    proxy.planFaults({ status: 500 })
    await assert.rejects(Promise.resolve(bestow.about({ maxRetries: 0 })), { attempts: 1 })
  })
})

describe('a timeout', () => {
  it('ends an attempt, then the request', async () => {
    proxy.planFaults('hang after', 'hang after', 'hang after', 'hang after')
    // Without a timeout for each attempt, the whole request would end in its first attempt.
    const pending = clientViaProxy({ attemptTimeout: 100, timeout: 5_000 }).about()
    await assert.rejects(pending, (error) => error instanceof TimeoutError && error.attempts === 3)
  })

  it('applies even if fetch ignores its signal', async () => {
    const client = testApp.createClient({ fetch: () => new Promise(() => {}), timeout: 50 })
    await assert.rejects(Promise.resolve(client.about()), TimeoutError)
  })

  it("is combined with the caller's signal, during a request and during a wait", async () => {
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

describe('a response that is not from the API', () => {
  it('is not followed to another origin, and the token is not sent there', async () => {
    proxy.planFaults({ status: 307, headers: { location: 'https://example.com/api/' } })
    await assert.rejects(
      Promise.resolve(clientViaProxy().about()),
      /redirects to https:\/\/example/,
    )
    assert.equal(proxy.requests.length, 1)
  })

  it('is rejected', async () => {
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

describe('the delay', () => {
  it('is random, below a bound that doubles up to eight seconds', () => {
    const maxDelays = [1, 2, 3, 4, 5, 6, 60].map((next) => computeDelayMs(next, undefined, 1))
    assert.deepEqual(maxDelays, [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
    assert.equal(computeDelayMs(3, undefined, 0), 0)
  })

  it('is never shorter than Retry-After', () => {
    assert.equal(computeDelayMs(1, 20_000, 0), 20_000)
    assert.ok(computeDelayMs(1, 20_000, 1) > 20_000)
  })

  // biome-ignore format: columns
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
