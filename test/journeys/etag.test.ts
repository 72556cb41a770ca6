import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, giftBody } from '#test/api-harness'

const testApp = await createTestApp()
const { api } = testApp
const defaultHeaders = {
  authorization: `Bearer ${testApp.token}`,
  'service-api-version': '2026-05',
}

const { json: gift } = await api.post('/gift_requests', giftBody(testApp))
const { json: link } = await api.post('/one_links', {
  campaign_id: testApp.campaign('one_link').id,
  quantity: 1,
})
const { json: events } = await api.get('/events?limit=1')
const paths = [
  '/gift_requests?limit=2',
  `/gift_requests/${gift.id}`,
  `/gift_requests/${gift.id}/history`,
  '/campaigns?limit=1',
  `/campaigns/${testApp.campaign('email').id}`,
  '/one_links',
  `/one_links/${link.id}`,
  '/events?limit=1',
  `/events/${events.data[0].id}`,
]

for (const path of paths) {
  it(`returns 304 for an unchanged resource: ${path.replace(/[0-9a-f-]{36}/, '{id}')}`, async () => {
    const { status, headers, text } = await api.get(path)
    assert.equal(status, 200)
    assert.match(String(headers.etag), /^"[\w-]{27}"$/)
    assert.equal((await api.get(path)).headers.etag, headers.etag)
    const same = await api.get(path, { 'if-none-match': String(headers.etag) })
    assert.equal(same.status, 304)
    assert.equal(same.text, '')
    assert.equal(same.headers.etag, headers.etag)
    assert.equal(same.headers['cache-control'], headers['cache-control'])
    assert.equal(same.headers.vary, headers.vary)
    assert.equal(same.headers['content-type'], undefined)
    assert.match(String(same.headers['request-id']), /^[0-9a-f-]{36}$/)
    assert.notEqual(same.headers['request-id'], headers['request-id'])

    const head = await api.send('HEAD', path, defaultHeaders)
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
    assert.equal(head.headers.etag, headers.etag)
    assert.equal(head.headers['content-type'], headers['content-type'])
    assert.equal(head.headers['content-length'], String(Buffer.byteLength(text)))
    const known = { ...defaultHeaders, 'if-none-match': String(headers.etag) }
    assert.equal((await api.send('HEAD', path, known)).status, 304)
  })
}

it('returns a changed resource with a new ETag', async () => {
  const path = `/gift_requests/${gift.id}`
  const { headers } = await api.get(path)
  const known = { 'if-none-match': String(headers.etag) }
  await api.post(`${path}/cancel`)
  const changed = await api.get(path, known)
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.etag, headers.etag)
  assert.equal(changed.json.status, 'cancelled')
})

it('each API version has its own ETag', async () => {
  const path = `/gift_requests/${gift.id}`
  const { headers } = await api.get(path)
  const older = { 'service-api-version': '2025-10', 'if-none-match': String(headers.etag) }
  assert.equal((await api.get(path, older)).status, 200)
})

it('matches one of several ETags, weak or strong', async () => {
  const path = `/gift_requests/${gift.id}`
  const tag = String((await api.get(path)).headers.etag)
  // biome-ignore format: columns
  const cases: [header: string, status: number][] = [
    [tag,                    304],
    [`W/${tag}`,             304],
    [`"a", ${tag} , "b"`,    304],
    ['*',                    304],
    ['"a", W/"b"',           200],
    [tag.slice(1, -1),       200],
    ['',                     200],
  ]
  for (const [header, status] of cases)
    assert.equal((await api.get(path, { 'if-none-match': header })).status, status, header)
})

it('errors do not depend on If-None-Match, and HEAD returns the errors of GET', async () => {
  const any = { 'if-none-match': '*' }
  assert.equal((await api.get(`/gift_requests/${crypto.randomUUID()}`, any)).status, 404)
  assert.equal((await api.get('/gift_requests?limit=0', any)).status, 400)
  const { authorization: _, ...anonymousHeaders } = defaultHeaders
  for (const [path, headers, status] of [
    ['/nowhere', defaultHeaders, 404],
    ['/gift_requests', anonymousHeaders, 401],
    ['/gift_requests', {}, 400],
    ['/gift_requests/batch', defaultHeaders, 404],
  ] as const) {
    const head = await api.send('HEAD', path, headers)
    assert.equal(head.status, status, path)
    assert.equal(head.text, '')
    assert.ok(head.headers['request-id'])
  }
  const root = await api.send('HEAD', '/', defaultHeaders)
  assert.equal(root.status, 200)
  const created = await api.post('/gift_requests', giftBody(testApp), any)
  assert.equal(created.status, 201)
  assert.equal(created.headers.etag, undefined)
})
