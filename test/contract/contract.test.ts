import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import { type ErrorCode, errorCodes } from '#contract'
import { acceptsIdempotencyKey, adminOnlyErrors, type Operation } from '#contract/operation'
import { operations } from '#contract/operations'
import { api } from '#http/api'
import { createLog } from '#platform/observability/log'
import { type Database, openDatabase } from '#platform/postgres/database'
import { directGiftBody, giftBody } from '#test/api-harness'
import {
  createContractHarness,
  jsonContent,
  operationBy,
  type ValidRequest,
} from '#test/contract-harness'
import { type HttpRequestInput, listen, replaceExampleIds, sendRequest } from '#test/http-server'

/*
 * Sends every operation of the contract, and every error that each operation documents, to a listening service,
 * and checks each response against the checked-in document. The last tests fail for each documented outcome
 * that no test observed.
 */

const harness = await createContractHarness()
const { contract, testApp, origin, defaultHeaders, oneLink } = harness
const { get, create, pathFor, validRequest, sendAndCheck, takeSpareId } = harness

describe('every operation', () => {
  for (const operation of operations) {
    it(`responds: ${operation.id}`, async () => {
      const codes = await sendAndCheck(
        operation.id,
        validRequest(operation, takeSpareId(operation)),
      )
      assert.deepEqual(codes, [])
    })
  }

  for (const operation of operations) {
    for (const [name, { value }] of Object.entries(operation.request?.examples ?? {})) {
      it(`accepts its example: ${operation.id} ${name}`, async () => {
        const sent = { ...validRequest(operation, takeSpareId(operation)) }
        sent.body = replaceExampleIds(testApp, JSON.stringify(value))
        assert.deepEqual(await sendAndCheck(operation.id, sent), [])
      })
    }
  }

  it('returns 304 for unchanged resources', async () => {
    for (const operation of operations.filter(
      ({ method, path }) => method === 'GET' && path !== '/',
    )) {
      const { headers, ...sent } = validRequest(operation)
      const { status, headers: firstHeaders } = await sendRequest(origin, { ...sent, headers })
      assert.equal(status, 200)
      const known = { ...headers, 'if-none-match': firstHeaders.get('etag') ?? '' }
      const response = await sendRequest(origin, { ...sent, headers: known })
      assert.equal(response.status, 304, operation.id)
      contract.check(operation.id, response)
    }
  })

  it('returns pages of lists', async () => {
    for (const path of ['/gift_requests', '/campaigns', '/one_links', '/events']) {
      const operation = operations.find((each) => each.method === 'GET' && each.path === path)
      assert.ok(operation)
      for (const query of ['?limit=1', '?limit=100&order=asc'])
        await sendAndCheck(operation.id, {
          ...validRequest(operation),
          path: `/api${path}${query}`,
        })
    }
  })

  it('returns each kind of gift request in each state', async () => {
    const direct = await create('/gift_requests', directGiftBody(testApp, { metadata: { a: 'b' } }))
    await testApp.advanceTime()
    const states = ['redeemed', 'in_transit', 'delivered']
    for (const to of states) {
      await create(`/test_helpers/gift_requests/${direct.id}/advance`, { to })
      for (const id of ['getGiftRequest', 'getGiftRequestHistory'])
        await sendAndCheck(id, {
          method: 'GET',
          path: pathFor(operationBy(id), direct.id),
          headers: defaultHeaders,
        })
    }
    const { data } = await get(`/api/gift_requests?campaign_id=${oneLink.campaign.id}&limit=1`)
    assert.equal(data[0].recipient.email, '', 'a placeholder')
    await sendAndCheck('getGiftRequest', {
      method: 'GET',
      path: `/api/gift_requests/${data[0].id}`,
      headers: defaultHeaders,
    })
    await sendAndCheck('listEvents', {
      method: 'GET',
      path: '/api/events?limit=100',
      headers: defaultHeaders,
    })
  })

  it('supports dry runs', async () => {
    const request = validRequest(operationBy('createGiftRequests'))
    await sendAndCheck('createGiftRequests', { ...request, path: `${request.path}?dry_run=true` })
  })
})

describe('every operation rejects', () => {
  /** Applies to each operation that documents the code. */
  const commonErrors: Partial<
    Record<ErrorCode, (operation: Operation, good: ValidRequest) => HttpRequestInput | undefined>
  > = {
    unsupported_api_version: (_, good) => ({
      ...good,
      headers: { ...good.headers, 'service-api-version': '1999-01' },
    }),
    unauthorized: (_, { headers: { authorization: _token, ...headers }, ...good }) => ({
      ...good,
      headers,
    }),
    not_found: (operation) => ({ ...validRequest(operation, crypto.randomUUID()) }),
    invalid_format: (_, good) => ({
      ...good,
      headers: { ...good.headers, 'idempotency-key': 'a b' },
    }),
    invalid_json: (_, good) => ({
      ...good,
      headers: { ...defaultHeaders, ...jsonContent },
      body: '{"a":',
    }),
    unsupported_media_type: (_, good) => ({
      ...good,
      headers: { ...defaultHeaders, 'content-type': 'text/csv' },
      body: 'a,b',
    }),
    payload_too_large: (_, good) => ({
      ...good,
      headers: { ...defaultHeaders, ...jsonContent },
      body: `"${'x'.repeat(1024 * 1024)}"`,
    }),
  }

  for (const operation of operations) {
    const declared =
      contract.operations.get(operation.id)?.codesByStatus ?? new Map<number, string[]>()
    const codes = new Set([...declared.values()].flat()) as Set<ErrorCode>
    for (const [code, invalidate] of Object.entries(commonErrors)) {
      if (!codes.has(code as ErrorCode)) continue
      it(`${operation.id}: ${code}`, async () => {
        const request = invalidate(operation, validRequest(operation))
        assert.ok(request)
        assert.deepEqual(await sendAndCheck(operation.id, request), [code])
      })
    }
    if (!acceptsIdempotencyKey(operation)) continue

    it(`${operation.id}: idempotency_key_reused`, async () => {
      const key = { 'idempotency-key': `reused-${operation.id}` }
      const good = validRequest(operation, takeSpareId(operation))
      const request = { ...good, headers: { ...good.headers, ...key } }
      await sendAndCheck(operation.id, request)
      const repeated = await sendRequest(origin, request)
      contract.check(operation.id, repeated)
      assert.equal(repeated.headers.get('idempotent-replayed'), 'true')
      const other = {
        ...request,
        body: `${request.body ?? '{}'} `,
        headers: { ...request.headers, ...jsonContent },
      }
      assert.deepEqual(await sendAndCheck(operation.id, other), ['idempotency_key_reused'])
    })

    it(`${operation.id}: idempotency_key_in_use`, async () => {
      const key = `in-use-${operation.id}`
      const good = validRequest(operation)
      const request = { ...good, headers: { ...good.headers, 'idempotency-key': key } }
      const codes = await testApp.run(async (ctx) => {
        await apiKeys.findReplay(ctx, key, Buffer.alloc(32))
        return sendAndCheck(operation.id, request)
      })
      assert.deepEqual(codes, ['idempotency_key_in_use'])
    })
  }
})

describe('each field and filter', () => {
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
  const rows: [id: string, code: ErrorCode, body: unknown, query?: string][] = [
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
    ['closeOneLink',       'unknown_parameter', { why: 'over' }],
    ['cancelGiftRequest',  'unknown_parameter', { why: 'over' }],
    ['advanceGiftRequest', 'required',          {}],
    ['advanceGiftRequest', 'unknown_parameter', { to: 'delivered', via: 'air' }],
    ['advanceGiftRequest', 'invalid',           { to: 'nowhere' }],
    ['advanceClock',       'required',          {}],
    ['advanceClock',       'unknown_parameter', { by: '1s', back: true }],
    ['advanceClock',       'invalid',           { by: '400d' }],
    ['advanceClock',       'invalid_format',    { by: 'a while' }],
    ...['listGiftRequests', 'listCampaigns', 'listOneLinks', 'listEvents'].flatMap((id): [string, ErrorCode, unknown, string][] => [
      [id,                 'invalid',           undefined, '?limit=0'],
      [id,                 'invalid_reference', undefined, `?after=${crypto.randomUUID()}`],
    ]),
  ]
  for (const operation of operations)
    it(`${operation.id}: rejects an unknown query parameter`, async () => {
      const good = validRequest(operation)
      good.path += '?colour=red'
      assert.deepEqual(await sendAndCheck(operation.id, good), ['unknown_parameter'])
    })
  for (const [id, code, body, query = ''] of rows) {
    it(`${id}: ${code}${query}`, async () => {
      const { method, path } = validRequest(operationBy(id))
      const headers = body === undefined ? defaultHeaders : { ...defaultHeaders, ...jsonContent }
      const sent = { method, path: `${path}${query}`, headers }
      const codes = await sendAndCheck(
        id,
        body === undefined ? sent : { ...sent, body: JSON.stringify(body) },
      )
      assert.ok(codes.includes(code), codes.join())
    })
  }

  it('an invalid state transition is rejected', async () => {
    const spare = takeSpareId(operationBy('cancelGiftRequest')) ?? ''
    await create(`/test_helpers/gift_requests/${spare}/advance`, { to: 'delivered' })
    for (const id of ['cancelGiftRequest', 'advanceGiftRequest']) {
      const body = id === 'cancelGiftRequest' ? '' : '{"to":"created"}'
      const path = pathFor(operationBy(id), spare)
      const headers = body === '' ? defaultHeaders : { ...defaultHeaders, ...jsonContent }
      assert.deepEqual(await sendAndCheck(id, { method: 'POST', path, headers, body }), [
        'invalid_transition',
      ])
    }
  })
})

describe('a service with a problem', () => {
  async function startService(db: Database, rateLimit: number): Promise<string> {
    const app = createServer(createLog({ level: 'silent' }))
    const authenticate = apiKeys.createAuthenticator(db, { stage: 'staging', region: 'us' })
    await app.register(api({ db, authenticate, rateLimit, name: 'Bestow API' }), { prefix: '/api' })
    return listen(app)
  }

  it('responds too_many_requests above the rate limit', async () => {
    const limited = await startService(testApp.db, 1)
    for (let n = 0; n < 3; n++)
      await sendRequest(limited, { method: 'GET', path: '/api/', headers: defaultHeaders })
    for (const operation of operations)
      assert.deepEqual(await sendAndCheck(operation.id, validRequest(operation), limited), [
        'too_many_requests',
      ])
  })

  it('responds unavailable without its database', async () => {
    const url = new URL(testApp.url)
    url.port = '1' // no server listens on this port
    const unreachableDb = openDatabase({
      clock: testApp.db.clock,
      deployment: testApp.deployment,
      maxConnections: 2,
      name: 'unreachable',
      url: url.href,
    })
    after(() => unreachableDb.pool.end())
    const service = await startService(unreachableDb, 0)
    for (const operation of operations)
      assert.deepEqual(await sendAndCheck(operation.id, validRequest(operation), service), [
        'unavailable',
      ])
  })

  it('responds internal_error without details after a bug', async () => {
    await testApp.db.pool.query('alter schema access rename to elsewhere')
    try {
      for (const operation of operations)
        assert.deepEqual(await sendAndCheck(operation.id, validRequest(operation)), [
          'internal_error',
        ])
    } finally {
      await testApp.db.pool.query('alter schema elsewhere rename to access')
    }
  })
})

describe('the tests of this file', () => {
  it('observed every documented status and code of every operation', () => {
    const missed = operations.flatMap(({ id }) => {
      const responses = contract.operations.get(id)?.codesByStatus ?? new Map<number, string[]>()
      return [...responses].flatMap(([status, codes]: [number, readonly string[]]) =>
        (codes.length > 0 ? codes : ['-'])
          .map((code) => `${id} ${status} ${code}`)
          .filter((key) => !contract.observedOutcomes.has(key)),
      )
    })
    assert.deepEqual(missed, [])
  })

  it('observed every error code except those of the admin API', () => {
    const observedCodes = new Set([...contract.observedOutcomes].map((key) => key.split(' ')[2]))
    const missed = Object.keys(errorCodes).filter((code) => !observedCodes.has(code))
    assert.deepEqual(missed.sort(), [...adminOnlyErrors].sort())
  })
})
