import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createServer } from '#app/http-server'
import { admin, adminRoutes } from '#http/admin'
import { appPaths } from '#http/web'
import { createLog } from '#platform/observability/log'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
const { origin } = testApp
const sampleId = '01890000-0000-7000-8000-000000000000'
const fillPathParams = (path: string) => path.replace(/:\w+/g, sampleId)

describe('every operation of the admin area', () => {
  const protectedRoutes = adminRoutes.filter(({ permission }) => permission !== 'none')

  it('has a unique method and path, and most require a session', () => {
    const routes = adminRoutes.map(({ method, path }) => `${method} ${path}`)
    assert.equal(new Set(routes).size, routes.length)
    assert.ok(protectedRoutes.length > 20)
    const publicPaths = adminRoutes
      .filter(({ permission }) => permission === 'none')
      .map(({ path }) => path)
    assert.deepEqual(publicPaths.sort(), [
      '/decision',
      '/decision/preview',
      '/email-confirmation',
      '/invitation',
      '/invitation/preview',
      '/invitation/single-sign-on',
      '/password-reset',
      '/password-reset',
      '/session',
      '/session',
      '/session/code',
      '/session/passkey',
      '/session/passkey/options',
      '/session/single-sign-on',
      '/session/single-sign-on/response',
      '/setup',
      '/single-sign-on/:path_id/description',
    ])
  })

  it('returns 401 without a session, with any body', async () => {
    for (const { method, path } of protectedRoutes) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : { anything: 1 }
      const response = await createAdminClient(origin).send(method, fillPathParams(path), { body })
      assert.equal(response.status, 401, `${method} ${path}`)
      assert.equal(response.json.errors[0].code, 'unauthorized')
      assert.match(response.headers.get('request-id') ?? '', /^[0-9a-f-]{36}$/)
    }
  })

  it('lets every role manage its own sign-in and sessions, and stream what it may read', () => {
    const paths = new Set(
      protectedRoutes.flatMap(({ permission, path }) =>
        permission === 'any' ? [path.split('/')[1]] : [],
      ),
    )
    assert.deepEqual([...paths].sort(), ['security', 'session', 'sessions', 'stream'])
  })

  it('returns plan_required to other tiers if the route requires Enterprise', async () => {
    const other = await testApp.createAccount('On demand', 'on_demand')
    const client = await testApp.signIn(await testApp.createUser('admin', other.id))
    for (const { method, path, tier } of protectedRoutes) {
      if (tier === undefined) continue
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const response = await client.send(method, fillPathParams(path), { body })
      assert.equal(response.json?.errors[0].code, 'plan_required', `${method} ${path}`)
    }
  })

  it('rejects a change with the origin of another site', async () => {
    const client = await testApp.signIn(testApp.admin)
    for (const { method, path } of adminRoutes) {
      if (method === 'GET') continue
      const body = method === 'DELETE' ? undefined : {}
      for (const from of ['https://evil.example', 'null', null, `${origin}.evil.example`]) {
        const response = await client.send(method, fillPathParams(path), { body, from })
        assert.equal(response.status, 403, `${method} ${path} from ${from}`)
      }
    }
    assert.equal((await client.get('/sessions')).status, 200, 'the session is still valid')
  })

  it('rejects form and text bodies with 415', async () => {
    const client = await testApp.signIn(testApp.admin)
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
      const headers = { 'content-type': type, cookie: sessionCookie(client), origin }
      const response = await fetch(
        `${origin.replace('localhost', '127.0.0.1')}/admin/api/invitations`,
        {
          method: 'POST',
          headers,
          body: '{"email":"x@example.com","name":"X","role":"admin"}',
        },
      )
      assert.equal(response.status, 415, type)
    }
  })

  it('sets Cache-Control: no-store', async () => {
    const client = await testApp.signIn(testApp.admin)
    for (const path of ['/session', '/members', '/account', '/nothing'])
      assert.equal((await client.get(path)).headers.get('cache-control'), 'no-store', path)
  })
})

const sessionCookie = ({ cookies }: { cookies: Map<string, string> }) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

describe('the rate limit', () => {
  it('applies to each user, and the response says when to try again', async () => {
    const app = createServer(createLog({ level: 'silent' }))
    await app.register(admin({ db: testApp.db, rateLimit: 3 }), { prefix: '/admin/api' })
    const [ada, other] = await Promise.all([
      testApp.signIn(testApp.admin),
      testApp.signIn(testApp.sender),
    ])
    const read = (cookie: string) =>
      app.inject({ url: '/admin/api/warehouses', headers: { cookie } })
    // Sends more than the requests of two windows, so that the end of a window does not matter.
    const responses = await Promise.all(Array.from({ length: 18 }, () => read(sessionCookie(ada))))
    const rejected = responses.filter(({ statusCode }) => statusCode === 429)
    assert.ok(rejected.length >= 6 && rejected.length <= 12, String(rejected.length))
    assert.match(String(rejected[0]?.headers['retry-after']), /^[1-9]\d*$/)
    assert.deepEqual(rejected[0]?.json().errors, [
      {
        type: 'rate_limit_error',
        code: 'too_many_requests',
        message: 'Too many requests at once. Try again in a few seconds.',
      },
    ])
    assert.equal((await read(sessionCookie(other))).statusCode, 200, 'another user of the account')
    assert.equal((await read('')).statusCode, 401, 'not counted')
    await app.close()
  })
})

describe('the Origin header of a change', () => {
  const getStatus = async (origin: string, from: string) => {
    const app = createServer(createLog({ level: 'silent' }))
    // only the origin differs from the deployment of the database
    const deployment = Object.create(testApp.db.deployment, { origin: { value: origin } })
    await app.register(admin({ db: { ...testApp.db, deployment } }), {
      prefix: '/admin/api',
    })
    const response = await app.inject({
      method: 'POST',
      url: '/admin/api/session/passkey/options',
      headers: { origin: from, host: new URL(from).host },
    })
    await app.close()
    return response.statusCode
  }

  // biome-ignore format: aligned columns
  const origins: [origin: string, from: string, status: number][] = [
    ['https://gifts.example.com', 'https://gifts.example.com',      200],
    ['https://gifts.example.com', 'http://gifts.example.com',       403],
    ['https://gifts.example.com', 'https://gifts.example.com:8443', 403],
    ['https://gifts.example.com', 'https://evil.example',           403],
    ['https://gifts.example.com', 'http://localhost:3000',          403],
    ['http://localhost:3000',     'http://127.0.0.1:3000',          200],
    ['http://localhost:3000',     'http://[::1]:3000',              200],
    ['http://localhost:3000',     'http://localhost:4000',          403],
    ['http://localhost:3000',     'https://localhost:3000',         403],
    ['http://localhost:3000',     'http://evil.example:3000',       403],
    ['http://192.168.1.5:3000',   'http://192.168.1.5:3000',        200],
    ['http://192.168.1.5:3000',   'http://localhost:3000',          403],
  ]
  for (const [origin, from, status] of origins)
    it(`is compared exactly: ${from} at ${origin}`, async () => {
      assert.equal(await getStatus(origin, from), status)
    })
})

describe('an invalid request', () => {
  it('to an unknown path returns 404 in the error format of the API', async () => {
    const { status, json } = await createAdminClient(origin).get('/nothing')
    assert.deepEqual([status, json.errors[0].code], [404, 'not_found'])
  })

  it('returns 400 for malformed JSON and 413 for a large body', async () => {
    const client = await testApp.signIn(testApp.admin)
    const send = (body: string) =>
      fetch(`${origin.replace('localhost', '127.0.0.1')}/admin/api/invitations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: sessionCookie(client), origin },
        body,
      })
    assert.equal((await send('{"email":')).status, 400)
    assert.equal((await send(JSON.stringify({ name: 'x'.repeat(2_000_000) }))).status, 413)
  })
})

describe('the web app', () => {
  it('serves one page at every path, with a policy that blocks other origins', async () => {
    for (const path of ['/', ...appPaths.map((each) => `/${each}`), `/gift-requests/${sampleId}`]) {
      const response = await fetch(`${origin.replace('localhost', '127.0.0.1')}${path}`)
      assert.equal(response.status, 200, path)
      const policy = response.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /script-src 'self'(;|$)/)
      assert.doesNotMatch(policy, /unsafe/)
      assert.equal(response.headers.get('x-frame-options'), 'DENY')
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.doesNotMatch(await response.text(), /<script>|%NONCE%| style=/)
    }
  })
})

describe('a live stream', () => {
  const streams = new AbortController()
  after(() => streams.abort())

  it('emits signed_out and ends when its session ends', async () => {
    const client = await testApp.signIn(testApp.sender)
    const response = await fetch(
      `${origin.replace('localhost', '127.0.0.1')}/admin/api/stream?topic=gift_requests&ids=${sampleId}`,
      { headers: { cookie: sessionCookie(client) }, signal: streams.signal },
    )
    assert.equal(response.headers.get('content-type'), 'text/event-stream')
    await client.delete('/session')
    const streamText = await response.text() // waits until the server ends the stream
    assert.match(streamText, /event: ready/)
    assert.match(streamText, /event: signed_out/)
  })

  it('ends when the server stops, and does not delay the shutdown', {
    timeout: 30_000,
  }, async () => {
    const app = createServer(createLog({ level: 'silent' }))
    await app.register(admin({ db: testApp.db }), { prefix: '/admin/api' })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(
      `${address}/admin/api/stream?topic=gift_requests&ids=${sampleId}`,
      {
        headers: { cookie: sessionCookie(await testApp.signIn(testApp.sender)) },
        signal: streams.signal,
      },
    )
    await app.close()
    assert.match(await response.text(), /event: ready/)
  })

  it('rejects an unknown topic', async () => {
    const client = await testApp.signIn(testApp.sender)
    assert.equal((await client.get('/stream?topic=weather')).status, 400)
  })
})
