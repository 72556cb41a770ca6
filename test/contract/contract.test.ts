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
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import { type HttpRequestInput, listen, replaceExampleIds, sendRequest } from '#test/http-server'
import { loadContract } from '#test/openapi-contract'

/*
 * Drives every operation of the contract and every refusal that each of them names against a listening
 * instance, and holds each answer against the checked-in document. What was never seen fails at the end.
 */

const contract = loadContract('2026-05')
const testApp = await createTestApp()
const origin = await listen(testApp.app)
const defaultHeaders = {
  authorization: `Bearer ${testApp.token}`,
  'service-api-version': '2026-05',
}
const json = { 'content-type': 'application/json' }
const byId = new Map(operations.map((operation) => [operation.id, operation]))

const get = async (path: string) =>
  JSON.parse((await sendRequest(origin, { method: 'GET', path, headers: defaultHeaders })).text)
const make = async (path: string, body: object = {}) =>
  JSON.parse((await testApp.api.post(path, body)).text)

const gift = await make('/gift_requests', giftBody(testApp))
const link = await make('/one_links', { campaign_id: testApp.campaign('one_link').id, quantity: 2 })
const event = (await get('/api/events')).data[0]
const ids: Record<string, string> = {
  '/gift_requests/{id}': gift.id,
  '/campaigns/{id}': testApp.campaign('email').id,
  '/one_links/{id}': link.id,
  '/events/{id}': event.id,
}

/** The path of an operation, about something that is there. */
function pathOf({ path }: Operation, id?: string): string {
  const kind = Object.keys(ids).find((each) => path.includes(each)) ?? ''
  return `/api${path.replace('{id}', id ?? ids[kind] ?? '')}`
}

/** A request that goes well: the first example, or nothing. */
function validRequest(
  operation: Operation,
  id?: string,
): HttpRequestInput & { headers: Record<string, string> } {
  const { method, request } = operation
  const path = pathOf(operation, id)
  const [example] = Object.values(request?.examples ?? {})
  if (example === undefined) return { method, path, headers: defaultHeaders }
  const body = replaceExampleIds(testApp, JSON.stringify(example.value))
  return { method, path, headers: { ...defaultHeaders, ...json }, body }
}

async function sendAndCheck(id: string, request: HttpRequestInput, at = origin): Promise<string[]> {
  return contract.check(id, await sendRequest(at, request))
}

describe('the table of operations', () => {
  it('is the set of the routes', async () => {
    const routes: string[] = []
    const app = createServer(createLog({ level: 'silent' }))
    app.addHook('onRoute', ({ method, path, prefix }) => {
      if (method !== 'HEAD') routes.push(`${method} ${path.slice(prefix.length) || '/'}`)
    })
    const authenticate = apiKeys.createAuthenticator(testApp.db, { stage: 'staging', region: 'us' })
    await app.register(api({ db: testApp.db, authenticate, rateLimit: 0, name: '' }), {
      prefix: '/api',
    })
    await app.ready()
    const listed = operations.map(({ method, path }) => `${method} ${path.replace('{id}', ':id')}`)
    assert.deepEqual([...new Set(routes)].sort(), listed.sort())
  })

  it('says which operations production lacks', async () => {
    const real = await createTestApp({ stage: 'production' })
    for (const operation of operations) {
      const { status } = await real.api.send(operation.method, operation.path, {
        authorization: `Bearer ${real.token}`,
        'service-api-version': '2026-05',
      })
      const isThere = operation.path.includes('{id}') ? undefined : status !== 404
      if (isThere !== undefined)
        assert.equal(isThere, operation.isStagingOnly !== true, operation.id)
    }
  })
})

describe('every operation', () => {
  for (const operation of operations) {
    it(`answers: ${operation.id}`, async () => {
      const codes = await sendAndCheck(
        operation.id,
        validRequest(operation, takeSpareId(operation)),
      )
      assert.deepEqual(codes, [])
    })
  }

  for (const operation of operations) {
    for (const [name, { value }] of Object.entries(operation.request?.examples ?? {})) {
      it(`takes its example: ${operation.id} ${name}`, async () => {
        const sent = { ...validRequest(operation, takeSpareId(operation)) }
        sent.body = replaceExampleIds(testApp, JSON.stringify(value))
        assert.deepEqual(await sendAndCheck(operation.id, sent), [])
      })
    }
  }

  it('answers that nothing has changed', async () => {
    for (const operation of operations.filter(
      ({ method, path }) => method === 'GET' && path !== '/',
    )) {
      const { headers, ...sent } = validRequest(operation)
      const { status, headers: had } = await sendRequest(origin, { ...sent, headers })
      assert.equal(status, 200)
      const known = { ...headers, 'if-none-match': had.get('etag') ?? '' }
      const response = await sendRequest(origin, { ...sent, headers: known })
      assert.equal(response.status, 304, operation.id)
      contract.check(operation.id, response)
    }
  })

  it('answers lists that hold something, and the last page of them', async () => {
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

  it('answers each kind of gift request, at each step', async () => {
    const direct = await make('/gift_requests', directGiftBody(testApp, { metadata: { a: 'b' } }))
    await testApp.advanceTime()
    const states = ['redeemed', 'in_transit', 'delivered']
    for (const to of states) {
      await make(`/test_helpers/gift_requests/${direct.id}/advance`, { to })
      for (const id of ['getGiftRequest', 'getGiftRequestHistory'])
        await sendAndCheck(id, {
          method: 'GET',
          path: pathOf(operationBy(id), direct.id),
          headers: defaultHeaders,
        })
    }
    const { data } = await get(`/api/gift_requests?campaign_id=${link.campaign.id}&limit=1`)
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

  it('answers a dry run', async () => {
    const request = validRequest(operationBy('createGiftRequests'))
    await sendAndCheck('createGiftRequests', { ...request, path: `${request.path}?dry_run=true` })
  })
})

function operationBy(id: string): Operation {
  const operation = byId.get(id)
  assert.ok(operation, id)
  return operation
}

/** Some operations end what they are about; each time they get another. */
const spareIds: string[] = []
for (let n = 0; n < 40; n++) spareIds.push((await make('/gift_requests', giftBody(testApp))).id)
function takeSpareId({ path }: Operation): string | undefined {
  if (!path.includes('/gift_requests/{id}/')) return undefined
  const id = spareIds.pop()
  assert.ok(id, 'no gift request is left')
  return id
}

describe('every operation refuses', () => {
  /** The rows hold for each operation that names the code. */
  const everywhere: Partial<
    Record<
      ErrorCode,
      (operation: Operation, good: ReturnType<typeof validRequest>) => HttpRequestInput | undefined
    >
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
      headers: { ...defaultHeaders, ...json },
      body: '{"a":',
    }),
    unsupported_media_type: (_, good) => ({
      ...good,
      headers: { ...defaultHeaders, 'content-type': 'text/csv' },
      body: 'a,b',
    }),
    payload_too_large: (_, good) => ({
      ...good,
      headers: { ...defaultHeaders, ...json },
      body: `"${'x'.repeat(1024 * 1024)}"`,
    }),
  }

  for (const operation of operations) {
    const declared =
      contract.operations.get(operation.id)?.codesByStatus ?? new Map<number, string[]>()
    const codes = new Set([...declared.values()].flat()) as Set<ErrorCode>
    for (const [code, invalidate] of Object.entries(everywhere)) {
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
        headers: { ...request.headers, ...json },
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

  // biome-ignore format: read down the columns
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
      const headers = body === undefined ? defaultHeaders : { ...defaultHeaders, ...json }
      const sent = { method, path: `${path}${query}`, headers }
      const codes = await sendAndCheck(
        id,
        body === undefined ? sent : { ...sent, body: JSON.stringify(body) },
      )
      assert.ok(codes.includes(code), codes.join())
    })
  }

  it('moves that the states forbid', async () => {
    const spare = spareIds.pop() ?? ''
    await make(`/test_helpers/gift_requests/${spare}/advance`, { to: 'delivered' })
    for (const id of ['cancelGiftRequest', 'advanceGiftRequest']) {
      const body = id === 'cancelGiftRequest' ? '' : '{"to":"created"}'
      const path = pathOf(operationBy(id), spare)
      const headers = body === '' ? defaultHeaders : { ...defaultHeaders, ...json }
      assert.deepEqual(await sendAndCheck(id, { method: 'POST', path, headers, body }), [
        'invalid_transition',
      ])
    }
  })
})

describe('when the instance is not well', () => {
  async function another(db: Database, rateLimit: number): Promise<string> {
    const app = createServer(createLog({ level: 'silent' }))
    const authenticate = apiKeys.createAuthenticator(db, { stage: 'staging', region: 'us' })
    await app.register(api({ db, authenticate, rateLimit, name: 'Bestow API' }), { prefix: '/api' })
    return listen(app)
  }

  it('says that there were too many', async () => {
    const limited = await another(testApp.db, 1)
    for (let n = 0; n < 3; n++)
      await sendRequest(limited, { method: 'GET', path: '/api/', headers: defaultHeaders })
    for (const operation of operations)
      assert.deepEqual(await sendAndCheck(operation.id, validRequest(operation), limited), [
        'too_many_requests',
      ])
  })

  it('says that its database is away', async () => {
    const url = new URL(testApp.url)
    url.port = '1' // where nobody listens
    const away = openDatabase({ ...optionsOf(), url: url.href })
    after(() => away.pool.end())
    const lost = await another(away, 0)
    for (const operation of operations)
      assert.deepEqual(await sendAndCheck(operation.id, validRequest(operation), lost), [
        'unavailable',
      ])
  })

  it('says that something is broken, and not what', async () => {
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

  const optionsOf = () => ({
    clock: testApp.db.clock,
    deployment: testApp.deployment,
    maxConnections: 2,
    name: 'away',
  })
})

describe('at the end', () => {
  it('every answer and every code of every operation was seen', () => {
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

  it('every refusal of the table was seen, but those that belong to the admin area', () => {
    const observedCodes = new Set([...contract.observedOutcomes].map((key) => key.split(' ')[2]))
    const missed = Object.keys(errorCodes).filter((code) => !observedCodes.has(code))
    assert.deepEqual(missed.sort(), [...adminOnlyErrors].sort())
  })
})
