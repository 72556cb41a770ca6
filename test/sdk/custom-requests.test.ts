import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Bestow, ConfigurationError, type GiftRequest, NotFoundError, ValidationError } from '#sdk'
import { giftBody } from '#test/api-harness'
import { createSdkTestApp } from '#test/sdk-harness'

const testApp = await createSdkTestApp()
const { bestow } = testApp

describe('request', () => {
  it('returns the same as the method of the operation', async () => {
    const body = giftBody(testApp)
    const idempotencyKey = 'order-4711'
    const gift = await bestow.request<GiftRequest>('POST', '/gift_requests', {
      body,
      idempotencyKey,
    })
    assert.deepEqual(await bestow.giftRequests.create(body, { idempotencyKey }), gift)
    const path = `/gift_requests/${gift.id}`
    assert.deepEqual(await bestow.request('GET', path), await bestow.giftRequests.get(gift.id))
  })

  it('sends the query', async () => {
    const query = { limit: 1, status: 'submitted', metadata: { order: 'none' } }
    assert.deepEqual(await bestow.request('GET', '/gift_requests', { query }), {
      data: [],
      has_more: false,
    })
  })

  it('generates one idempotency key for all attempts of a write, and none for a read', async () => {
    const keys: (string | undefined)[] = []
    let attempts = 0
    const client = testApp.createClient({
      onRequest: ({ idempotencyKey }) => keys.push(idempotencyKey),
      fetch: async (...args) => {
        attempts += 1
        if (attempts === 1) throw new TypeError('connection reset')
        return fetch(...args)
      },
    })
    const path = '/gift_requests'
    const result = client.request<GiftRequest>('POST', path, { body: giftBody(testApp) })
    const { data, idempotencyKey, attempts: made } = await result.withResponse()
    assert.equal(made, 2)
    assert.match(String(idempotencyKey), /^sdk-/)
    assert.deepEqual(keys, [idempotencyKey, idempotencyKey])
    await client.request('GET', `${path}/${data.id}`)
    assert.equal(keys.at(-1), undefined)
  })

  it('throws the errors of the library', async () => {
    await assert.rejects(bestow.request('GET', '/no_such_path'), NotFoundError)
    await assert.rejects(
      bestow.request('POST', '/gift_requests', { body: {} }),
      (error) => error instanceof ValidationError && error.at('campaign_id').length > 0,
    )
  })

  const outside = [
    'gift_requests',
    '//example.com/x',
    '/../admin',
    '/a/%2E%2e/b',
    '/a?limit=1',
    '/a#b',
    '/\\example.com',
    '',
    '/',
  ]
  for (const path of outside)
    it(`rejects the path '${path}' before it sends a request`, () => {
      let isSent = false
      const client = testApp.createClient({
        onRequest: () => {
          isSent = true
        },
      })
      assert.throws(() => client.request('GET', path), /path must begin with one \//)
      assert.equal(isSent, false)
    })
})

describe('the environment', () => {
  const names = ['BESTOW_API_URL', 'BESTOW_API_TOKEN'] as const

  async function withEnvironment(values: readonly string[], action: () => Promise<void> | void) {
    const before = names.map((name) => process.env[name])
    try {
      for (const [index, name] of names.entries()) process.env[name] = values[index] ?? ''
      await action()
    } finally {
      for (const [index, name] of names.entries()) {
        const value = before[index]
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
  }

  it('supplies the base URL and the token', () =>
    withEnvironment([testApp.baseUrl, testApp.token], async () => {
      assert.equal((await new Bestow().giftRequests.list({ limit: 1 })).data.length, 1)
    }))

  it('yields to options', () =>
    withEnvironment(['https://wrong.example', 'wrong'], async () => {
      const { baseUrl, token } = testApp
      assert.ok((await new Bestow({ baseUrl, token }).campaigns.list()).data.length > 0)
    }))

  it('does not replace the credentials of an OAuth client', () =>
    withEnvironment([testApp.baseUrl, testApp.token], () => {
      const client = { tenant: 't', apiKey: 'svc-key-staging-x', clientId: 'c' }
      assert.throws(
        () => new Bestow({ ...client, clientSecret: '' }),
        (error) => error instanceof ConfigurationError && /clientSecret/.test(error.message),
      )
      new Bestow({ ...client, clientSecret: 's' })
    }))

  it('is named in the error about a missing option', () =>
    withEnvironment(['', ''], () => {
      assert.throws(() => new Bestow(), /Pass it, or set BESTOW_API_URL/)
      assert.throws(() => new Bestow({ baseUrl: testApp.baseUrl }), /set BESTOW_API_TOKEN/)
    }))
})
