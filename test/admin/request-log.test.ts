import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openDeveloperWorld } from '#test/developer-world'

const world = await openDeveloperWorld()
const ada = await world.signedIn(world.admin)
const { json: key } = await ada.post('/api-keys', { name: 'Shop' })
const headers = { 'service-api-version': '2026-05', authorization: `Bearer ${key.token}` }

async function request(method: string, path: string, more: object = {}, body?: unknown) {
  const response = await fetch(`${world.apiOrigin}/api${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json', ...more },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  await turn()
  await world.requests.flush()
  const request_id = response.headers.get('request-id')
  const { json } = await ada.get(`/requests?request_id=${request_id}`)
  return { json: JSON.parse(text), line: json.data[0] }
}

const { json: campaigns } = await request('GET', '/campaigns?limit=50')
const campaign = campaigns.data.find(
  (each: { invitation_method: string; state: string }) =>
    each.invitation_method === 'email' && each.state === 'available',
)
const recipient = { first_name: 'Ada', last_name: 'Byron', email: 'ada@mail.example' }
const ids = async (query: string): Promise<string[]> =>
  (await ada.get(`/requests?${query}`)).json.data.map((each: { id: string }) => each.id)

it('the request log has the created gift request and finds requests about it', async () => {
  const more = { 'idempotency-key': 'order-4711', 'user-agent': 'python-requests/2.31.0 (Ada)' }
  const made = await request('POST', '/gift_requests', more, {
    campaign_id: campaign.id,
    recipient,
  })
  assert.equal(made.line.created_id, made.json.id)
  assert.equal(made.line.path, '/api/gift_requests')
  assert.equal(made.line.user_agent, 'python-requests/2.31.0')
  assert.match(made.line.idempotency, /^[0-9a-f]{12}$/)
  const read = await request('GET', `/gift_requests/${made.json.id}/history`)
  assert.equal(read.line.path, `/api/gift_requests/${made.json.id}/history`)
  assert.equal(read.line.created_id, null)
  assert.equal(read.line.idempotency, null)
  assert.deepEqual(await ids(`resource_id=${made.json.id}`), [read.line.id, made.line.id])
  assert.deepEqual(await ids('idempotency_key=order-4711'), [made.line.id])
  assert.deepEqual(await ids('idempotency_key=order-4712'), [])
  const old = await request('GET', `/gift_requests/${made.json.id}`, {
    'service-api-version': '2025-10',
  })
  assert.equal(old.line.path, `/api/gift_requests/${made.json.id}`)
})

it('the request log has names of query parameters and no values', async () => {
  const { line } = await request('GET', '/gift_requests?recipient_email=ada%40x.example&limit=1')
  assert.deepEqual(line.query, ['recipient_email', 'limit'])
  const odd = await request('GET', '/gift_requests?Ada%20Byron=1&svc-v1=2')
  assert.deepEqual(odd.line.query, ['…'])
  assert.doesNotMatch(JSON.stringify([line, odd.line]), /x\.example|Byron|svc-v1/)
})

it('the request log has error messages, and none that quotes the body', async () => {
  const { line } = await request('POST', '/gift_requests', {}, { campaign_id: campaign.id })
  assert.equal(line.errors.length, line.messages.length)
  assert.equal(line.messages[line.errors.indexOf('required recipient')], 'is required')
  for (const body of ['{"a": Byron}', '{"Byron": 1, "Byron": 2}']) {
    const { line: broken } = await request('POST', '/gift_requests', {}, body)
    assert.deepEqual(broken.errors, ['invalid_json'])
    assert.deepEqual(broken.messages, ['The body is not valid JSON.'])
  }
})

it('the request log stores no code of a link, secret or address', async () => {
  const secret = randomBytes(32).toString('base64url')
  await request('GET', `/gift_requests/${secret}?${secret}=${secret}`)
  await request('GET', `/one_links/${secret}/${secret}`)
  const more = { 'user-agent': secret, 'idempotency-key': secret, 'x-forwarded-for': '192.0.2.9' }
  await request('POST', '/gift_requests', more, { campaign_id: secret, [secret]: secret })
  await request('GET', '/campaigns', { 'user-agent': `${secret}/1.0` })
  const rows = await world.run((ctx) => ctx.query('select * from access.request_log'), '*')
  assert.ok(rows.length > 5)
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(`${secret}|192\\.0\\.2\\.9`))
})

it('the request log can be filtered by time', async () => {
  const all = await ids('limit=100')
  const { line } = await request('GET', '/campaigns')
  const next = new Date(Date.parse(line.at) + 1).toISOString()
  assert.deepEqual(await ids(`since=${line.at}`), [line.id])
  assert.deepEqual(await ids(`since=${next}`), [])
  assert.deepEqual(await ids(`until=${line.at}&limit=100`), all)
  assert.equal((await ids('within=15m&limit=100')).length, all.length + 1)
  world.time.ahead += 3_600_000 * 2
  assert.deepEqual(await ids('within=1h'), [])
  assert.equal((await ids('within=24h&limit=100')).length, all.length + 1)
  assert.equal((await ada.get('/requests?since=yesterday')).status, 400)
})
