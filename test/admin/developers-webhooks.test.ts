import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { eventTypes, statusOfEvent } from '#contract'
import { createDeveloperTestApp } from '#test/developer-harness'
import { eventually } from '#test/eventually'
import { pluck } from '#test/pluck'
import { waitForDeliveries } from '#test/webhook-engine-fixture'
import { type ReceiverOptions, responders, startReceiver } from '#test/webhook-receiver'

const testApp = await createDeveloperTestApp()
const adminClient = await testApp.signIn(testApp.admin)

async function startReceiverFor(options: ReceiverOptions = {}) {
  const receiver = await startReceiver(options)
  after(() => receiver.close())
  return receiver
}

describe('webhook endpoints', () => {
  it('are validated; the audit log names them without the path and the secret', async () => {
    const check = async (url: string) => (await adminClient.post('/endpoints/check', { url })).json
    assert.equal((await check('hooks')).errors[0].param, 'url')
    assert.equal((await check('https://a:b@example.com')).errors.length, 1)
    assert.match((await check('http://example.com')).hints[0], /production/)
    assert.deepEqual(await check('https://example.com'), { errors: [], hints: [] })
    const invalid = await adminClient.post('/endpoints', { url: 'ftp://x' })
    assert.deepEqual([invalid.status, invalid.json.errors[0].param], [422, 'url'])
    const { json: created } = await adminClient.post('/endpoints', {
      url: 'https://example.com/a?key=hush',
    })
    await adminClient.patch(`/endpoints/${created.id}`, { description: 'Orders' })
    const { text, json: audit } = await adminClient.get(`/audit?subject_id=${created.id}`)
    assert.doesNotMatch(text, /svc-whsec/)
    assert.deepEqual(
      audit.data.map(({ subject }: { subject: { name: string } }) => subject.name),
      ['Orders', 'https://example.com'],
    )
  })

  it('receive signed test events of every type in their payload version', async () => {
    const receiver = await startReceiverFor()
    for (const payload_version of ['2026-05', '2025-10']) {
      const body = { url: receiver.url, events: ['gift_request_created'], payload_version }
      const { json: created } = await adminClient.post('/endpoints', body)
      for (const type of eventTypes) {
        const { status, json } = await adminClient.post(`/endpoints/${created.id}/test`, { type })
        assert.equal(status, 201)
        testApp.engine.notify()
        const received = (await receiver.waitForRequests(1))[0]
        receiver.requests.length = 0
        assert.ok(received !== undefined)
        const stamp = received.headers['service-webhook-dispatch-timestamp']
        const signature = createHmac('sha256', created.secret)
          .update(`${stamp}.`)
          .update(received.body)
        assert.equal(received.headers['service-webhook-signature'], signature.digest('hex'))
        assert.equal(received.headers['service-webhook-event-type'], type)
        const event = JSON.parse(received.body.toString())
        assert.equal(event.status ?? event.data.attributes.state, statusOfEvent[type])
        const delivery = await waitUntilSettled(json.id)
        assert.deepEqual([delivery.is_test, delivery.state], [true, 'delivered'])
        await assertSameRequest(delivery, received)
      }
      await adminClient.patch(`/endpoints/${created.id}`, { enabled: false })
      const rejected = await adminClient.post(`/endpoints/${created.id}/test`, {
        type: eventTypes[0],
      })
      assert.equal(rejected.status, 409)
      await adminClient.delete(`/endpoints/${created.id}`)
    }
    assert.deepEqual((await adminClient.get('/events')).json.data, [], 'test events are not listed')
  })
})

/** Returns the date this many days from today, in UTC. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

// biome-ignore lint/suspicious/noExplicitAny: assertions check the shape
async function waitUntilSettled(id: string): Promise<any> {
  return eventually(
    async () => {
      const { json } = await adminClient.get(`/deliveries/${id}`)
      return json.state === 'pending' ? undefined : json
    },
    { message: `delivery ${id} is settled` },
  )
}

/** Asserts that the recorded request equals the received request in all headers and bytes. */
async function assertSameRequest(
  { request }: { request: Record<string, unknown> & { headers: [string, string][] } },
  received: { body: Buffer; rawHeaders: [string, string][] },
) {
  const toLines = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort()
  assert.deepEqual(toLines(request.headers), toLines(received.rawHeaders))
  assert.equal(request.body, received.body.toString())
  assert.equal(request.bytes, received.body.length)
  assert.equal(request.sha256, createHash('sha256').update(received.body).digest('hex'))
  assert.equal(request.is_exact, true)
}

describe('deliveries', () => {
  it('are filtered by outcome, list their attempts, and are resent', async () => {
    const receiver = await startReceiverFor({ respond: responders.status(503) })
    const { json: created } = await adminClient.post('/endpoints', {
      url: receiver.url,
      description: 'CRM',
    })
    const since = new Date(Date.now() - 1_000).toISOString()
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const gift = await testApp.createGift()
    testApp.engine.notify()
    await waitForDeliveries(
      testApp.db,
      { endpoint_id: created.id },
      ([only]) => only?.state === 'abandoned',
    )
    const list = async (query: string) =>
      (await adminClient.get(`/deliveries?endpoint_id=${created.id}&${query}`)).json.data
    const [row] = await list('')
    assert.equal(row.reference, gift.reference)
    assert.equal(row.endpoint_description, 'CRM')
    assert.deepEqual(
      row.attempts.map(({ number, status }: { number: number; status: number }) => [
        number,
        status,
      ]),
      [1, 2, 3, 4, 5].map((n) => [n, 503]),
    )
    // biome-ignore format: grouped by filter
    const filters: [query: string, count: number][] = [
      [`created_from=${day(0)}&created_until=${day(1)}`, 1], [`created_from=${day(1)}`, 0], [`created_until=${day(-1)}`, 0],
      ['state=abandoned', 1], ['state=delivered', 0], ['state=pending', 0], ['state=parked', 0],
      ['response_status=5xx', 1], ['response_status=4xx', 0], ['response_status=2xx', 0], ['response_status=none', 0],
      [`gift=${gift.reference.toLowerCase()}`, 1], [`gift=${gift.id}`, 1], ['gift=GR-UNKNOWN', 0],
      ['event_type=gift_request_created', 1], ['event_type=gift_request_delivered', 0],
      [`attempted_from=${since}`, 1], [`attempted_until=${since}`, 0], [`attempted_from=${since}&attempt_outcome=failed`, 1],
      [`attempted_from=${later}`, 0], [`attempted_from=${since}&attempted_until=${later}`, 1],
      ['attempt_outcome=failed', 1], ['attempt_outcome=arrived', 0], [`attempted_from=${since}&attempt_outcome=arrived`, 0],
      ['is_test=true', 0], ['is_test=false', 1], [`event_id=${row.event_id}`, 1],
      ['state=abandoned&response_status=5xx&event_type=gift_request_created', 1],
    ]
    for (const [query, count] of filters) assert.equal((await list(query)).length, count, query)
    assert.equal((await adminClient.get('/deliveries?state=lost')).status, 400)

    const { json: endpoint } = await adminClient.get(`/endpoints/${created.id}`)
    assert.deepEqual([endpoint.day.attempts, endpoint.day.failed, endpoint.day.events], [5, 5, 1])
    assert.equal(endpoint.day.half_hours.length, 48)
    assert.equal(endpoint.day.half_hours.at(-1).failed + endpoint.day.half_hours.at(-2).failed, 5)
    assert.deepEqual([endpoint.day.causes[0].status, endpoint.day.causes[0].count], [503, 5])

    const recoverable = async () =>
      (await adminClient.get(`/endpoints/${created.id}/recoverable?since=${since}`)).json.count
    assert.equal(await recoverable(), 1)
    receiver.respond(responders.status(200))
    const { json: recovered } = await adminClient.post(`/endpoints/${created.id}/recover`, {
      since,
    })
    assert.deepEqual(recovered, { resent: 1, remaining: 0 })
    testApp.engine.notify()
    await waitForDeliveries(
      testApp.db,
      { endpoint_id: created.id },
      ([last]) => last?.state === 'delivered',
    )
    assert.equal(await recoverable(), 0)
    const arrived = await list(`attempted_from=${since}&attempt_outcome=arrived`)
    assert.deepEqual(pluck(arrived, 'state'), ['delivered'])

    const unknown = crypto.randomUUID()
    assert.equal((await adminClient.post(`/deliveries/${unknown}/resend`)).status, 404)
    const { json: resent } = await adminClient.post(`/deliveries/${row.id}/resend`)
    testApp.engine.notify()
    const replay = await waitUntilSettled(resent.id)
    assert.deepEqual([replay.event_id, replay.replay_of], [row.event_id, row.id])
    assert.equal((await adminClient.get(`/deliveries/${row.id}`)).json.replays.length, 2)

    const eve = await testApp.signIn(
      await testApp.createUser('admin', (await testApp.createAccount('Stranger')).id),
    )
    assert.equal((await eve.get(`/deliveries/${row.id}`)).status, 404)

    await adminClient.patch(`/endpoints/${created.id}`, { enabled: false })
    const { json: last } = await adminClient.get(`/deliveries/${row.id}`)
    assert.equal(last.request.is_exact, false)
    await adminClient.delete(`/endpoints/${created.id}`)
    assert.equal((await adminClient.get(`/deliveries/${row.id}`)).json.request, null)
  })

  it('are listed while pending, and parked when their endpoint is disabled', async () => {
    const { json: created } = await adminClient.post('/endpoints', {
      url: 'https://nowhere.invalid/hook',
    })
    await testApp.engine.stop()
    const { json: first } = await adminClient.post(`/endpoints/${created.id}/test`, {
      type: eventTypes[0],
    })
    const { json: second } = await adminClient.post(`/endpoints/${created.id}/test`, {
      type: eventTypes[0],
    })
    const ids = async (query: string) =>
      pluck((await adminClient.get(`/deliveries?${query}`)).json.data, 'id')
    assert.deepEqual(await ids('state=pending'), [second.id, first.id])
    assert.deepEqual(await ids('state=pending&limit=1'), [second.id])
    assert.deepEqual(await ids(`state=pending&after=${second.id}`), [first.id])
    assert.deepEqual(await ids('state=pending&is_test=true&limit=1'), [second.id])
    assert.deepEqual(await ids('state=pending&is_test=false'), [])
    assert.deepEqual(await ids('state=pending&event_type=gift_request_delivered'), [])
    await adminClient.patch(`/endpoints/${created.id}`, { enabled: false })
    assert.deepEqual(await ids('state=pending'), [])
    assert.deepEqual(await ids(`state=parked&endpoint_id=${created.id}`), [second.id, first.id])
    const { json } = await adminClient.get('/endpoints')
    const listed = json.data.find(({ id }: { id: string }) => id === created.id)
    assert.deepEqual([listed.enabled, listed.health.parked], [false, 2])
  })

  it('have a signing error while the signing secret cannot be decrypted', async () => {
    const { json: created } = await adminClient.post('/endpoints', {
      url: 'https://nowhere.invalid/hook',
    })
    await testApp.engine.stop()
    const { json: test } = await adminClient.post(`/endpoints/${created.id}/test`, {
      type: eventTypes[0],
    })
    const error = 'the stored secret is damaged: restore its row, or rotate the secret'
    await testApp.run((ctx) =>
      ctx.query('update webhooks.endpoint set signing_error = $2 where id = $1', [
        created.id,
        error,
      ]),
    )
    await testApp.run((ctx) =>
      ctx.query('update webhooks.delivery_queue set state = 4 where endpoint_id = $1', [
        created.id,
      ]),
    )
    assert.equal((await adminClient.get(`/endpoints/${created.id}`)).json.signing_error, error)
    const { json: list } = await adminClient.get('/endpoints')
    const listed = list.data.find(({ id }: { id: string }) => id === created.id)
    assert.equal(listed.signing_error, error)
    const reason = async () => {
      const { state, signing_error } = (await adminClient.get(`/deliveries/${test.id}`)).json
      return [state, signing_error]
    }
    assert.deepEqual(await reason(), ['parked', error])
    await adminClient.patch(`/endpoints/${created.id}`, { enabled: false })
    assert.deepEqual(await reason(), ['parked', null])
  })
})

describe('the event catalogue', () => {
  it('has every event in every version, also as a download', async () => {
    const { json } = await adminClient.get('/event-catalogue')
    assert.deepEqual(pluck(json.data, 'id'), eventTypes)
    for (const { id, bodies } of json.data)
      for (const { version, content_type, body } of bodies) {
        const file = await adminClient.get(`/event-catalogue/${id}/${version}`)
        assert.equal(file.headers.get('content-type'), content_type)
        assert.match(file.headers.get('content-disposition') ?? '', /attachment/)
        assert.equal(Object.keys(JSON.parse(body)).length > 2, true)
      }
    assert.equal((await adminClient.get('/event-catalogue/weather/2026-05')).status, 404)
  })

  it('is open to every tier', async () => {
    const other = await testApp.createAccount('Small', 'on_demand')
    const bob = await testApp.signIn(await testApp.createUser('admin', other.id))
    assert.equal((await bob.get('/event-catalogue')).status, 200)
  })

  it('is followed by the emitted events of a gift', async () => {
    const gift = await testApp.createGift()
    const { json } = await adminClient.get(`/events?gift_request_id=${gift.id}`)
    assert.equal(json.data[0].reference, gift.reference)
    const { json: event } = await adminClient.get(`/events/${json.data[0].id}`)
    assert.equal(JSON.parse(event.bodies[0].body).reference, gift.reference)
  })
})

describe('staging tools', () => {
  it('let a sender simulate a gift and advance the clock', async () => {
    const bob = await testApp.signIn(testApp.sender)
    const { json: created } = await bob.post('/staging/samples', { count: 2 })
    assert.equal(created.data.length, 2)
    const [{ id }] = created.data
    const advance = (to: string) => bob.post(`/test_helpers/gift_requests/${id}/advance`, { to })
    const read = async () => (await bob.get(`/staging/gift-requests/${id}`)).json
    assert.equal((await advance('in_transit')).json.status, 'dispatched')
    const gift = await read()
    assert.ok(gift.next.includes('delivered') && gift.reachable.includes('complete'))
    assert.equal(gift.parcels[0].state, 'in_transit')
    assert.equal((await advance('created')).status, 409)
    const scanned = await bob.post(`/staging/parcels/${gift.parcels[0].id}/scan`, {
      state: 'delivered',
    })
    assert.equal(scanned.status, 204)
    assert.equal((await read()).parcels[0].state, 'delivered')
    assert.equal((await bob.get('/staging/gift-requests/no-id')).status, 404)
    const { json: page } = await bob.get('/staging')
    const before = new Date(page.now).getTime()
    assert.equal((await bob.post('/test_helpers/clock/advance', { by: 'soon' })).status, 422)
    const { json: clock } = await bob.post('/test_helpers/clock/advance', { by: '3d' })
    assert.ok(new Date(clock.now).getTime() - before >= 3 * 86_400_000)
  })
})
