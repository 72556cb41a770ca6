import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import { pluck } from '#test/pluck'

const testApp = await createTestApp()
const { api } = testApp

it('creates a gift request with a choice, and GET returns the same bytes', async () => {
  const created = await api.post('/gift_requests', giftBody(testApp, { metadata: { order: '17' } }))
  assert.equal(created.status, 201, created.text)
  const gift = created.json
  assert.deepEqual(Object.keys(gift), [
    'id',
    'reference',
    'status',
    'campaign',
    'redemption_url',
    'web_url',
    'recipient',
    'sender',
    'shipping_address',
    'offering',
    'line_items',
    'email_message',
    'created_at',
    'updated_at',
    'metadata',
  ])
  assert.match(gift.reference, /^GR-[0-9A-HJKMNP-TV-Z]{8}$/)
  assert.equal(gift.status, 'submitted')
  assert.equal(gift.redemption_url, null)
  assert.equal(gift.shipping_address, null)
  assert.equal(gift.line_items, null)
  assert.ok(gift.offering.line_items.length > 0)
  assert.deepEqual(Object.keys(gift.offering.line_items[0]), [
    'id',
    'sku',
    'variant_id',
    'name',
    'quantity',
    'images',
  ])
  assert.deepEqual(gift.metadata, { order: '17' })
  assert.match(gift.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal((await api.get(`/gift_requests/${gift.id}`)).text, created.text)
})

it('a recipient has one id for all spellings of the email address', async () => {
  const one = await api.post(
    '/gift_requests',
    giftBody(testApp, {
      recipient: { first_name: 'A', last_name: 'B', email: 'Same.Person@Example.com' },
    }),
  )
  const two = await api.post(
    '/gift_requests',
    giftBody(testApp, {
      recipient: { first_name: 'C', last_name: 'D', email: 'same.person@example.com' },
    }),
  )
  assert.equal(one.json.recipient.id, two.json.recipient.id)
  assert.equal(one.json.recipient.email, 'Same.Person@Example.com')
  assert.equal(two.json.recipient.name, 'C D')
})

it('creates the link after the response, then awaits the recipient', async () => {
  const { json: gift } = await api.post('/gift_requests', giftBody(testApp))
  await testApp.advanceTime()
  const { json: later } = await api.get(`/gift_requests/${gift.id}`)
  assert.match(later.redemption_url, /^http:\/\/localhost:3000\/r\/[0-9A-Za-z]{14,}$/)
  assert.equal(later.status, 'submitted')
  const { json: history } = await api.get(`/gift_requests/${gift.id}/history`)
  assert.deepEqual(
    history.data.map((move: { from: string; to: string }) => [move.from, move.to]),
    [
      [null, 'created'],
      ['created', 'awaiting_recipient'],
    ],
  )
})

it('redeems a direct-send when the link exists; items and address are fixed from the start', async () => {
  const created = await api.post('/gift_requests', directGiftBody(testApp))
  assert.equal(created.status, 201, created.text)
  assert.equal(created.json.status, 'submitted')
  assert.equal(created.json.shipping_address.city, 'Berlin')
  assert.equal(created.json.offering.selection_mode, 'all')
  assert.equal(created.json.offering.visible_at_redemption, false)
  assert.deepEqual(created.json.offering.line_items, created.json.line_items)
  assert.equal(created.json.line_items[0].quantity, 2)
  await testApp.advanceTime()
  const { json: later } = await api.get(`/gift_requests/${created.json.id}`)
  assert.equal(later.status, 'redeemed')
  assert.deepEqual(later.line_items, created.json.line_items)
})

it('reports all errors at once, each with its param', async () => {
  const response = await api.post('/gift_requests', {
    campaign_id: 'nope',
    recipient: { first_name: '', email: 'not an address', nickname: 'x' },
    line_items: [{ variant_id: 'x', quantity: 0 }],
    send_at: '2020-01-01T00:00:00Z',
    surprise: true,
  })
  assert.equal(response.status, 422)
  const found = response.json.errors
    .map((error: { code: string; param: string; type: string }) => `${error.param}: ${error.code}`)
    .sort()
  assert.deepEqual(found, [
    'campaign_id: invalid_reference',
    'line_items.0.quantity: invalid',
    'recipient.email: invalid_format',
    'recipient.first_name: required',
    'recipient.last_name: required',
    'recipient.nickname: unknown_parameter',
    'send_at: invalid',
    'shipping_address: required',
    'surprise: unknown_parameter',
  ])
  assert.ok(
    response.json.errors.every((error: { type: string }) => error.type === 'validation_error'),
  )
})

it('validates an address by the rules of its country', async () => {
  const direct = directGiftBody(testApp)
  const response = await api.post('/gift_requests', {
    ...direct,
    shipping_address: { name: 'A', line_1: 'B', country: 'US', postal_code: '1' },
  })
  assert.equal(response.status, 422)
  const params = pluck(response.json.errors, 'param')
  for (const param of [
    'shipping_address.city',
    'shipping_address.region',
    'shipping_address.postal_code',
  ])
    assert.ok(params.includes(param), param)
})

it('allows direct-send only with direct-send campaigns, which require address and items', async () => {
  const { shipping_address, line_items } = directGiftBody(testApp)
  const rejected = await api.post(
    '/gift_requests',
    giftBody(testApp, { shipping_address, line_items }),
  )
  assert.deepEqual(
    rejected.json.errors
      .map((error: { param: string; code: string }) => `${error.param} ${error.code}`)
      .sort()
      .filter((line: string) => line.endsWith('not_allowed')),
    ['line_items not_allowed', 'shipping_address not_allowed'],
  )
  const without = await api.post('/gift_requests', {
    ...directGiftBody(testApp),
    shipping_address: null,
    line_items: null,
  })
  assert.deepEqual(
    without.json.errors
      .map((error: { param: string; code: string }) => `${error.param} ${error.code}`)
      .sort(),
    ['line_items required', 'shipping_address required'],
  )
})

it('creates a batch atomically, with one event for each gift request', async () => {
  const before = await testApp.countEvents()
  const rows = Array.from({ length: 100 }, () => giftBody(testApp))
  const rejected = await api.post('/gift_requests/batch', {
    gift_requests: [...rows.slice(0, 99), { ...rows[99], campaign_id: 'x' }],
  })
  assert.equal(rejected.status, 422)
  assert.equal(rejected.json.errors[0].param, 'gift_requests.99.campaign_id')
  const dry = await api.post('/gift_requests/batch?dry_run=true', { gift_requests: rows })
  assert.equal(dry.status, 200)
  assert.equal(await testApp.countEvents(), before)
  const created = await api.post('/gift_requests/batch', { gift_requests: rows })
  assert.equal(created.status, 201, created.text)
  assert.equal(created.json.data.length, 100)
  assert.equal(created.json.has_more, false)
  assert.equal(await testApp.countEvents(), before + 100)
  const { json: list } = await api.get('/gift_requests?limit=100')
  assert.deepEqual(pluck(list.data, 'id'), pluck(created.json.data, 'id').reverse())
})

it('rejects dry_run for operations without that parameter, and creates nothing', async () => {
  const { json: gift } = await api.post('/gift_requests', giftBody(testApp))
  const before = await testApp.countEvents()
  for (const [path, body] of [
    ['/gift_requests?dry_run=true', giftBody(testApp)],
    [`/gift_requests/${gift.id}/cancel?dry_run=true`, undefined],
  ] as const) {
    const response = await api.post(path, body)
    assert.equal(response.status, 400, response.text)
    assert.deepEqual(pluck(response.json.errors, 'code', 'param'), [
      ['unknown_parameter', 'dry_run'],
    ])
  }
  assert.equal(await testApp.countEvents(), before)
})

it('rejects empty batches and batches of more than a hundred', async () => {
  for (const gift_requests of [[], Array.from({ length: 101 }, () => giftBody(testApp))]) {
    const response = await api.post('/gift_requests/batch', { gift_requests })
    assert.equal(response.status, 422)
    assert.equal(response.json.errors[0].param, 'gift_requests')
  }
})

it('cancels a gift request before dispatch only', async () => {
  const { json: early } = await api.post('/gift_requests', giftBody(testApp))
  const cancelled = await api.post(`/gift_requests/${early.id}/cancel`)
  assert.equal(cancelled.status, 200)
  assert.equal(cancelled.json.status, 'cancelled')
  const repeated = await api.post(`/gift_requests/${early.id}/cancel`)
  assert.equal(repeated.status, 409)
  assert.equal(repeated.json.errors[0].code, 'invalid_transition')
  const { json: late } = await api.post('/gift_requests', giftBody(testApp))
  await api.post(`/test_helpers/gift_requests/${late.id}/advance`, { to: 'in_transit' })
  assert.equal((await api.post(`/gift_requests/${late.id}/cancel`)).status, 409)
})

it('lists by page, newest first, in both orders, to the end', async () => {
  const pagedIds: string[] = []
  let after = ''
  for (;;) {
    const { json } = await api.get(`/gift_requests?limit=40${after}`)
    pagedIds.push(...pluck(json.data, 'id'))
    if (!json.has_more) break
    assert.ok(pagedIds.length < 10_000, 'the list ends')
    after = `&after=${pagedIds.at(-1)}`
  }
  assert.equal(new Set(pagedIds).size, pagedIds.length)
  const { json: oldest } = await api.get('/gift_requests?limit=1&order=asc')
  assert.equal(oldest.data[0].id, pagedIds.at(-1))
})

it('filters a list', async () => {
  const email = 'filter.me@example.com'
  const { json: gift } = await api.post(
    '/gift_requests',
    giftBody(testApp, { recipient: { first_name: 'F', last_name: 'M', email } }),
  )
  await api.post(`/gift_requests/${gift.id}/cancel`)
  for (const query of [
    `recipient_email=${email.toUpperCase()}`,
    `reference=${gift.reference}`,
    `status=cancelled&recipient_email=${email}`,
    `campaign_id=${gift.campaign.id}&recipient_email=${email}`,
    `created_after=${new Date(Date.parse(gift.created_at) - 1).toISOString()}&recipient_email=${email}`,
  ]) {
    const { json } = await api.get(`/gift_requests?${query}`)
    assert.deepEqual(pluck(json.data, 'id'), [gift.id], query)
  }
  for (const query of [
    `status=submitted&recipient_email=${email}`,
    `created_before=${gift.created_at}&recipient_email=${email}`,
    `created_after=${gift.created_at}&recipient_email=${email}`,
  ]) {
    assert.deepEqual((await api.get(`/gift_requests?${query}`)).json.data, [], query)
  }
})

it('rejects invalid list parameters', async () => {
  for (const [query, param, code] of [
    ['limit=0', 'limit', 'invalid'],
    ['limit=-1', 'limit', 'invalid'],
    ['limit=ten', 'limit', 'invalid'],
    ['order=up', 'order', 'invalid'],
    ['status=lost', 'status', 'invalid'],
    ['stauts=submitted', 'stauts', 'unknown_parameter'],
    ['after=x', 'after', 'invalid_reference'],
    ['after=018f0000-0000-7000-8000-000000000000', 'after', 'invalid_reference'],
    ['created_after=yesterday', 'created_after', 'invalid'],
  ]) {
    const response = await api.get(`/gift_requests?${query}`)
    assert.equal(response.status, 400, query)
    assert.deepEqual(
      [response.json.errors[0].param, response.json.errors[0].code],
      [param, code],
      query,
    )
  }
  assert.equal((await api.get('/gift_requests?limit=1000')).status, 200)
})

it('schedules a gift request, sends it when it is due, and expires it when it is not redeemed', async () => {
  const soon = new Date(Date.now() + 3_600_000)
  const { json: gift } = await api.post(
    '/gift_requests',
    giftBody(testApp, { send_at: soon.toISOString() }),
  )
  await testApp.advanceTime()
  const states = async () =>
    pluck((await api.get(`/gift_requests/${gift.id}/history`)).json.data, 'to')
  assert.deepEqual(await states(), ['created', 'scheduled'])
  await testApp.advanceTime(2 * 3_600_000)
  assert.deepEqual(await states(), ['created', 'scheduled', 'awaiting_recipient'])
  await testApp.advanceTime(400 * 24 * 3_600_000)
  assert.deepEqual(await states(), ['created', 'scheduled', 'awaiting_recipient', 'expired'])
  assert.equal((await api.get(`/gift_requests/${gift.id}`)).json.status, 'cancelled')
})
