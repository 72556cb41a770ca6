import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import { pluck } from '#test/pluck'

/* The tests of requests with API version 2025-10 (JSON:API): media types, documents, errors. */

const testApp = await createTestApp()
const { api } = testApp
const type = 'application/vnd.api+json'
const older = { 'service-api-version': '2025-10', 'content-type': type }
const bearer = { authorization: `Bearer ${testApp.token}` }
const campaign_id = testApp.campaign('email').id

const post = (path: string, data: unknown, headers: Record<string, string> = {}) =>
  api.post(path, { data }, { ...older, ...headers })
const gift = (attributes: object = {}) => ({
  type: 'gift_requests',
  attributes: { campaign_id, first_name: 'Ada', last_name: 'Larkin', ...attributes },
})

interface JsonApiError {
  status: string
  code: string
  title: string
  detail: string
  source?: { pointer?: string; parameter?: string; header?: string }
}
const parseErrors = ({ json }: { json: { errors: JsonApiError[] } }) => json.errors
const errorPointers = (response: { json: { errors: JsonApiError[] } }) =>
  parseErrors(response)
    .map(({ source, code }) => `${source?.pointer} ${code}`)
    .sort()

it('creates a gift request for a recipient without an email address', async () => {
  const before = await testApp.countEvents()
  const created = await post('/gift_requests', gift())
  assert.equal(created.status, 201, created.text)
  assert.equal(created.headers['content-type'], type)
  assert.equal(await testApp.countEvents(), before + 1)
  const { id } = created.json.data
  assert.equal(created.headers.location, `http://localhost:3000/api/gift_requests/${id}`)
  assert.deepEqual(Object.keys(created.json), ['data', 'included', 'jsonapi'])
  assert.deepEqual(Object.keys(created.json.data.attributes), [
    'reference',
    'state',
    'redemption_url',
    'web_url',
    'created_at',
    'updated_at',
  ])
  const recipient = created.json.included.find(
    (each: { type: string }) => each.type === 'recipients',
  )
  assert.equal(recipient.attributes.email, '')
  assert.equal(recipient.attributes.name, 'Ada Larkin')

  const flat = (await api.get(`/gift_requests/${id}`)).json
  assert.deepEqual(flat.recipient, { id: recipient.id, ...recipient.attributes })
  const two = await post('/gift_requests', gift({ email: null }))
  const [other] = two.json.included.filter((each: { type: string }) => each.type === 'recipients')
  assert.notEqual(
    other.id,
    recipient.id,
    'recipients without an email address are different recipients',
  )
  await testApp.advanceTime()
  const later = await api.get(`/gift_requests/${id}`, older)
  assert.match(later.json.data.attributes.redemption_url, /\/r\//)
  assert.equal((await api.post(`/gift_requests/${id}/cancel`, undefined, older)).status, 200)
})

it('finds a recipient by email address across API versions', async () => {
  const email = 'Both.Ways@example.com'
  const created = await post('/gift_requests', gift({ email }))
  const flat = await api.post(
    '/gift_requests',
    giftBody(testApp, { recipient: { first_name: 'B', last_name: 'W', email } }),
  )
  assert.equal(created.json.data.relationships.recipient.data.id, flat.json.recipient.id)
  const found = await api.get(`/gift_requests?recipient_email=${email.toLowerCase()}`, older)
  assert.equal(found.json.data.length, 2)
})

it('the newer version requires the email address', async () => {
  const recipient = { first_name: 'Ada', last_name: 'Larkin' }
  const response = await api.post('/gift_requests', { campaign_id, recipient })
  assert.deepEqual(pluck(response.json.errors, 'param'), ['recipient.email'])
  const short = { first_name: 'A', last_name: 'L', email: 'a@example.com' }
  assert.equal((await api.post('/gift_requests', { campaign_id, recipient: short })).status, 201)
})

it('creates direct-sends from the same attributes as the newer version', async () => {
  const { recipient, ...others } = directGiftBody(testApp)
  const created = await post('/gift_requests', {
    type: 'gift_requests',
    attributes: { ...recipient, ...others },
  })
  assert.equal(created.status, 201, created.text)
  const bad = await post('/gift_requests', {
    type: 'gift_requests',
    attributes: {
      ...recipient,
      ...others,
      shipping_address: { name: 'A', line_1: 'B', country: 'DE', colour: 'x' },
    },
  })
  assert.deepEqual(errorPointers(bad), [
    '/data/attributes/shipping_address/colour unknown_parameter',
  ])
})

it('reports all errors at once, each with its JSON pointer', async () => {
  const response = await post('/gift_requests', {
    type: 'gift_requests',
    attributes: {
      campaign_id: 'nope',
      first_name: 'A',
      last_name: 'L'.repeat(256),
      email: 'no address',
      nickname: 'x',
      recipient: {},
    },
  })
  assert.equal(response.status, 422)
  assert.deepEqual(errorPointers(response), [
    '/data/attributes/campaign_id invalid_reference',
    '/data/attributes/email invalid_format',
    '/data/attributes/first_name invalid',
    '/data/attributes/last_name too_long',
    '/data/attributes/nickname unknown_parameter',
    '/data/attributes/recipient unknown_parameter',
  ])
  for (const error of parseErrors(response)) {
    assert.deepEqual(Object.keys(error), ['status', 'code', 'title', 'detail', 'source'])
    assert.equal(error.status, '422')
  }
  const short = parseErrors(response).find(({ source }) => source?.pointer?.endsWith('first_name'))
  assert.equal(short?.detail, 'first_name must be at least 2 characters')
  const none = await post('/gift_requests', { type: 'gift_requests' })
  assert.deepEqual(errorPointers(none), [
    '/data/attributes/campaign_id required',
    '/data/attributes/first_name required',
    '/data/attributes/last_name required',
  ])
})

// biome-ignore format: columns
const malformedBodies: [name: string, body: unknown, status: number, found: string][] = [
  ['no document',          'x',                                                422, ' invalid'],
  ['no data',              {},                                                 422, '/data required'],
  ['null',                 { data: null },                                     422, '/data invalid'],
  ['a list',               { data: [gift()] },                                 422, '/data invalid'],
  ['no type',              { data: { attributes: {} } },                       422, '/data/type required'],
  ['another type',         { data: { type: 'gifts', attributes: {} } },        409, '/data/type invalid'],
  ['attributes of text',   { data: { type: 'gift_requests', attributes: '' } },422, '/data/attributes invalid'],
  ['a stray member',       { data: gift(), 'a/b~c': 1 },                       422, '/a~1b~0c unknown_parameter'],
  ['a stray relationship', { data: { ...gift(), relationships: {} } },         422, '/data/relationships unknown_parameter'],
  ['a name with a slash',  { data: gift({ '/data': 1 }) },                     422, '/data/attributes/~1data unknown_parameter'],
  ['a name with a dot',    { data: gift({ 'recipient.email': 'x' }) },         422, '/data/attributes/recipient.email unknown_parameter'],
]
for (const [name, body, status, found] of malformedBodies) {
  it(`points at the invalid part of a document: ${name}`, async () => {
    const response = await api.post('/gift_requests', JSON.stringify(body), older)
    assert.equal(response.status, status, response.text)
    assert.deepEqual(errorPointers(response), [found])
    assert.equal(parseErrors(response)[0]?.status, String(status))
  })
}

it('rejects ids from the client', async () => {
  const response = await post('/gift_requests', { ...gift(), id: crypto.randomUUID() })
  assert.equal(response.status, 403)
  assert.equal(parseErrors(response)[0]?.code, 'forbidden')
})

it('creates a batch atomically, and points into its rows', async () => {
  const before = await testApp.countEvents()
  const rows = [gift({ email: 'row@example.com' }), gift({ first_name: 'A' }), gift({ email: 'x' })]
  const rejected = await post('/gift_requests/batch', rows)
  assert.deepEqual(errorPointers(rejected), [
    '/data/1/attributes/first_name invalid',
    '/data/2/attributes/email invalid_format',
  ])
  const typed = await post('/gift_requests/batch', [gift(), { type: 'x' }])
  assert.deepEqual(errorPointers(typed), ['/data/1/type invalid'])
  for (const rows of [[], Array.from({ length: 101 }, () => gift())])
    assert.match(errorPointers(await post('/gift_requests/batch', rows)).join(), /^\/data \w+$/)
  assert.equal(await testApp.countEvents(), before)
  const dry = await post('/gift_requests/batch?dry_run=true', [gift()])
  assert.deepEqual([dry.status, dry.json.data], [200, []])
  const created = await post('/gift_requests/batch', [gift({ email: 'row@example.com' }), gift()])
  assert.equal(created.status, 201, created.text)
  assert.equal(created.json.data.length, 2)
  assert.equal(created.headers.location, undefined)
  assert.equal(await testApp.countEvents(), before + 2)
})

it('repeats a response with the same bytes and the same Location', async () => {
  const body = gift({ email: 'again@example.com' })
  const key = { 'idempotency-key': 'older-1' }
  const first = await post('/gift_requests', body, key)
  const repeated = await post('/gift_requests', body, key)
  assert.equal(repeated.text, first.text)
  assert.equal(repeated.headers.location, first.headers.location)
  assert.equal(repeated.headers['content-type'], type)
  const bad = await post('/gift_requests', body, { 'idempotency-key': 'two words' })
  assert.deepEqual(parseErrors(bad)[0]?.source, { header: 'Idempotency-Key' })
})

it('lists to the end by links.next', async () => {
  const pagedIds: string[] = []
  let path: string | null = '/gift_requests?limit=3&order=asc'
  while (path !== null) {
    assert.ok(pagedIds.length < 10_000, 'the list ends')
    const { json } = await api.get(path, older)
    assert.deepEqual(Object.keys(json), ['data', 'included', 'links', 'jsonapi'])
    pagedIds.push(...pluck(json.data, 'id'))
    assert.ok(json.links.next === null || json.links.next.startsWith('http://localhost:3000/api/'))
    path = json.links.next?.replace('http://localhost:3000/api', '') ?? null
  }
  const { json: all } = await api.get('/gift_requests?limit=100&order=asc')
  assert.deepEqual(pagedIds, pluck(all.data, 'id'))
  const bad = await api.get('/gift_requests?limit=0', older)
  assert.equal(bad.status, 400)
  assert.deepEqual(parseErrors(bad)[0]?.source, { parameter: 'limit' })
})

it('an event in the feed has the body of its webhook in this version', async () => {
  const created = await post('/gift_requests', gift())
  const { json } = await api.get(`/events?gift_request_id=${created.json.data.id}`, older)
  const [event] = json.data
  assert.equal(event.attributes.event_type, 'gift_request_created')
  assert.deepEqual(event.relationships.gift_request.data, {
    type: 'gift_requests',
    id: created.json.data.id,
  })
  assert.equal(JSON.stringify(event.meta.body), created.text)
  const one = await api.get(`/events/${event.id}`, older)
  assert.deepEqual(one.json.data, event)
})

it('each resource has an id and relationships to related resources', async () => {
  const created = await post('/gift_requests', gift())
  const { id } = created.json.data
  const { json: history } = await api.get(`/gift_requests/${id}/history`, older)
  assert.deepEqual([history.data[0].type, history.data[0].id], ['moves', `${id}.1`])
  const { json: campaign } = await api.get(`/campaigns/${campaign_id}`, older)
  assert.equal(campaign.data.relationships.sender.data.id, campaign.included[0].id)
  assert.equal(campaign.data.attributes.sender, undefined)
  const clock = await post('/test_helpers/clock/advance', {
    type: 'clocks',
    attributes: { by: '1s' },
  })
  assert.equal(clock.json.data.id, testApp.account.id)
  const moved = await post(`/test_helpers/gift_requests/${id}/advance`, {
    type: 'advances',
    attributes: { to: 'in_transit' },
  })
  assert.equal(moved.json.data.attributes.state, 'dispatched')
})

it('cancels with an empty body, an empty document, or a resource without attributes', async () => {
  for (const body of [undefined, {}, { data: null }, { data: { type: 'gift_requests' } }]) {
    const { id } = (await post('/gift_requests', gift())).json.data
    const response = await api.post(`/gift_requests/${id}/cancel`, body, older)
    assert.equal(response.json.data.attributes.state, 'cancelled', response.text)
  }
  const response = await api.post(
    `/gift_requests/${crypto.randomUUID()}/cancel`,
    { data: { type: 'gift_requests', attributes: { why: 'x' } }, more: 1 },
    older,
  )
  assert.deepEqual(errorPointers(response), [
    '/data/attributes/why unknown_parameter',
    '/more unknown_parameter',
  ])
})

// biome-ignore format: columns
const mediaTypes: [sent: string, status: number][] = [
  ['application/vnd.api+json',                                  201],
  ['Application/VND.API+JSON',                                  201],
  ['application/vnd.api+json; profile="https://example.com/a"', 201],
  ['application/vnd.api+json; charset=utf-8',                   415],
  ['application/vnd.api+json; ext="https://example.com/a"',     415],
  ['application/json',                                          415],
  ['nonsense',                                                  415],
]
for (const [sent, status] of mediaTypes) {
  it(`returns ${status} for a body with Content-Type ${sent}`, async () => {
    const response = await post('/gift_requests', gift(), { 'content-type': sent })
    assert.equal(response.status, status, response.text)
    if (status === 415) assert.equal(parseErrors(response)[0]?.code, 'unsupported_media_type')
  })
}

// biome-ignore format: columns
const accepted: [accept: string, status: number][] = [
  ['application/vnd.api+json',                                             200],
  ['application/vnd.api+json;q=0.5',                                       200],
  ['application/vnd.api+json; profile="https://example.com/a,b"',          200],
  ['application/vnd.api+json; ext="a", application/vnd.api+json',          200],
  ['*/*',                                                                  200],
  ['application/json',                                                     200],
  ['application/vnd.api+json; charset=utf-8',                              406],
  ['application/vnd.api+json; ext="a',                                      406],
  ['text/html, application/vnd.api+json; ext="a, application/vnd.api+json"', 406],
]
for (const [accept, status] of accepted) {
  it(`returns ${status} for Accept: ${accept}`, async () => {
    const response = await api.get('/gift_requests?limit=1', { ...older, accept })
    assert.equal(response.status, status, response.text)
    if (status === 406) assert.equal(parseErrors(response)[0]?.status, '406')
  })
}

it('checks the token before Accept; the newer version ignores Accept', async () => {
  const accept = 'application/vnd.api+json; charset=utf-8'
  const version = { 'service-api-version': '2025-10', accept }
  assert.equal((await api.send('GET', '/gift_requests', version)).status, 401)
  assert.equal((await api.send('GET', '/nowhere', { ...version, ...bearer })).status, 404)
  assert.equal((await api.get('/gift_requests?limit=1', { accept })).status, 200)
})

it('rejects a missing version with 400, in JSON:API for a client that sends JSON:API', async () => {
  for (const headers of [{ accept: type }, { 'content-type': type }] as Record<string, string>[]) {
    const response = await api.send('GET', '/gift_requests', { ...headers, ...bearer })
    assert.equal(response.status, 400)
    assert.equal(response.headers['content-type'], type)
    const [error] = parseErrors(response)
    assert.deepEqual([error?.status, error?.code], ['400', 'unsupported_api_version'])
    assert.deepEqual(response.json.jsonapi, { version: '1.0' })
  }
  const misstated = await api.get('/gift_requests', { accept: type, 'service-api-version': '1999' })
  assert.equal(misstated.status, 400)
  assert.equal(misstated.headers['content-type'], type)
})
