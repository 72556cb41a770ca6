import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'

/* The tests of rules of requests that the API documentation does not specify (decisions §9). */

const testApp = await createTestApp()
const { api, token } = testApp
const bearer = { authorization: `Bearer ${token}` }
const recipient = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }

interface WireError {
  code: string
  message: string
  param?: string
}
const parseErrors = (response: { json: { errors: WireError[] } }) =>
  response.json.errors.map(({ code, param }) => [code, param])

async function createGift(): Promise<{ id: string }> {
  const { status, json: gift, text } = await api.post('/gift_requests', giftBody(testApp))
  assert.equal(status, 201, text)
  return gift
}

describe('the content type of a version error', () => {
  // biome-ignore format: columns
  const rows: [accept: string | undefined, sent: string | undefined, type: string][] = [
    [undefined,                                                  undefined,                  'application/json'],
    ['*/*',                                                      undefined,                  'application/json'],
    ['application/vnd.api+json',                                 undefined,                  'application/vnd.api+json'],
    ['application/json, application/vnd.api+json;q=0.1',         undefined,                  'application/json'],
    ['application/json;q=0.1, application/vnd.api+json',         undefined,                  'application/vnd.api+json'],
    ['application/vnd.api+json;q=0, */*;q=0.5',                  undefined,                  'application/json'],
    ['application/vnd.api+json; ext="https://example.com/ext"',  undefined,                  'application/vnd.api+json'],
    ['*/*',                                                      'application/vnd.api+json', 'application/vnd.api+json'],
    ['application/json',                                         'application/vnd.api+json', 'application/json'],
  ]
  for (const [accept, sent, type] of rows)
    it(`is ${type} for Accept ${accept} and Content-Type ${sent}`, async () => {
      const response = await api.send('GET', '/gift_requests', {
        ...bearer,
        ...(accept === undefined ? {} : { accept }),
        ...(sent === undefined ? {} : { 'content-type': sent }),
      })
      assert.equal(response.status, 400)
      assert.equal(response.headers['content-type'], type)
      assert.equal(response.json.errors[0].code, 'unsupported_api_version')
    })
})

describe('a body', () => {
  it('is rejected when an object has a duplicate member, and creates nothing', async () => {
    const good = JSON.stringify(giftBody(testApp))
    const before = await testApp.countEvents()
    for (const [body, name] of [
      [good.replace('{', '{"metadata":{},"metadata":{},'), 'metadata'],
      [good.replace('"last_name"', '"first_name"'), 'first_name'],
      [good.replace('{', '{"\\u006detadata":{},"metadata":{},'), 'metadata'],
    ] as const) {
      const response = await api.post('/gift_requests', body)
      assert.equal(response.status, 400, response.text)
      assert.equal(response.json.errors[0].code, 'invalid_json')
      assert.match(response.json.errors[0].message, new RegExp(`"${name}" twice`))
    }
    assert.equal(await testApp.countEvents(), before)
  })

  // biome-ignore format: columns
  const types: [type: string, status: number][] = [
    ['application/json',                   201],
    ['application/json; charset=utf-8',    201],
    ['application/json;charset="UTF-8"',   201],
    ['APPLICATION/JSON',                   201],
    ['application/json; charset=latin1',   415],
    ['application/json; charset=utf-16',   415],
    ['text/json',                          415],
    ['',                                   415],
    [';',                                  415],
  ]
  for (const [type, status] of types)
    it(`with content type "${type}" gets ${status}`, async () => {
      const response = await api.post('/gift_requests', giftBody(testApp), { 'content-type': type })
      assert.equal(response.status, status, response.text)
    })

  for (const body of ['[]', 'null', '"x"', '5'])
    it(`that is ${body} gets an error without param`, async () => {
      const response = await api.post('/gift_requests', body)
      assert.equal(response.status, 422)
      assert.deepEqual(Object.keys(response.json.errors[0]), ['type', 'code', 'message'])
      assert.match(response.json.errors[0].message, /^The body /)
    })

  it('of an operation without members is empty or an empty object', async () => {
    for (const body of ['[]', 'null', '"x"', '5', '{"x":1}']) {
      const { id } = await createGift()
      const response = await api.post(`/gift_requests/${id}/cancel`, body)
      assert.equal(response.status, 422, body)
      assert.equal((await api.get(`/gift_requests/${id}`)).json.status, 'submitted', body)
    }
    for (const body of [undefined, '{}', ' {} ']) {
      const { id } = await createGift()
      const response = await api.post(`/gift_requests/${id}/cancel`, body)
      assert.equal(response.json.status, 'cancelled', response.text)
    }
  })
})

describe('single-line strings', () => {
  it('are trimmed', async () => {
    const direct = directGiftBody(testApp) as { shipping_address: Record<string, string> }
    const response = await api.post('/gift_requests', {
      ...direct,
      recipient: {
        first_name: '  Ada ',
        last_name: '\u3000Larkin\u00a0',
        email: ' ada@example.com ',
      },
      shipping_address: { ...direct.shipping_address, name: ' Ada Larkin ' },
      email_message: { subject: ' Hello ', body: ' as it is\n' },
    })
    assert.equal(response.status, 201, response.text)
    const { recipient: to, shipping_address, email_message } = response.json
    assert.deepEqual([to.name, to.email], ['Ada Larkin', 'ada@example.com'])
    assert.equal(shipping_address.name, 'Ada Larkin')
    assert.deepEqual(email_message, { subject: 'Hello', body: ' as it is\n' })
  })

  it('that contain only whitespace are missing', async () => {
    const blank = { first_name: ' \t', last_name: '\u2003', email: '  ' }
    const response = await api.post('/gift_requests', giftBody(testApp, { recipient: blank }))
    assert.deepEqual(
      parseErrors(response).filter(([code]) => code === 'required'),
      [
        ['required', 'recipient.first_name'],
        ['required', 'recipient.last_name'],
        ['required', 'recipient.email'],
      ],
    )
  })

  it('must not contain control characters', async () => {
    for (const text of ['A\nB', 'A\u0001', 'A\u007fB', 'A\u0085B']) {
      const response = await api.post(
        '/gift_requests',
        giftBody(testApp, { recipient: { ...recipient, first_name: text } }),
      )
      assert.deepEqual(parseErrors(response), [['invalid_format', 'recipient.first_name']])
      assert.match(response.json.errors[0].message, /one line/)
    }
  })
})

describe('ids', () => {
  it('are case-insensitive', async () => {
    const direct = directGiftBody(testApp) as {
      campaign_id: string
      line_items: { variant_id: string; quantity: number }[]
    }
    const created = await api.post('/gift_requests', {
      ...direct,
      campaign_id: direct.campaign_id.toUpperCase(),
      line_items: direct.line_items.map(({ variant_id, quantity }) => ({
        variant_id: variant_id.toUpperCase(),
        quantity,
      })),
    })
    assert.equal(created.status, 201, created.text)
    const { id, campaign } = created.json
    const upper = id.toUpperCase()
    assert.equal((await api.get(`/gift_requests/${upper}`)).json.id, id)
    assert.equal((await api.get(`/gift_requests/${upper}/history`)).status, 200)
    const list = `/gift_requests?campaign_id=${campaign.id.toUpperCase()}`
    assert.ok((await api.get(list)).json.data.some((one: { id: string }) => one.id === id))
    const events = await api.get(`/events?gift_request_id=${upper}`)
    assert.equal(events.json.data[0].gift_request_id, id)
    assert.equal((await api.get(`/events/${events.json.data[0].id.toUpperCase()}`)).status, 200)
    const link = { campaign_id: testApp.campaign('one_link').id.toUpperCase(), quantity: 1 }
    assert.equal((await api.post('/one_links', link)).status, 201)
    const batch = {
      gift_requests: [
        giftBody(testApp, { campaign_id: testApp.campaign('email').id.toUpperCase() }),
      ],
    }
    assert.equal((await api.post('/gift_requests/batch', batch)).status, 201)
  })
})

describe('all errors of a request are reported at once', () => {
  it('across the levels of a batch', async () => {
    const response = await api.post('/gift_requests/batch', {
      gift_requests: [giftBody(testApp), { campaign_id: 'x', recipient }],
      z: 1,
    })
    assert.equal(response.status, 422)
    assert.deepEqual(parseErrors(response), [
      ['unknown_parameter', 'z'],
      ['invalid_reference', 'gift_requests.1.campaign_id'],
    ])
  })

  it('across query and body', async () => {
    const response = await api.post('/gift_requests/batch?dry_run=x&y=1', {
      gift_requests: [{ ...giftBody(testApp), gift: 1 }],
    })
    assert.equal(response.status, 422)
    assert.deepEqual(parseErrors(response), [
      ['unknown_parameter', 'y'],
      ['invalid', 'dry_run'],
      ['unknown_parameter', 'gift_requests.0.gift'],
    ])
    const single = await api.post('/gift_requests?y=1', { ...giftBody(testApp), gift: 1 })
    assert.deepEqual(parseErrors(single), [
      ['unknown_parameter', 'y'],
      ['unknown_parameter', 'gift'],
    ])
    const alone = await api.post('/gift_requests?y=1', giftBody(testApp))
    assert.equal(alone.status, 400)
  })

  it('in JSON:API too, each with its source', async () => {
    const attributes = { campaign_id: testApp.campaign('email').id, ...recipient }
    const response = await api.send(
      'POST',
      '/gift_requests/batch?dry_run=x',
      {
        ...bearer,
        'service-api-version': '2025-10',
        'content-type': 'application/vnd.api+json',
      },
      JSON.stringify({
        data: [
          { type: 'gift_requests', attributes },
          5,
          { type: 'gift_requests', attributes: { ...attributes, first_name: '' } },
        ],
        more: 1,
      }),
    )
    assert.equal(response.status, 422, response.text)
    assert.deepEqual(
      response.json.errors.map(({ status, source }: { status: string; source: object }) => ({
        status,
        ...source,
      })),
      [
        { status: '400', parameter: 'dry_run' },
        { status: '422', pointer: '/more' },
        { status: '422', pointer: '/data/1' },
        { status: '422', pointer: '/data/2/attributes/first_name' },
      ],
    )
  })
})

describe('the test helper advance', () => {
  const states = ['ordered', 'backordered', 'shipping_error', 'cancelled', 'shipment_cancelled']

  for (const from of ['delivered', 'redelivering'])
    for (const to of states)
      it(`rejects the transition from ${from} to ${to}, and changes nothing`, async () => {
        const { id } = await createGift()
        const advance = `/test_helpers/gift_requests/${id}/advance`
        assert.equal((await api.post(advance, { to: from })).status, 200)
        const events = (await api.get(`/events?gift_request_id=${id}`)).text
        const response = await api.post(advance, { to })
        assert.equal(response.status, 409, response.text)
        assert.equal(response.json.errors[0].code, 'invalid_transition')
        assert.equal((await api.get(`/events?gift_request_id=${id}`)).text, events)
      })

  it('rejects a shipping error after a delivery while the rest is in transit', async () => {
    const { id } = await createGift()
    const advance = `/test_helpers/gift_requests/${id}/advance`
    for (const to of ['delivered', 'redelivering', 'in_transit'])
      assert.equal((await api.post(advance, { to })).status, 200, to)
    assert.equal((await api.post(advance, { to: 'shipping_error' })).status, 409)
    assert.equal((await api.post(advance, { to: 'delivered' })).status, 200)
  })
})
