import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp } from '#test/api-harness'
import { claimConfirmed } from '#test/claim-fixture'
import { pluck } from '#test/pluck'
import { sizeOfRun } from '#test/run-size'

const testApp = await createTestApp()
const { api } = testApp
const campaign_id = testApp.campaign('one_link').id

const oneLinkBody = (more: object = {}) => ({ campaign_id, quantity: 3, ...more })
const found = (json: { errors: { code: string; param: string }[] }) =>
  json.errors.map(({ code, param }) => `${param} ${code}`).sort()

const findGifts = async () =>
  (await api.get(`/gift_requests?campaign_id=${campaign_id}&limit=100`)).json.data

it('creates a one-link with a placeholder and a created event for each gift', async () => {
  const before = await testApp.countEvents()
  const created = await api.post('/one_links', oneLinkBody())
  assert.equal(created.status, 201, created.text)
  const link = created.json
  assert.deepEqual(Object.keys(link), [
    ...['id', 'campaign', 'url', 'quantity', 'claimed', 'available', 'state'],
    ...['allowed_email_domains', 'expires_at', 'closed_at', 'created_at', 'updated_at'],
  ])
  assert.deepEqual(Object.keys(link.campaign), ['id', 'name', 'web_url'])
  assert.match(link.url, /^http:\/\/localhost:3000\/l\/[0-9A-Za-z]{14}$/)
  assert.deepEqual(
    [link.quantity, link.claimed, link.available, link.state, link.allowed_email_domains],
    [3, 0, 3, 'open', []],
  )
  assert.equal(Date.parse(link.expires_at) - Date.parse(link.created_at), 14 * 86_400_000)
  assert.equal((await api.get(`/one_links/${link.id}`)).text, created.text)
  assert.equal(await testApp.countEvents(), before + 3)
})

it('placeholders are gift requests with an empty recipient', async () => {
  const gifts = await findGifts()
  assert.equal(gifts.length, 3)
  assert.equal(new Set(pluck(gifts, 'reference')).size, 3)
  assert.equal(
    new Set(gifts.map((gift: { recipient: { id: string } }) => gift.recipient.id)).size,
    3,
  )
  for (const gift of gifts) {
    const { id, ...recipient } = gift.recipient
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(recipient, {
      ...{ thank_you_count: 0, first_name: '', last_name: '', name: '', email: '' },
    })
    assert.equal(gift.status, 'submitted')
    assert.equal(gift.redemption_url, null)
    assert.equal(gift.line_items, null)
    const { json: events } = await api.get(`/events?gift_request_id=${gift.id}`)
    assert.deepEqual(pluck(events.data, 'type'), ['gift_request_created'])
    assert.deepEqual(events.data[0].body, gift)
    const { json: history } = await api.get(`/gift_requests/${gift.id}/history`)
    assert.deepEqual(pluck(history.data, 'to'), ['created', 'unclaimed'])
  }
})

it('creates all placeholders with their events, and cancels them when the link closes', async () => {
  const quantity = sizeOfRun(10_000, 2_000)
  const before = await testApp.countEvents()
  const created = await api.post('/one_links', oneLinkBody({ quantity }))
  assert.equal(created.status, 201, created.text)
  assert.equal(created.json.available, quantity)
  assert.equal(await testApp.countEvents(), before + quantity)
  const closed = await api.post(`/one_links/${created.json.id}/close`)
  assert.equal(closed.json.available, 0)
  assert.equal(await testApp.countEvents(), before + 2 * quantity)
})

it('closing cancels unclaimed gifts and does not affect claimed gifts', async () => {
  const { json: link } = await api.post('/one_links', oneLinkBody())
  const ada = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }
  const claimed = await claimConfirmed(testApp, link.id, ada)
  const before = await testApp.countEvents()
  const closed = await api.post(`/one_links/${link.id}/close`)
  assert.equal(closed.status, 200, closed.text)
  assert.equal(closed.json.state, 'closed')
  assert.deepEqual([closed.json.claimed, closed.json.available], [1, 0])
  assert.ok(Date.parse(closed.json.closed_at) >= Date.parse(link.created_at))
  assert.equal(closed.json.updated_at, closed.json.closed_at)
  assert.equal(await testApp.countEvents(), before + 2)
  assert.equal((await api.get(`/gift_requests/${claimed.id}`)).json.status, 'submitted')
  const repeated = await api.post(`/one_links/${link.id}/close`)
  assert.equal(repeated.status, 200)
  assert.equal(repeated.text, closed.text)
  assert.equal(await testApp.countEvents(), before + 2)
})

it('reports all errors at once', async () => {
  const response = await api.post('/one_links', {
    campaign_id: 'nope',
    quantity: 0,
    allowed_email_domains: ['example.com', 'no domain', 'x', '@example.com', ''],
    expires_at: '2020-01-01T00:00:00Z',
    surprise: true,
  })
  assert.equal(response.status, 422)
  assert.deepEqual(found(response.json), [
    'allowed_email_domains.1 invalid_format',
    'allowed_email_domains.2 invalid_format',
    'allowed_email_domains.3 invalid_format',
    'allowed_email_domains.4 invalid_format',
    'allowed_email_domains.4 required',
    'campaign_id invalid_reference',
    'expires_at invalid',
    'quantity invalid',
    'surprise unknown_parameter',
  ])
  assert.deepEqual(found((await api.post('/one_links', {})).json), [
    'campaign_id required',
    'quantity required',
  ])
  for (const quantity of [10_001, 1.5, '5', null, true, -1, 1e30])
    assert.equal(
      (await api.post('/one_links', oneLinkBody({ quantity }))).status,
      422,
      String(quantity),
    )
  const domains = Array.from({ length: 51 }, (_, n) => `d${n}.example`)
  assert.deepEqual(
    found((await api.post('/one_links', oneLinkBody({ allowed_email_domains: domains }))).json),
    ['allowed_email_domains too_many'],
  )
})

it('requires an available campaign with one-link invitations', async () => {
  for (const method of ['email', 'gift_link', 'sender_provided_address']) {
    const other = { campaign_id: testApp.campaign(method).id }
    assert.deepEqual(found((await api.post('/one_links', oneLinkBody(other))).json), [
      'campaign_id not_allowed',
    ])
  }
  const { api: otherApi } = await testApp.createOtherAccount()
  assert.deepEqual(found((await otherApi.post('/one_links', oneLinkBody())).json), [
    'campaign_id invalid_reference',
  ])
})

it('accepts null for optional members, and normalizes and deduplicates domains', async () => {
  const { status, json } = await api.post(
    '/one_links',
    oneLinkBody({ allowed_email_domains: ['Example.COM', 'example.com'], expires_at: null }),
  )
  assert.equal(status, 201)
  assert.deepEqual(json.allowed_email_domains, ['example.com'])
})

it('lists by page, and rejects unknown cursors', async () => {
  const { json: all } = await api.get('/one_links')
  assert.equal(all.has_more, false)
  const ids = pluck(all.data, 'id')
  assert.deepEqual([...ids].sort().reverse(), ids)
  const { json: second } = await api.get(`/one_links?limit=1&after=${ids[0]}`)
  assert.deepEqual([second.data[0].id, second.has_more], [ids[1], true])
  const { json: oldest } = await api.get('/one_links?order=asc&limit=1')
  assert.equal(oldest.data[0].id, ids.at(-1))
  for (const query of ['after=x', 'after=018f0000-0000-7000-8000-000000000000', 'state=open'])
    assert.equal((await api.get(`/one_links?${query}`)).status, 400, query)
})

it('the test helper simulates a claim', async () => {
  await api.post('/one_links', oneLinkBody({ quantity: 1 }))
  const [gift] = await findGifts()
  const advance = (to: string) => api.post(`/test_helpers/gift_requests/${gift.id}/advance`, { to })
  const claimed = await advance('awaiting_recipient')
  assert.equal(claimed.status, 200, claimed.text)
  assert.match(claimed.json.recipient.email, /@example\.com$/)
  assert.notEqual(claimed.json.redemption_url, null)
  assert.equal((await advance('unclaimed')).json.recipient.email, '')
  assert.equal((await advance('delivered')).json.status, 'delivered')
})

it('supports API version 2025-10', async () => {
  const older = {
    'service-api-version': '2025-10',
    'content-type': 'application/vnd.api+json',
  }
  const body = { data: { type: 'one_links', attributes: oneLinkBody() } }
  const { status, json } = await api.post('/one_links', body, older)
  assert.equal(status, 201)
  assert.equal(json.data.type, 'one_links')
  assert.equal(json.data.attributes.available, 3)
  const { json: events } = await api.get('/events?limit=1', older)
  assert.equal(events.data[0].type, 'events')
  assert.equal(events.data[0].attributes.event_type, 'gift_request_created')
  assert.match(events.links.next, /after=/)
})
