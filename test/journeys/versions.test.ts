import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, it } from 'node:test'
import { type GiftRequestView, type Version, type Versions, versions } from '#contract'
import { aGift, createWorld, type World } from '#test/api-world'
import { startReceiver } from '#test/receiver'
import { runEngine } from '#test/webhook-engine'
import * as webhooks from '#webhooks'

/* What a version is to the service: one object of the registry, and nothing else knows its name. */

/** A version that exists here alone: it shouts, and reads back what it shouted. */
const loud: Version = {
  ...versions['2026-05'],
  contentType: 'application/loud+json',
  renderGiftRequest: (gift) => `{"GIFT":${versions['2026-05'].renderGiftRequest(gift)}}`,
  reparse(body): GiftRequestView {
    const inner = body.slice('{"GIFT":'.length, -1)
    const { reparse: recall } = versions['2026-05']
    if (recall === undefined) throw new Error('the newest version must be able to read back')
    return recall(inner)
  },
  acceptsContentType: (type) => type === 'application/loud+json',
  parseResource: (_type, body) => (body as { GIFT?: unknown }).GIFT,
}

const owner = ({ account }: World) => ({ account_id: account.id, tier: 'enterprise' }) as const

/** An endpoint, and what came to it by the time that this many requests did. */
async function subscribe(world: World, payload_version?: string) {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const { endpoint } = await world.run((ctx) =>
    webhooks.createEndpoint(
      ctx,
      owner(world),
      { url: receiver.url, ...(payload_version === undefined ? {} : { payload_version }) },
      { allowPrivate: true },
    ),
  )
  return { endpoint, receiver }
}

/** Delivers what is told meanwhile. */
async function delivering(world: World, act: () => Promise<void>): Promise<void> {
  const engine = runEngine(world.db)
  await act().finally(() => engine.stop())
}

it('takes a third version from one line of the registry', async () => {
  const world = await createWorld({ versions: { '2026-12': loud, ...versions } })
  const header = { 'service-api-version': '2026-12', 'content-type': 'application/loud+json' }
  const made = await world.api.post('/gift_requests', { GIFT: aGift(world) }, header)
  assert.equal(made.status, 201, made.text)
  assert.equal(made.headers['content-type'], 'application/loud+json')
  const { id } = made.json.GIFT
  const got = await world.api.get(`/gift_requests/${id}`, header)
  assert.equal(got.text, made.text)
  const flat = await world.api.get(`/gift_requests/${id}`)
  assert.equal(`{"GIFT":${flat.text}}`, made.text)

  const sent = { ...header, 'content-type': 'application/json' }
  assert.equal((await world.api.post('/gift_requests', {}, sent)).status, 415)
  const unknown = await world.api.get('/gift_requests', { 'service-api-version': '2027-01' })
  assert.match(unknown.json.errors[0].message, /2026-12, 2026-05, 2025-10/)
})

it('renders a third version for webhooks and the feed, beside those there are', async () => {
  const world = await createWorld({ versions: { '2026-12': loud, ...versions } })
  const newest = await subscribe(world)
  const oldest = await subscribe(world, '2025-10')
  assert.equal(newest.endpoint.payload_version, '2026-12')
  const { text, json } = await world.api.post('/gift_requests', aGift(world))
  await delivering(world, async () => {
    await Promise.all([newest.receiver.received(1), oldest.receiver.received(1)])
  })
  const [loudly] = newest.receiver.got
  assert.equal(loudly?.headers['service-webhook-api-version'], '2026-12')
  assert.equal(loudly?.headers['content-type'], 'application/loud+json')
  assert.equal(loudly?.body.toString(), `{"GIFT":${text}}`)
  const [old] = oldest.receiver.got
  const older = { 'service-api-version': '2025-10' }
  const shown = await world.api.get(`/gift_requests/${json.id}`, older)
  assert.equal(old?.body.toString(), shown.text)

  for (const [name, body] of [
    ['2026-12', { GIFT: json }],
    ['2026-05', json],
  ] as const) {
    const { json: feed } = await world.api.get('/events', { 'service-api-version': name })
    assert.deepEqual(feed.data[0].body, body, name)
  }
  const { json: feed } = await world.api.get('/events', older)
  assert.equal(JSON.stringify(feed.data[0].meta.body), shown.text)
})

it('shows events of before a version was there in that version', async () => {
  const before = await createWorld()
  const { json } = await before.api.post('/gift_requests', aGift(before))
  const now: Versions = { '2026-12': loud, ...versions }
  const { run } = before
  const work = await run(async (ctx) => {
    const newer = { ...ctx, deployment: { ...ctx.deployment, versions: now } }
    const { data } = await webhooks.listEvents(newer, {}, { limit: 1, order: 'desc' })
    return data
  })
  assert.equal(work[0]?.payload_version, '2026-05')
  assert.deepEqual(JSON.parse(work[0]?.body ?? ''), json)
})

const deprecated = new Date('2026-06-01T00:00:00Z')
const link = 'https://example.com/docs/versions'
const ageing = (sunset: Date): Versions => ({
  '2026-05': versions['2026-05'],
  '2025-10': { ...versions['2025-10'], deprecation: { deprecated, sunset, link } },
})
const older = { 'service-api-version': '2025-10' }

it('says on every answer that a version grows old, and on no other', async () => {
  const sunset = new Date(Date.now() + 86_400_000)
  const world = await createWorld({ versions: ageing(sunset) })
  const { id } = (await world.api.post('/gift_requests', aGift(world))).json
  const path = `/gift_requests/${id}`
  const { headers } = await world.api.get(path, older)
  const known = { ...older, 'if-none-match': String(headers.etag) }
  const answers = [
    await world.api.get(path, older),
    await world.api.get(path, known),
    await world.api.get('/nowhere', older),
    await world.api.post('/gift_requests', '{', older),
    await world.api.send('GET', path, older),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 304, 404, 415, 401],
  )
  for (const { headers, status } of answers) {
    assert.equal(headers.deprecation, `@${deprecated.getTime() / 1000}`, String(status))
    assert.equal(headers.sunset, sunset.toUTCString())
    assert.equal(
      headers.link,
      `<${link}>; rel="deprecation"; type="text/html", <${link}>; rel="sunset"; type="text/html"`,
    )
  }
  for (const { headers } of [await world.api.get(path), await world.api.get('/nowhere')])
    for (const name of ['deprecation', 'sunset', 'link']) assert.equal(headers[name], undefined)
})

it('answers a version to its last day, and tells its webhooks beyond', async () => {
  const sunset = new Date(Date.now() + 86_400_000)
  const world = await createWorld({ versions: ageing(sunset) })
  const { receiver } = await subscribe(world, '2025-10')
  assert.equal((await world.api.get('/gift_requests', older)).status, 200)
  await world.passTime(86_400_000)
  const refused = await world.api.get('/gift_requests', older)
  assert.equal(refused.status, 400)
  assert.equal(refused.json.errors[0].code, 'unsupported_api_version')
  assert.match(refused.json.errors[0].message, /one of: 2026-05\.$/)

  const { json } = await world.api.post('/gift_requests', aGift(world))
  await delivering(world, async () => {
    await receiver.received(1)
  })
  const [told] = receiver.got
  assert.equal(told?.headers['service-webhook-api-version'], '2025-10')
  assert.equal(told?.headers['content-type'], 'application/vnd.api+json')
  assert.equal(JSON.parse(told?.body.toString() ?? '').data.id, json.id)
  for (const name of ['deprecation', 'sunset', 'link'])
    assert.equal(told?.headers[name], undefined, name)
  await subscribe(world, '2025-10')
})

it('does not choose between two versions that one request names', async () => {
  const world = await createWorld()
  const { port, hostname } = new URL(await world.listen())
  for (const [one, two] of [
    ['2026-05', '2025-10'],
    ['2026-05', '2026-05'],
  ]) {
    const socket = connect({ port: Number(port), host: hostname })
    socket.end(
      [
        'GET /api/gift_requests HTTP/1.1',
        `Host: ${hostname}`,
        `Authorization: Bearer ${world.token}`,
        `Service-API-Version: ${one}`,
        `Service-API-Version: ${two}`,
        'Connection: close\r\n\r\n',
      ].join('\r\n'),
    )
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk
    })
    await once(socket, 'close')
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(answer, /"unsupported_api_version"/)
  }
})
