import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, it } from 'node:test'
import { type GiftRequestView, type Version, type Versions, versions } from '#contract'
import { createTestApp, giftBody, type TestApp } from '#test/api-harness'
import { pluck } from '#test/pluck'
import { startTestEngine } from '#test/webhook-engine-fixture'
import { startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'

/* The tests of versions. A version is one object of the registry, and no other code depends on its name. */

/**
 * A version that exists only in this test. It wraps the JSON of a gift request, and parses
 * the JSON that it has rendered.
 */
const wrappingVersion: Version = {
  ...versions['2026-05'],
  contentType: 'application/wrapped+json',
  renderGiftRequest: (gift) => `{"GIFT":${versions['2026-05'].renderGiftRequest(gift)}}`,
  reparse(body): GiftRequestView {
    const inner = body.slice('{"GIFT":'.length, -1)
    const { reparse } = versions['2026-05']
    if (reparse === undefined)
      throw new Error('the newest version must be able to parse its own output')
    return reparse(inner)
  },
  acceptsContentType: (type) => type === 'application/wrapped+json',
  parseResource: (_type, body) => (body as { GIFT?: unknown }).GIFT,
}

const owner = ({ account }: TestApp) => ({ account_id: account.id, tier: 'enterprise' }) as const

/** Creates an endpoint and its receiver. */
async function subscribe(testApp: TestApp, payload_version?: string) {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const { endpoint } = await testApp.run((ctx) =>
    webhooks.createEndpoint(
      ctx,
      owner(testApp),
      { url: receiver.url, ...(payload_version === undefined ? {} : { payload_version }) },
      { allowPrivate: true },
    ),
  )
  return { endpoint, receiver }
}

/** Runs the webhook engine while an action runs. */
async function withEngine(testApp: TestApp, action: () => Promise<void>): Promise<void> {
  const engine = startTestEngine(testApp.db)
  await action().finally(() => engine.stop())
}

it('serves a third version that is registered in one line', async () => {
  const testApp = await createTestApp({ versions: { '2026-12': wrappingVersion, ...versions } })
  const header = {
    'service-api-version': '2026-12',
    'content-type': 'application/wrapped+json',
  }
  const created = await testApp.api.post('/gift_requests', { GIFT: giftBody(testApp) }, header)
  assert.equal(created.status, 201, created.text)
  assert.equal(created.headers['content-type'], 'application/wrapped+json')
  const { id } = created.json.GIFT
  const fetched = await testApp.api.get(`/gift_requests/${id}`, header)
  assert.equal(fetched.text, created.text)
  const flat = await testApp.api.get(`/gift_requests/${id}`)
  assert.equal(`{"GIFT":${flat.text}}`, created.text)

  const sent = { ...header, 'content-type': 'application/json' }
  assert.equal((await testApp.api.post('/gift_requests', {}, sent)).status, 415)
  const unknown = await testApp.api.get('/gift_requests', { 'service-api-version': '2027-01' })
  assert.match(unknown.json.errors[0].message, /2026-12, 2026-05, 2025-10/)
})

it('renders a third version for webhooks and the feed', async () => {
  const testApp = await createTestApp({ versions: { '2026-12': wrappingVersion, ...versions } })
  const newest = await subscribe(testApp)
  const oldest = await subscribe(testApp, '2025-10')
  assert.equal(newest.endpoint.payload_version, '2026-12')
  const { text, json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  await withEngine(testApp, async () => {
    await Promise.all([newest.receiver.waitForRequests(1), oldest.receiver.waitForRequests(1)])
  })
  const [newestRequest] = newest.receiver.requests
  assert.equal(newestRequest?.headers['service-webhook-api-version'], '2026-12')
  assert.equal(newestRequest?.headers['content-type'], 'application/wrapped+json')
  assert.equal(newestRequest?.body.toString(), `{"GIFT":${text}}`)
  const [oldestRequest] = oldest.receiver.requests
  const older = { 'service-api-version': '2025-10' }
  const shown = await testApp.api.get(`/gift_requests/${json.id}`, older)
  assert.equal(oldestRequest?.body.toString(), shown.text)

  for (const [name, body] of [
    ['2026-12', { GIFT: json }],
    ['2026-05', json],
  ] as const) {
    const { json: feed } = await testApp.api.get('/events', { 'service-api-version': name })
    assert.deepEqual(feed.data[0].body, body, name)
  }
  const { json: feed } = await testApp.api.get('/events', older)
  assert.equal(JSON.stringify(feed.data[0].meta.body), shown.text)
})

it('shows events from before a version existed in that version', async () => {
  const before = await createTestApp()
  const { json } = await before.api.post('/gift_requests', giftBody(before))
  const now: Versions = { '2026-12': wrappingVersion, ...versions }
  const { run } = before
  const listed = await run(async (ctx) => {
    const newer = { ...ctx, deployment: { ...ctx.deployment, versions: now } }
    const { data } = await webhooks.listEvents(newer, {}, { limit: 1, order: 'desc' })
    return data
  })
  assert.equal(listed[0]?.payload_version, '2026-05')
  assert.deepEqual(JSON.parse(listed[0]?.body ?? ''), json)
})

const deprecated = new Date('2026-06-01T00:00:00Z')
const link = 'https://example.com/docs/versions'
const withDeprecated = (sunset: Date): Versions => ({
  '2026-05': versions['2026-05'],
  '2025-10': { ...versions['2025-10'], deprecation: { deprecated, sunset, link } },
})
const older = { 'service-api-version': '2025-10' }

it('sends deprecation headers on every response of a deprecated version only', async () => {
  const sunset = new Date(Date.now() + 86_400_000)
  const testApp = await createTestApp({ versions: withDeprecated(sunset) })
  const { id } = (await testApp.api.post('/gift_requests', giftBody(testApp))).json
  const path = `/gift_requests/${id}`
  const { headers } = await testApp.api.get(path, older)
  const known = { ...older, 'if-none-match': String(headers.etag) }
  const responses = [
    await testApp.api.get(path, older),
    await testApp.api.get(path, known),
    await testApp.api.get('/nowhere', older),
    await testApp.api.post('/gift_requests', '{', older),
    await testApp.api.send('GET', path, older),
  ]
  assert.deepEqual(pluck(responses, 'status'), [200, 304, 404, 415, 401])
  for (const { headers, status } of responses) {
    assert.equal(headers.deprecation, `@${deprecated.getTime() / 1000}`, String(status))
    assert.equal(headers.sunset, sunset.toUTCString())
    assert.equal(
      headers.link,
      `<${link}>; rel="deprecation"; type="text/html", <${link}>; rel="sunset"; type="text/html"`,
    )
  }
  for (const { headers } of [await testApp.api.get(path), await testApp.api.get('/nowhere')])
    for (const name of ['deprecation', 'sunset', 'link']) assert.equal(headers[name], undefined)
})

it('serves a version until its sunset, and sends its webhooks after that', async () => {
  const sunset = new Date(Date.now() + 86_400_000)
  const testApp = await createTestApp({ versions: withDeprecated(sunset) })
  const { receiver } = await subscribe(testApp, '2025-10')
  assert.equal((await testApp.api.get('/gift_requests', older)).status, 200)
  await testApp.advanceTime(86_400_000)
  const rejected = await testApp.api.get('/gift_requests', older)
  assert.equal(rejected.status, 400)
  assert.equal(rejected.json.errors[0].code, 'unsupported_api_version')
  assert.match(rejected.json.errors[0].message, /one of: 2026-05\.$/)

  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  await withEngine(testApp, async () => {
    await receiver.waitForRequests(1)
  })
  const [request] = receiver.requests
  assert.equal(request?.headers['service-webhook-api-version'], '2025-10')
  assert.equal(request?.headers['content-type'], 'application/vnd.api+json')
  assert.equal(JSON.parse(request?.body.toString() ?? '').data.id, json.id)
  for (const name of ['deprecation', 'sunset', 'link'])
    assert.equal(request?.headers[name], undefined, name)
  await subscribe(testApp, '2025-10')
})

it('rejects two version headers in one request', async () => {
  const testApp = await createTestApp()
  const { port, hostname } = new URL(await testApp.listen())
  for (const [one, two] of [
    ['2026-05', '2025-10'],
    ['2026-05', '2026-05'],
  ]) {
    const socket = connect({ port: Number(port), host: hostname })
    socket.end(
      [
        'GET /api/gift_requests HTTP/1.1',
        `Host: ${hostname}`,
        `Authorization: Bearer ${testApp.token}`,
        `Service-API-Version: ${one}`,
        `Service-API-Version: ${two}`,
        'Connection: close\r\n\r\n',
      ].join('\r\n'),
    )
    let response = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      response += chunk
    })
    await once(socket, 'close')
    assert.match(response, /^HTTP\/1\.1 400 /)
    assert.match(response, /"unsupported_api_version"/)
  }
})
