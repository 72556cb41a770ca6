import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as apiKeys from '#api-keys'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createQuotaShares } from '#platform/rate-limits/quota-shares'
import { createTestApp, giftBody } from '#test/api-harness'
import { eventually } from '#test/eventually'
import { pluck } from '#test/pluck'

const testApp = await createTestApp()
const { api, token } = testApp
const bearer = { authorization: `Bearer ${token}` }
const version = { 'service-api-version': '2026-05' }

const codes = (json: { errors: { code: string }[] }) => json.errors.map(({ code }) => code)

it('GET / returns the name of the API with a token, without a version header', async () => {
  const response = await api.send('GET', '/', bearer)
  assert.equal(response.status, 200)
  assert.equal(response.text, 'Bestow API v0.0.0 (build test)')
  assert.match(String(response.headers['content-type']), /^text\/plain/)
  assert.equal((await api.send('GET', '/', {})).status, 401)
  assert.equal(
    (await api.send('GET', '/', { ...bearer, 'service-api-version': '1999-01' })).status,
    400,
  )
})

it('checks the version before the token', async () => {
  for (const headers of [
    {},
    { 'service-api-version': '2026-13' },
    { 'service-api-version': '' },
  ] as Record<string, string>[]) {
    const response = await api.send('GET', '/gift_requests', {
      ...headers,
      authorization: 'Bearer nonsense',
    })
    assert.equal(response.status, 400)
    assert.deepEqual(codes(response.json), ['unsupported_api_version'])
    assert.equal(response.json.errors[0].type, 'api_error')
    assert.match(response.json.errors[0].message, /2026-05/)
  }
})

it('accepts the scheme Bearer in any case', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const headers = { ...version, authorization: `${scheme} ${token}` }
    assert.equal((await api.send('GET', '/gift_requests', headers)).status, 200, scheme)
  }
})

it('rejects every invalid token with the same response', async () => {
  const { id, token: expired } = await testApp.run((ctx) => apiKeys.createToken(ctx))
  await testApp.run((ctx) => apiKeys.expireToken(ctx, id))
  const flipped = token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
  const bad = [
    '',
    'Bearer',
    'Bearer ',
    `Bearer  ${token}`,
    `Basic ${token}`,
    'Bearer x',
    `Bearer ${expired}`,
    `Bearer ${flipped}`,
    `Bearer ${token.replace('staging', 'production')}`,
    `Bearer ${token} `,
  ]
  const responses = await Promise.all(
    bad.map((authorization) => api.send('GET', '/gift_requests', { ...version, authorization })),
  )
  for (const [index, response] of responses.entries()) {
    if (bad[index] === `Bearer ${token} `) continue // The HTTP parser strips trailing spaces of header values.
    assert.equal(response.status, 401, bad[index])
    assert.equal(response.text, responses[0]?.text, bad[index])
    assert.deepEqual(codes(response.json), ['unauthorized'])
    const { date: _, 'request-id': __, ...headers } = response.headers
    const { date: ___, 'request-id': ____, ...first } = responses[0]?.headers ?? {}
    assert.deepEqual(headers, first)
  }
})

it('rejects a token from the first request after it expires', async () => {
  const created = await testApp.run((ctx) => apiKeys.createToken(ctx))
  const headers = { ...version, authorization: `Bearer ${created.token}` }
  assert.equal((await api.send('GET', '/gift_requests', headers)).status, 200)
  await testApp.run((ctx) => apiKeys.expireToken(ctx, created.id))
  assert.equal((await api.send('GET', '/gift_requests', headers)).status, 401)
})

it('checks the token before the route, and the route before the body', async () => {
  assert.equal((await api.send('GET', '/nowhere', version)).status, 401)
  const response = await api.send(
    'POST',
    '/nowhere',
    { ...version, ...bearer, 'content-type': 'application/json' },
    '{',
  )
  assert.equal(response.status, 404)
  assert.deepEqual(codes(response.json), ['not_found'])
  assert.equal((await api.send('POST', '/events', { ...version, ...bearer })).status, 404)
})

it('names the id as the remedy if the path of a gift request has a reference', async () => {
  const headers = { ...version, ...bearer, 'content-type': 'application/json' }
  const post = (id: string) =>
    api.send('POST', `/test_helpers/gift_requests/${id}/advance`, headers, '{"to":"delivered"}')
  const messageOf = ({ json }: { json: unknown }) =>
    (json as { errors: { message: string }[] }).errors[0]?.message
  const [reference, unknown] = [await post('GR-0EY5BJRW'), await post(crypto.randomUUID())]
  assert.deepEqual([reference.status, unknown.status], [404, 404])
  assert.deepEqual(codes(reference.json), ['not_found'])
  assert.match(messageOf(reference) ?? '', /is the reference .* the path needs its id/)
  assert.match(messageOf(unknown) ?? '', /^Nothing was found/)
})

it('sends a request id with every response', async () => {
  const seen = new Set<string>()
  for (const headers of [{}, version, { ...version, ...bearer }]) {
    const response = await api.send('GET', '/nowhere', headers)
    const id = String(response.headers['request-id'])
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    seen.add(id)
  }
  assert.equal(seen.size, 3)
})

it('distinguishes invalid JSON, a wrong content type and a body that is too large', async () => {
  const headers = { ...version, ...bearer, 'content-type': 'application/json' }
  for (const body of ['{', '', '{"a":1,}', Buffer.from([0x22, 0xff, 0x22])]) {
    const response = await api.send('POST', '/gift_requests', headers, body)
    assert.equal(response.status, 400, String(body))
    assert.deepEqual(codes(response.json), ['invalid_json'])
  }
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]) {
    const response = await api.send(
      'POST',
      '/gift_requests',
      { ...headers, 'content-type': type },
      '{}',
    )
    assert.equal(response.status, 415, type)
    assert.deepEqual(codes(response.json), ['unsupported_media_type'])
  }
  const large = await api.send(
    'POST',
    '/gift_requests',
    headers,
    JSON.stringify({ campaign_id: 'x'.repeat(1024 * 1024) }),
  )
  assert.equal(large.status, 413)
  assert.deepEqual(codes(large.json), ['payload_too_large'])
  for (const body of ['null', '[]', '5', '"x"']) {
    assert.equal((await api.send('POST', '/gift_requests', headers, body)).status, 422, body)
  }
  const charset = await api.send(
    'POST',
    '/gift_requests',
    { ...headers, 'content-type': 'application/json; charset=utf-8' },
    JSON.stringify(giftBody(testApp)),
  )
  assert.equal(charset.status, 201)
})

it('rejects text that the database cannot store, and names the fields', async () => {
  const response = await api.post(
    '/gift_requests',
    giftBody(testApp, {
      recipient: { first_name: 'a\0b', last_name: '\ud800', email: 'a@example.com' },
    }),
  )
  assert.equal(response.status, 422)
  assert.deepEqual(pluck(response.json.errors, 'param').sort(), [
    'recipient.first_name',
    'recipient.last_name',
  ])
})

it('limits the requests of each token, and sends the RateLimit headers of the draft', async () => {
  const limited = await createTestApp({ rateLimit: 2 })
  // reads a single resource, because a list that takes long counts as several requests
  const path = `/campaigns/${limited.campaign('one_link').id}`
  const responses = []
  for (let i = 0; i < 5; i++) responses.push(await limited.api.get(path))
  assert.deepEqual(pluck(responses, 'status'), [200, 200, 200, 200, 429])
  assert.equal(responses[0]?.headers['ratelimit-policy'], '"default";q=4;w=2')
  assert.match(String(responses[0]?.headers.ratelimit), /^"default";r=3;t=\d$/)
  assert.match(String(responses[4]?.headers['retry-after']), /^\d$/)
  assert.deepEqual(codes(responses[4]?.json), ['too_many_requests'])
})

it('counts a large one-link and a large batch as several requests', async () => {
  const testApp = await createTestApp({ rateLimit: 10 })
  const remaining = ({ headers }: { headers: object }) =>
    Number(/r=(\d+)/.exec(String((headers as Record<string, unknown>).ratelimit))?.[1])
  const campaign_id = testApp.campaign('one_link').id
  const link = await testApp.api.post('/one_links', { campaign_id, quantity: 500 })
  assert.equal(link.status, 201)
  assert.equal(remaining(link), 20 - 1 - 5)
  const rows = Array.from({ length: 100 }, () => giftBody(testApp))
  const batch = await testApp.api.post('/gift_requests/batch?dry_run=true', { gift_requests: rows })
  assert.equal(batch.status, 200)
  assert.ok(
    [20 - 6 - 5, 20 - 5].includes(remaining(batch)),
    'in the same window or in the next one',
  )
})

it('divides the limit of a token between processes', async () => {
  const rateLimit = 1_000
  const testApp = await createTestApp({ rateLimit })
  const otherProcess = createQuotaShares({
    db: testApp.db,
    name: 'api',
    minReportedPerSecond: 1,
    onError: assert.ifError,
    intervalMs: 0,
  })
  const [token] = await testApp.run((ctx) => apiKeys.listTokens(ctx))
  assert.ok(token)
  const key = { account: testApp.account.id, client: token.id }
  await eventually(
    async () => {
      otherProcess.record(key, 10_000, true)
      await otherProcess.sync()
      const requests = Array.from({ length: 20 }, () => testApp.api.get('/gift_requests'))
      const [response] = await Promise.all(requests)
      const remaining = Number(/r=(\d+)/.exec(String(response?.headers.ratelimit))?.[1])
      return remaining < rateLimit / 2
    },
    { intervalMs: 100, message: 'the process leaves the other one its part' },
  )
})

it('shares one rate limit between all access tokens of an OAuth client', async () => {
  const limited = await createTestApp({ rateLimit: 2 })
  const created = await limited.run((ctx) => apiKeys.createOAuthClient(ctx))
  const newToken = async () => {
    const issued = await limited.run(
      (ctx) => apiKeys.grantByCredentials(ctx, created),
      ALL_ACCOUNTS,
    )
    assert.ok(typeof issued === 'object', String(issued))
    return issued.access_token
  }
  const tokens: string[] = []
  for (let i = 0; i < 5; i++) tokens.push(await newToken())
  const statuses: number[] = []
  for (const each of tokens) {
    const headers = {
      authorization: `Bearer ${each}`,
      'x-api-key': created.api_key,
      'service-api-version': '2026-05',
    }
    // does not read a list, because a list that takes long counts as several requests
    const url = `/api/campaigns/${limited.campaign('one_link').id}`
    statuses.push((await limited.app.inject({ url, headers })).statusCode)
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 429])
  assert.equal((await limited.api.get('/gift_requests')).status, 200, 'another client')
})
