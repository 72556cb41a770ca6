import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'

/* The older version on requests: what it asks of them, and how it says what is wrong. */

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
const errorPointers = (answer: { json: { errors: JsonApiError[] } }) =>
  parseErrors(answer)
    .map(({ source, code }) => `${source?.pointer} ${code}`)
    .sort()

it('makes a gift request for somebody whose e-mail address nobody knows', async () => {
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
  assert.notEqual(other.id, recipient.id, 'two of whom nothing is known are not one person')
  await testApp.advanceTime()
  const later = await api.get(`/gift_requests/${id}`, older)
  assert.match(later.json.data.attributes.redemption_url, /\/r\//)
  assert.equal((await api.post(`/gift_requests/${id}/cancel`, undefined, older)).status, 200)
})

it('knows somebody by their e-mail address, in either version', async () => {
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

it('leaves the e-mail address to no other version', async () => {
  const recipient = { first_name: 'Ada', last_name: 'Larkin' }
  const answer = await api.post('/gift_requests', { campaign_id, recipient })
  assert.deepEqual(
    answer.json.errors.map(({ param }: { param: string }) => param),
    ['recipient.email'],
  )
  const short = { first_name: 'A', last_name: 'L', email: 'a@example.com' }
  assert.equal((await api.post('/gift_requests', { campaign_id, recipient: short })).status, 201)
})

it('makes direct-sends of the same attributes as the newer version', async () => {
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

it('says everything that is wrong at once, each with the place where it stands', async () => {
  const answer = await post('/gift_requests', {
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
  assert.equal(answer.status, 422)
  assert.deepEqual(errorPointers(answer), [
    '/data/attributes/campaign_id invalid_reference',
    '/data/attributes/email invalid_format',
    '/data/attributes/first_name invalid',
    '/data/attributes/last_name too_long',
    '/data/attributes/nickname unknown_parameter',
    '/data/attributes/recipient unknown_parameter',
  ])
  for (const error of parseErrors(answer)) {
    assert.deepEqual(Object.keys(error), ['status', 'code', 'title', 'detail', 'source'])
    assert.equal(error.status, '422')
  }
  const short = parseErrors(answer).find(({ source }) => source?.pointer?.endsWith('first_name'))
  assert.equal(short?.detail, 'first_name must be at least 2 characters')
  const none = await post('/gift_requests', { type: 'gift_requests' })
  assert.deepEqual(errorPointers(none), [
    '/data/attributes/campaign_id required',
    '/data/attributes/first_name required',
    '/data/attributes/last_name required',
  ])
})

// biome-ignore format: read down the columns
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
  it(`points at what is wrong with a document: ${name}`, async () => {
    const answer = await api.post('/gift_requests', JSON.stringify(body), older)
    assert.equal(answer.status, status, answer.text)
    assert.deepEqual(errorPointers(answer), [found])
    assert.equal(parseErrors(answer)[0]?.status, String(status))
  })
}

it('makes ids itself', async () => {
  const answer = await post('/gift_requests', { ...gift(), id: crypto.randomUUID() })
  assert.equal(answer.status, 403)
  assert.equal(parseErrors(answer)[0]?.code, 'forbidden')
})

it('makes a batch whole or not at all, and points into its rows', async () => {
  const before = await testApp.countEvents()
  const rows = [gift({ email: 'row@example.com' }), gift({ first_name: 'A' }), gift({ email: 'x' })]
  const refused = await post('/gift_requests/batch', rows)
  assert.deepEqual(errorPointers(refused), [
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

it('answers the same key with the same bytes and the same place', async () => {
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
    const { json } = await api.get(path, older)
    assert.deepEqual(Object.keys(json), ['data', 'included', 'links', 'jsonapi'])
    pagedIds.push(...json.data.map(({ id }: { id: string }) => id))
    assert.ok(json.links.next === null || json.links.next.startsWith('http://localhost:3000/api/'))
    path = json.links.next?.replace('http://localhost:3000/api', '') ?? null
  }
  const { json: all } = await api.get('/gift_requests?limit=100&order=asc')
  assert.deepEqual(
    pagedIds,
    all.data.map(({ id }: { id: string }) => id),
  )
  const bad = await api.get('/gift_requests?limit=0', older)
  assert.equal(bad.status, 400)
  assert.deepEqual(parseErrors(bad)[0]?.source, { parameter: 'limit' })
})

it('tells in the feed what a webhook of this version tells', async () => {
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

it('gives every resource an id, and relations to what has one', async () => {
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

it('cancels with an empty body, an empty document, or a bare resource', async () => {
  for (const body of [undefined, {}, { data: null }, { data: { type: 'gift_requests' } }]) {
    const { id } = (await post('/gift_requests', gift())).json.data
    const answer = await api.post(`/gift_requests/${id}/cancel`, body, older)
    assert.equal(answer.json.data.attributes.state, 'cancelled', answer.text)
  }
  const answer = await api.post(
    `/gift_requests/${crypto.randomUUID()}/cancel`,
    { data: { type: 'gift_requests', attributes: { why: 'x' } }, more: 1 },
    older,
  )
  assert.deepEqual(errorPointers(answer), [
    '/data/attributes/why unknown_parameter',
    '/more unknown_parameter',
  ])
})

// biome-ignore format: read down the columns
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
  it(`answers ${status} to a body sent as ${sent}`, async () => {
    const answer = await post('/gift_requests', gift(), { 'content-type': sent })
    assert.equal(answer.status, status, answer.text)
    if (status === 415) assert.equal(parseErrors(answer)[0]?.code, 'unsupported_media_type')
  })
}

// biome-ignore format: read down the columns
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
  it(`answers ${status} to Accept: ${accept}`, async () => {
    const answer = await api.get('/gift_requests?limit=1', { ...older, accept })
    assert.equal(answer.status, status, answer.text)
    if (status === 406) assert.equal(parseErrors(answer)[0]?.status, '406')
  })
}

it('judges the token before Accept, and the newer version asks nothing of it', async () => {
  const accept = 'application/vnd.api+json; charset=utf-8'
  const version = { 'service-api-version': '2025-10', accept }
  assert.equal((await api.send('GET', '/gift_requests', version)).status, 401)
  assert.equal((await api.send('GET', '/nowhere', { ...version, ...bearer })).status, 404)
  assert.equal((await api.get('/gift_requests?limit=1', { accept })).status, 200)
})

it('rejects a missing version with 400, in JSON:API for a client that sends JSON:API', async () => {
  for (const headers of [{ accept: type }, { 'content-type': type }] as Record<string, string>[]) {
    const answer = await api.send('GET', '/gift_requests', { ...headers, ...bearer })
    assert.equal(answer.status, 400)
    assert.equal(answer.headers['content-type'], type)
    const [error] = parseErrors(answer)
    assert.deepEqual([error?.status, error?.code], ['400', 'unsupported_api_version'])
    assert.deepEqual(answer.json.jsonapi, { version: '1.0' })
  }
  const misstated = await api.get('/gift_requests', { accept: type, 'service-api-version': '1999' })
  assert.equal(misstated.status, 400)
  assert.equal(misstated.headers['content-type'], type)
})
