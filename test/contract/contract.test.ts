import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { directGiftBody, giftBody } from '#test/api-harness'
import { ungroupedOperations } from '#test/contract-groups'
import { createContractHarness, jsonContent, operationBy } from '#test/contract-harness'
import type { FieldErrorRow } from '#test/contract-requests'
import { createContractSuite } from '#test/contract-suite'
import { pluck } from '#test/pluck'

/* The contract tests of the operations that have no separate test file. */

const harness = await createContractHarness()
const { testApp, defaultHeaders, get, create, sendAndCheck } = harness

const createGift = async (): Promise<{ id: string }> => create('/gift_requests', giftBody(testApp))
const gift = await createGift()
const createLink = () =>
  create('/one_links', { campaign_id: testApp.campaign('one_link').id, quantity: 2 })
const oneLink = await createLink()

const { id: campaign_id } = testApp.campaign('email')
const bodyWith = (more: object) => giftBody(testApp, more)
const linkBody = (more: object) => ({
  campaign_id: testApp.campaign('one_link').id,
  quantity: 1,
  ...more,
})
const batch = (more: object) => ({ gift_requests: [bodyWith(more)] })
const longText = 'x'.repeat(256)

// biome-ignore format: columns
const rows: readonly FieldErrorRow[] = [
  ['createGiftRequest',  'required',          bodyWith({ recipient: {} })],
  ['createGiftRequest',  'unknown_parameter', bodyWith({ gift: 1 })],
  ['createGiftRequest',  'invalid',           bodyWith({ send_at: '2020-01-01T00:00:00Z' })],
  ['createGiftRequest',  'invalid_format',    bodyWith({ send_at: 'tomorrow' })],
  ['createGiftRequest',  'too_long',          bodyWith({ email_message: { subject: longText, body: 'x' } })],
  ['createGiftRequest',  'too_many',          directGiftBody(testApp, { line_items: Array.from({ length: 51 }, () => ({ variant_id: '', quantity: 1 })) })],
  ['createGiftRequest',  'invalid_reference', bodyWith({ campaign_id: crypto.randomUUID() })],
  ['createGiftRequest',  'not_allowed',       directGiftBody(testApp, { campaign_id })],
  ['createGiftRequests', 'required',          batch({ recipient: {} })],
  ['createGiftRequests', 'unknown_parameter', batch({ gift: 1 })],
  ['createGiftRequests', 'invalid',           { gift_requests: [] }],
  ['createGiftRequests', 'invalid_format',    batch({ send_at: 'tomorrow' })],
  ['createGiftRequests', 'too_long',          batch({ email_message: { subject: longText, body: 'x' } })],
  ['createGiftRequests', 'too_many',          { gift_requests: Array.from({ length: 101 }, () => ({})) }],
  ['createGiftRequests', 'invalid_reference', batch({ campaign_id: crypto.randomUUID() })],
  ['createGiftRequests', 'not_allowed',       { gift_requests: [directGiftBody(testApp, { campaign_id })] }],
  ['createGiftRequests', 'idempotency_key_reused', { gift_requests: ['a', 'b'].map((last_name) => bodyWith({ idempotency_key: 'one', recipient: { ...giftBody(testApp).recipient, last_name } })) }],
  ['createGiftRequests', 'invalid',           batch({}), '?dry_run=perhaps'],
  ['createGiftRequests', 'unknown_parameter', batch({}), '?dry=true'],
  ['createOneLink',      'required',          {}],
  ['createOneLink',      'unknown_parameter', linkBody({ link: 1 })],
  ['createOneLink',      'invalid',           linkBody({ quantity: 0 })],
  ['createOneLink',      'invalid_format',    linkBody({ allowed_email_domains: ['nowhere'] })],
  ['createOneLink',      'too_long',          linkBody({ allowed_email_domains: ['x'.repeat(254)] })],
  ['createOneLink',      'too_many',          linkBody({ allowed_email_domains: Array.from({ length: 51 }, (_, n) => `a${n}.example`) })],
  ['createOneLink',      'invalid_reference', linkBody({ campaign_id: crypto.randomUUID() })],
  ['createOneLink',      'not_allowed',       linkBody({ campaign_id })],
  ['updateOneLink',      'unknown_parameter', { quantity: 3 }],
  ['updateOneLink',      'required',          { expires_at: null }],
  ['updateOneLink',      'invalid',           { expires_at: '2020-01-01T00:00:00Z' }],
  ['updateOneLink',      'invalid',           {}, '?dry_run=perhaps'],
  ['updateOneLink',      'invalid_format',    { expires_at: 'tomorrow' }],
  ['updateOneLink',      'invalid_format',    { allowed_email_domains: ['nowhere'] }],
  ['updateOneLink',      'too_long',          { allowed_email_domains: ['x'.repeat(254)] }],
  ['updateOneLink',      'too_many',          { allowed_email_domains: Array.from({ length: 51 }, (_, n) => `a${n}.example`) }],
  ['closeOneLink',       'unknown_parameter', { why: 'over' }],
  ['cancelGiftRequest',  'unknown_parameter', { why: 'over' }],
  ['advanceGiftRequest', 'required',          {}],
  ['advanceGiftRequest', 'unknown_parameter', { to: 'delivered', via: 'air' }],
  ['advanceGiftRequest', 'invalid',           { to: 'nowhere' }],
  ['advanceClock',       'required',          {}],
  ['advanceClock',       'unknown_parameter', { by: '1s', back: true }],
  ['advanceClock',       'invalid',           { by: '400d' }],
  ['advanceClock',       'invalid_format',    { by: 'a while' }],
]

const createParams = async () => ({ id: (await createGift()).id })
const createLinkParams = async () => ({ id: (await createLink()).id })

const suite = createContractSuite({
  harness,
  operations: ungroupedOperations,
  params: {
    '/gift_requests/{id}': { id: gift.id },
    '/test_helpers/gift_requests/{id}': { id: gift.id },
    '/campaigns/{id}': { id: testApp.campaign('email').id },
    '/one_links/{id}': { id: oneLink.id },
    '/events/{id}': { id: (await get('/api/events')).data[0].id },
  },
  fresh: {
    cancelGiftRequest: createParams,
    advanceGiftRequest: createParams,
    updateOneLink: createLinkParams,
    closeOneLink: createLinkParams,
  },
  rows,
})

suite.describeAll()

describe('one-links', () => {
  const later = '2031-01-01T00:00:00.000Z'
  const change = async (id: string, body: object, headers: object = {}, query = '') => {
    const valid = suite.validRequest(operationBy('updateOneLink'), { id })
    return sendAndCheck('updateOneLink', {
      ...valid,
      path: valid.path + query,
      headers: { ...valid.headers, ...headers },
      body: JSON.stringify(body),
    })
  }

  it('change the members of the body, and record it once', async () => {
    const { id, expires_at } = await createLink()
    assert.deepEqual(await change(id, { allowed_email_domains: ['Example.com'] }), [])
    assert.deepEqual(await change(id, { allowed_email_domains: ['example.com'] }), [])
    assert.deepEqual(await change(id, { expires_at: later }), [])
    const link = await get(`/api/one_links/${id}`)
    assert.deepEqual([link.allowed_email_domains, link.expires_at], [['example.com'], later])
    const entries = await testApp.run((ctx) =>
      ctx.query<{ actor_kind: string; details: object }>(
        `select actor_kind, details from access.audit_entry
          where account_id = $1 and subject_id = $2 and action = 'one_link.change' order by id`,
        [ctx.account_id, id],
      ),
    )
    assert.deepEqual(pluck(entries, 'actor_kind', 'details'), [
      [
        'api_token',
        {
          before: { allowed_email_domains: [] },
          after: { allowed_email_domains: ['example.com'] },
        },
      ],
      ['api_token', { before: { expires_at }, after: { expires_at: later } }],
    ])
  })

  it('do not change in a dry run', async () => {
    const link = await createLink()
    assert.deepEqual(await change(link.id, { expires_at: later }, {}, '?dry_run=true'), [])
    assert.deepEqual(await get(`/api/one_links/${link.id}`), link)
  })

  it('change only as the client knows them', async () => {
    const { id } = await createLink()
    const { headers } = await testApp.api.get(`/one_links/${id}`)
    const known = { 'if-match': String(headers.etag) }
    assert.deepEqual(await change(id, { expires_at: later }, known), [])
    assert.deepEqual(await change(id, { allowed_email_domains: [] }, known), ['invalid_transition'])
  })

  it('do not change after they are closed', async () => {
    const { id } = await createLink()
    await create(`/one_links/${id}/close`)
    assert.deepEqual(await change(id, { expires_at: later }), ['invalid_transition'])
  })

  it('keep both of two changes at the same instant', async () => {
    const { id } = await createLink()
    for (let attempt = 1; attempt <= 10; attempt++) {
      const expires_at = new Date(Date.parse(later) + attempt).toISOString()
      const allowed_email_domains = [`a${attempt}.example`]
      const both = [{ expires_at }, { allowed_email_domains }]
      const errors = await Promise.all(both.map((body) => change(id, body)))
      assert.deepEqual(errors, [[], []])
      const link = await get(`/api/one_links/${id}`)
      assert.deepEqual(
        [link.expires_at, link.allowed_email_domains],
        [expires_at, allowed_email_domains],
      )
    }
  })
})

describe('gift requests', () => {
  it('have each kind and state in responses', async () => {
    const direct = await create('/gift_requests', directGiftBody(testApp, { metadata: { a: 'b' } }))
    await testApp.advanceTime()
    const states = ['redeemed', 'in_transit', 'delivered']
    for (const to of states) {
      await create(`/test_helpers/gift_requests/${direct.id}/advance`, { to })
      for (const id of ['getGiftRequest', 'getGiftRequestHistory'])
        await sendAndCheck(id, suite.validRequest(operationBy(id), { id: direct.id }))
    }
    const { data } = await get(`/api/gift_requests?campaign_id=${oneLink.campaign.id}&limit=1`)
    assert.equal(data[0].recipient.email, '', 'a placeholder')
    const getGift = operationBy('getGiftRequest')
    await sendAndCheck(getGift.id, suite.validRequest(getGift, { id: data[0].id }))
    await sendAndCheck('listEvents', {
      method: 'GET',
      path: '/api/events?limit=100',
      headers: defaultHeaders,
    })
  })

  it('support dry runs', async () => {
    const request = suite.validRequest(operationBy('createGiftRequests'))
    await sendAndCheck('createGiftRequests', { ...request, path: `${request.path}?dry_run=true` })
  })

  it('reject an invalid state transition', async () => {
    const { id } = await createGift()
    await create(`/test_helpers/gift_requests/${id}/advance`, { to: 'delivered' })
    const cancel = suite.validRequest(operationBy('cancelGiftRequest'), { id })
    assert.deepEqual(await sendAndCheck('cancelGiftRequest', cancel), ['invalid_transition'])
    const advance = {
      ...suite.validRequest(operationBy('advanceGiftRequest'), { id }),
      headers: { ...defaultHeaders, ...jsonContent },
      body: '{"to":"created"}',
    }
    assert.deepEqual(await sendAndCheck('advanceGiftRequest', advance), ['invalid_transition'])
  })
})

suite.describeCoverage()
