import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { versions } from '#contract'
import { inTransaction } from '#platform/postgres/database'
import { AuthenticationError, Bestow, ConfigurationError } from '#sdk'
import { createAuthTestApp } from '#test/auth-harness'
import { createSdkTestApp } from '#test/sdk-harness'

const token = 'svc-v1-staging-x'
const baseUrl = 'https://gifts.example.com/api'
const oauth = { tenant: 't', apiKey: 'svc-key-staging-x', clientId: 'c', clientSecret: 's' }

describe('the constructor', () => {
  // biome-ignore format: columns
  const cases: [options: object, problem: RegExp][] = [
    [{ baseUrl: 'gifts.example.com', token },            /baseUrl must be an http/],
    [{ baseUrl: 'ftp://example.com', token },            /baseUrl must be an http/],
    [{ baseUrl: 'https://a:b@example.com/api', token },  /without credentials/],
    [{ baseUrl: `${baseUrl}?x=1`, token },               /without credentials, query/],
    [{ token },                                          /baseUrl must be/],
    [{ baseUrl },                                        /token is missing/],
    [{ baseUrl, token: '' },                             /token is empty/],
    [{ baseUrl, token: `${token}\n` },                   /token contains a space, a line break/],
    [{ baseUrl, token: 'svc-whsec-abc' },                /signing secret of a webhook/],
    [{ baseUrl, token: 'svc-v1-live-abc' },              /neither staging nor production/],
    [{ baseUrl, ...oauth, clientSecret: undefined },     /clientSecret is missing/],
    [{ baseUrl, ...oauth, token },                       /either a token or an OAuth client/],
    [{ baseUrl, ...oauth, stage: 'production' },         /token is for staging.*is production/],
    [{ baseUrl, token, stage: 'production' },            /token is for staging.*No request was sent/],
    [{ baseUrl: 'https://production.example.com/api', token },            /is production/],
    [{ baseUrl: 'https://gifts-staging.example.com/api', token: 'svc-v1-production-x' }, /is staging/],
  ]
  for (const [options, problem] of cases) {
    it(`rejects invalid options: ${JSON.stringify(options)}`, () => {
      assert.throws(
        () => new Bestow(options as ConstructorParameters<typeof Bestow>[0]),
        (error) => {
          assert.ok(error instanceof ConfigurationError)
          assert.match(error.message, problem)
          const invalidToken = (options as { token?: string }).token ?? ''
          assert.ok(invalidToken.length < 5 || !error.message.includes(invalidToken))
          return true
        },
      )
    })
  }

  it('accepts consistent options', () => {
    const production = 'svc-v1-production-x'
    const good = [
      { baseUrl, token, stage: 'staging' as const },
      { baseUrl: 'https://staging.example.com/api/', token },
      { baseUrl: 'https://stagings.example.com/api', token: production },
      {
        baseUrl: 'https://staging.example.com/api',
        token: production,
        stage: 'production' as const,
      },
      { baseUrl: 'http://localhost:3000/api', token: production },
    ]
    for (const options of good) assert.ok(new Bestow(options))
  })
})

describe('an API token', () => {
  it('of another stage is rejected with a helpful message', async () => {
    const testApp = await createSdkTestApp({ stage: 'production' })
    const client = testApp.createClient({ token })
    await assert.rejects(
      Promise.resolve(client.about()),
      (error) =>
        error instanceof AuthenticationError && /token is for staging; check/.test(error.message),
    )
    assert.match(await testApp.bestow.about(), /^Bestow/)
  })
})

describe('an OAuth client', async () => {
  const testApp = await createAuthTestApp()
  const { tenant, api_key, client_id, client_secret } = await testApp.createClient()

  /** Creates a client that records the paths of its requests. */
  function createClient(more: object = {}) {
    const paths: string[] = []
    const bestow = new Bestow({
      baseUrl: `${testApp.origin}/api`,
      tenant,
      apiKey: api_key,
      clientId: client_id,
      clientSecret: client_secret,
      fetch: (input, init) => {
        paths.push(new URL(String(input)).pathname)
        return fetch(input, init)
      },
      ...more,
    })
    return { bestow, paths, grants: () => paths.filter((path) => path === '/auth/token').length }
  }

  it('requests one token for concurrent requests', async () => {
    const { bestow, paths, grants } = createClient()
    await Promise.all(Array.from({ length: 20 }, () => bestow.campaigns.list()))
    await bestow.campaigns.list()
    assert.deepEqual([grants(), paths.length], [1, 22])
  })

  it('requests one new token when the service rejects the first', async () => {
    const { bestow, grants } = createClient()
    await bestow.campaigns.list()
    await inTransaction(testApp.db, testApp.account.id, (ctx) =>
      ctx.query('delete from access.oauth_token'),
    )
    await Promise.all(Array.from({ length: 8 }, () => bestow.campaigns.list()))
    assert.equal(grants(), 2)
  })

  it('requests a new token before the old one expires', async () => {
    const { bestow, grants } = createClient({
      fetch: async (input: string, init: RequestInit) => {
        const response = await fetch(input, init)
        if (!input.endsWith('/auth/token')) return response
        requestCount += 1
        return Response.json({ ...((await response.json()) as object), expires_in: 0 })
      },
    })
    let requestCount = 0
    for (const _ of [1, 2, 3]) await bestow.campaigns.list()
    assert.deepEqual([requestCount, grants()], [3, 0])
  })

  it('throws when its credentials are rejected, and sends no other request', async () => {
    const { bestow, paths } = createClient({ clientSecret: 'wrong' })
    await assert.rejects(Promise.resolve(bestow.campaigns.list()), (error) => {
      assert.ok(error instanceof AuthenticationError)
      assert.equal(error.code, 'invalid_client')
      assert.ok(!JSON.stringify(error).includes('wrong'))
      return true
    })
    assert.ok(paths.every((path) => path === '/auth/token'))
  })

  it('exposes the token, revocation and metadata endpoints', async () => {
    const { bestow } = createClient()
    const { token_endpoint } = await bestow.oauth.metadata()
    assert.equal(token_endpoint, `${testApp.origin}/auth/token`)
    const grant_type = 'client_credentials'
    const granted = await bestow.oauth.createToken(
      { grant_type, tenant, client_id, client_secret },
      { apiKey: api_key },
    )
    const own = new Bestow({
      baseUrl: `${testApp.origin}/api`,
      token: granted.access_token,
      apiKey: api_key,
    })
    await own.campaigns.list()
    await own.oauth.revokeToken(
      { token: granted.access_token, client_id, client_secret },
      { apiKey: api_key },
    )
    await assert.rejects(Promise.resolve(own.campaigns.list()), AuthenticationError)
  })
})

describe('a deprecated API version', () => {
  it('is reported once per process', async () => {
    const deprecation = {
      deprecated: new Date('2026-06-01T00:00:00Z'),
      sunset: new Date(Date.now() + 1e10),
      link: 'https://gifts.example.com/docs/versions',
    }
    const testApp = await createSdkTestApp({
      versions: { ...versions, '2025-10': { ...versions['2025-10'], deprecation } },
    })
    const messages: string[] = []
    const onDeprecation = (message: string) => messages.push(message)
    for (const _ of [1, 2]) {
      const { baseUrl } = testApp
      const options = { baseUrl, token: testApp.token, onDeprecation }
      const older = new Bestow({ ...options, apiVersion: '2025-10' })
      await older.campaigns.list()
      await older.giftRequests.list()
      await new Bestow(options).campaigns.list()
    }
    assert.equal(messages.length, 1)
    assert.match(messages[0] ?? '', /2025-10.*ends on .*GMT.*docs\/versions/)
  })
})
