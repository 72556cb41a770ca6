import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createDeveloperTestApp } from '#test/developer-harness'

const testApp = await createDeveloperTestApp()
const adminClient = await testApp.signIn(testApp.admin)
const { json: key } = await adminClient.post('/api-keys', { name: 'Shop' })
const headers = { 'service-api-version': '2026-05', authorization: `Bearer ${key.token}` }

async function request(method: string, path: string, extraHeaders: object = {}, body?: unknown) {
  const response = await fetch(`${testApp.apiOrigin}/api${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json', ...extraHeaders },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  await nextTurn()
  await testApp.requests.flush()
  const request_id = response.headers.get('request-id')
  const { json } = await adminClient.get(`/requests?request_id=${request_id}`)
  return { json: JSON.parse(text), logEntry: json.data[0] }
}

const { json: campaigns } = await request('GET', '/campaigns?limit=50')
const campaign = campaigns.data.find(
  (each: { invitation_method: string; state: string }) =>
    each.invitation_method === 'email' && each.state === 'available',
)
const recipient = { first_name: 'Ada', last_name: 'Byron', email: 'ada@mail.example' }
const ids = async (query: string): Promise<string[]> =>
  (await adminClient.get(`/requests?${query}`)).json.data.map((each: { id: string }) => each.id)

it('the request log stores the id of a created gift request, and finds requests for that id', async () => {
  const extraHeaders = {
    'idempotency-key': 'order-4711',
    'user-agent': 'python-requests/2.31.0 (Ada)',
  }
  const created = await request('POST', '/gift_requests', extraHeaders, {
    campaign_id: campaign.id,
    recipient,
  })
  assert.equal(created.logEntry.created_id, created.json.id)
  assert.equal(created.logEntry.path, '/api/gift_requests')
  assert.equal(created.logEntry.user_agent, 'python-requests/2.31.0')
  assert.match(created.logEntry.idempotency, /^[0-9a-f]{12}$/)
  const read = await request('GET', `/gift_requests/${created.json.id}/history`)
  assert.equal(read.logEntry.path, `/api/gift_requests/${created.json.id}/history`)
  assert.equal(read.logEntry.created_id, null)
  assert.equal(read.logEntry.idempotency, null)
  assert.deepEqual(await ids(`resource_id=${created.json.id}`), [
    read.logEntry.id,
    created.logEntry.id,
  ])
  assert.deepEqual(await ids('idempotency_key=order-4711'), [created.logEntry.id])
  assert.deepEqual(await ids('idempotency_key=order-4712'), [])
  const old = await request('GET', `/gift_requests/${created.json.id}`, {
    'service-api-version': '2025-10',
  })
  assert.equal(old.logEntry.path, `/api/gift_requests/${created.json.id}`)
})

it('the request log stores the names of query parameters, but no values', async () => {
  const { logEntry } = await request(
    'GET',
    '/gift_requests?recipient_email=ada%40x.example&limit=1',
  )
  assert.deepEqual(logEntry.query, ['recipient_email', 'limit'])
  const invalid = await request('GET', '/gift_requests?Ada%20Byron=1&svc-v1=2')
  assert.deepEqual(invalid.logEntry.query, ['…'])
  assert.doesNotMatch(JSON.stringify([logEntry, invalid.logEntry]), /x\.example|Byron|svc-v1/)
})

it('the request log stores error messages, but none that quotes the body', async () => {
  const { logEntry } = await request('POST', '/gift_requests', {}, { campaign_id: campaign.id })
  assert.equal(logEntry.errors.length, logEntry.messages.length)
  assert.equal(logEntry.messages[logEntry.errors.indexOf('required recipient')], 'is required')
  for (const body of ['{"a": Byron}', '{"Byron": 1, "Byron": 2}']) {
    const { logEntry: broken } = await request('POST', '/gift_requests', {}, body)
    assert.deepEqual(broken.errors, ['invalid_json'])
    assert.deepEqual(broken.messages, ['The body is not valid JSON.'])
  }
})

it('the request log stores no link code, secret or IP address', async () => {
  const secret = randomBytes(32).toString('base64url')
  await request('GET', `/gift_requests/${secret}?${secret}=${secret}`)
  await request('GET', `/one_links/${secret}/${secret}`)
  const extraHeaders = {
    'user-agent': secret,
    'idempotency-key': secret,
    'x-forwarded-for': '192.0.2.9',
  }
  await request('POST', '/gift_requests', extraHeaders, { campaign_id: secret, [secret]: secret })
  await request('GET', '/campaigns', { 'user-agent': `${secret}/1.0` })
  const rows = await testApp.run((ctx) => ctx.query('select * from access.request_log'), '*')
  assert.ok(rows.length > 5)
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(`${secret}|192\\.0\\.2\\.9`))
})

it('the request log can be filtered by time', async () => {
  const all = await ids('limit=100')
  const { logEntry } = await request('GET', '/campaigns')
  const next = new Date(Date.parse(logEntry.at) + 1).toISOString()
  assert.deepEqual(await ids(`since=${logEntry.at}`), [logEntry.id])
  assert.deepEqual(await ids(`since=${next}`), [])
  assert.deepEqual(await ids(`until=${logEntry.at}&limit=100`), all)
  assert.equal((await ids('within=15m&limit=100')).length, all.length + 1)
  testApp.time.offsetMs += 3_600_000 * 2
  assert.deepEqual(await ids('within=1h'), [])
  assert.equal((await ids('within=24h&limit=100')).length, all.length + 1)
  assert.equal((await adminClient.get('/requests?since=yesterday')).status, 400)
})
