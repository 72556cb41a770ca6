import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { eventually, never } from '#test/eventually'
import { pluck } from '#test/pluck'
import { createMigratedDatabase } from '#test/throwaway-database'
import {
  allInState,
  type RunningEngine,
  startTestEngine,
  waitForDeliveries,
} from '#test/webhook-engine-fixture'
import { createWebhookHarness, type WebhookHarness } from '#test/webhook-harness'
import {
  type ReceivedRequest,
  type Respond,
  responders,
  startReceiver,
  startUnresponsiveServer,
} from '#test/webhook-receiver'
import * as webhooks from '../index.ts'

let harness: WebhookHarness
let engine: RunningEngine
const cleanups: (() => unknown)[] = []
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url, {
    notify: () => engine.notify(),
  })
  engine = startTestEngine(harness.db)
})
after(async () => {
  await engine.stop()
  for (const end of cleanups) await end()
  await harness.close()
})

async function receiver(respond: Respond = responders.status(200)) {
  const made = await startReceiver({ respond })
  cleanups.push(made.close)
  return made
}

const asAccount = <T>(fn: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(harness.db, harness.account_id, fn)

/** Creates an endpoint that receives only later events, as the only enabled endpoint. */
async function createOnlyEndpoint(url: string, input: Partial<webhooks.EndpointInput> = {}) {
  const others = await asAccount((ctx) => webhooks.listEndpoints(ctx))
  for (const { id } of others) await asAccount((ctx) => webhooks.deleteEndpoint(ctx, id))
  return harness.createEndpoint({ url, ...input })
}

it('posts the stored bytes with the documented headers', async () => {
  const target = await receiver()
  const { secret } = await createOnlyEndpoint(target.url)
  await harness.recordEvent() // the first event opens the connection
  await target.waitForRequests(1)
  const recordedAt = Math.floor(Date.now() / 1000)
  const event_id = await harness.recordEvent('gift_request_redeemed')
  const [, got] = await target.waitForRequests(2)
  assert.ok(got !== undefined)
  const stored = await asAccount((ctx) => webhooks.findEvent(ctx, event_id))
  assert.equal(got.body.toString(), stored?.body)
  const timestamp = Number(got.headers['service-webhook-dispatch-timestamp'])
  assert.ok(timestamp >= recordedAt && timestamp <= Date.now() / 1000)
  assert.deepEqual(webhookHeaders(got), {
    'Service-Webhook-Signature': webhooks.computeSignature(secret, timestamp, got.body),
    'Service-Webhook-Dispatch-Timestamp': String(timestamp),
    'Service-Webhook-Event-Id': event_id,
    'Service-Webhook-Event-Type': 'gift_request_redeemed',
    'Service-Webhook-API-Version': '2026-05',
    'Content-Type': 'application/json',
  })
  const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  assert.deepEqual(pluck(delivery?.attempts ?? [], 'number', 'status', 'error'), [[1, 200, null]])
})

it('starts on the notification of a commit, without waiting for its next poll', async () => {
  const target = await receiver()
  await createOnlyEndpoint(target.url)
  await engine.stop()
  engine = startTestEngine(harness.db, { pollIntervalMs: 60_000 })
  try {
    // the engine sends after its first comparison of the clocks
    await eventually(() => engine.state().is_sending)
    for (let n = 1; n <= 3; n++) {
      await harness.recordEvent()
      await target.waitForRequests(n)
    }
  } finally {
    await engine.stop()
    engine = startTestEngine(harness.db)
  }
})

it('sends the payload version of the endpoint, and the Standard Webhooks headers', async () => {
  const target = await receiver()
  const { secret } = await createOnlyEndpoint(target.url, {
    payload_version: '2025-10',
    standard_webhooks: true,
  })
  const event_id = await harness.recordEvent()
  const [got] = await target.waitForRequests(1)
  assert.equal(got?.headers['content-type'], 'application/vnd.api+json')
  assert.equal(got.headers['service-webhook-api-version'], '2025-10')
  assert.equal(JSON.parse(got.body.toString()).jsonapi.version, '1.0')
  assert.equal(got.headers['webhook-id'], event_id)
  assert.equal(got.headers['webhook-timestamp'], got.headers['service-webhook-dispatch-timestamp'])
  assert.equal(
    got.headers['webhook-signature'],
    webhooks.computeStandardSignature(
      secret,
      event_id,
      Number(got.headers['webhook-timestamp']),
      got.body,
    ),
  )
})

it('makes exactly five attempts with growing delays and the same bytes, and then abandons the delivery', async () => {
  const target = await receiver(responders.status(500))
  await createOnlyEndpoint(target.url)
  const event_id = await harness.recordEvent()
  const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('abandoned'))
  assert.equal(await countQueued(), 0, 'no attempt is left')
  assert.equal(target.requests.length, 5)
  assert.deepEqual(
    pluck(delivery?.attempts ?? [], 'number', 'status', 'error'),
    [1, 2, 3, 4, 5].map((n) => [n, 500, 'http_status']),
  )
  assert.equal(new Set(target.requests.map(({ body }) => body.toString('base64'))).size, 1)
  assert.equal(
    new Set(target.requests.map(({ headers }) => headers['service-webhook-event-id'])).size,
    1,
  )
  // A delay begins when the result of an attempt is stored, which is after the start of the attempt.
  const startTimes = delivery?.attempts.map(({ started_at }) => started_at?.getTime() ?? 0) ?? []
  const gaps = startTimes.slice(1).map((at, index) => at - (startTimes[index] ?? 0))
  for (const [index, minGap] of [16, 40, 96, 232].entries())
    assert.ok((gaps[index] ?? 0) >= minGap, `gap ${index + 2}: ${gaps[index]}`)
})

it('makes one attempt of a test event, and retries an event beside it', async () => {
  const target = await receiver(responders.status(500))
  const { endpoint } = await createOnlyEndpoint(target.url)
  const event_id = await harness.recordEvent()
  const id = await asAccount((ctx) =>
    webhooks.sendTestEvent(ctx, endpoint.id, 'gift_request_redeemed'),
  )
  const [event] = await waitForDeliveries(harness.db, { event_id }, allInState('abandoned'))
  assert.equal(event?.attempts.length, 5)
  const all = await waitForDeliveries(harness.db, { endpoint_id: endpoint.id }, (deliveries) =>
    deliveries.some((each) => each.id === id && each.state === 'abandoned'),
  )
  const test = all.find((each) => each.id === id)
  assert.deepEqual(pluck(test?.attempts ?? [], 'number', 'status'), [[1, 500]])
  assert.equal(await countQueued(), 0)
})

it('succeeds after failures, and does not follow redirects', async () => {
  const redirectTarget = await receiver()
  let n = 0
  const target = await receiver((got, response, socket) => {
    const responder = [
      responders.redirect(redirectTarget.url),
      responders.status(410),
      responders.reset(),
      responders.status(204),
    ][n++]
    return responder?.(got, response, socket)
  })
  await createOnlyEndpoint(target.url)
  const event_id = await harness.recordEvent()
  const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  assert.deepEqual(pluck(delivery?.attempts ?? [], 'status', 'error'), [
    [301, 'redirect'],
    [410, 'http_status'],
    [null, 'reset'],
    [204, null],
  ])
  assert.equal(redirectTarget.requests.length, 0)
})

it('does not let dead endpoints delay another endpoint', async () => {
  const hanging = await receiver(responders.hang())
  const unresponsive = await startUnresponsiveServer()
  cleanups.push(unresponsive.close)
  const healthy = await receiver()
  await createOnlyEndpoint(hanging.url)
  await harness.createEndpoint({ url: unresponsive.url })
  for (let n = 0; n < 60; n++) await harness.recordEvent()
  await hanging.waitForRequests(1)
  await harness.createEndpoint({ url: healthy.url })
  for (let n = 0; n < 20; n++) await harness.recordEvent()
  await healthy.waitForRequests(20)
  // The last of 160 deliveries to the dead endpoints needs at least 20 timeouts, one after the other.
  assert.ok(hanging.requests.length < 80, `${hanging.requests.length} attempts hang before it`)
  assert.ok(hanging.connections() <= 8)
  await waitForDeliveries(harness.db, { state: 'pending' }, () => engine.state().tripped.length > 0)
})

it('does not deliver events from the time while an endpoint was disabled, and resumes parked deliveries', async () => {
  const target = await receiver(responders.status(503))
  const { endpoint } = await createOnlyEndpoint(target.url)
  const before = await harness.recordEvent()
  await waitForDeliveries(
    harness.db,
    { event_id: before },
    ([one]) => (one?.attempts.length ?? 0) >= 2,
  )
  await asAccount((ctx) => webhooks.disableEndpoint(ctx, endpoint.id))
  const [parked] = await waitForDeliveries(harness.db, { event_id: before }, allInState('parked'))
  const attemptCount = parked?.attempts.length ?? 0
  await eventually(() => engine.state().in_flight === 0)
  const requests = target.requests.length
  const gap = await harness.recordEvent()
  await never(() => target.requests.length > requests, {
    forMs: 100, // five polls
    message: 'sends while the endpoint is disabled',
  })

  await asAccount((ctx) => webhooks.enableEndpoint(ctx, endpoint.id))
  engine.notify()
  const [ended] = await waitForDeliveries(harness.db, { event_id: before }, allInState('abandoned'))
  assert.equal(ended?.attempts.length, 5, 'earlier attempts count')
  assert.ok(attemptCount >= 2 && attemptCount < 5)
  assert.equal(target.requests.length, 5)
  assert.ok(!target.requests.some(({ headers }) => headers['service-webhook-event-id'] === gap))
})

it('abandons the deliveries of a deleted endpoint', async () => {
  const target = await receiver(responders.status(500))
  const { endpoint } = await createOnlyEndpoint(target.url)
  const event_id = await harness.recordEvent()
  await target.waitForRequests(1)
  await asAccount((ctx) => webhooks.deleteEndpoint(ctx, endpoint.id))
  await waitForDeliveries(harness.db, { event_id }, allInState('abandoned'))
  assert.equal(await countQueued(), 0, 'no attempt is left')
  assert.equal(await asAccount((ctx) => webhooks.findEndpoint(ctx, endpoint.id)), undefined)
})

it('signs with the new secret after a rotation, and also with the previous one during the overlap', async () => {
  const target = await receiver()
  const { endpoint, secret } = await createOnlyEndpoint(target.url, { standard_webhooks: true })
  const rotated = await asAccount((ctx) => webhooks.rotateSecret(ctx, endpoint.id))
  await harness.recordEvent()
  await target.waitForRequests(1)
  const secondRotation = await asAccount((ctx) =>
    webhooks.rotateSecret(ctx, endpoint.id, { overlap_seconds: 0 }),
  )
  await harness.recordEvent()
  const [first, second] = await target.waitForRequests(2)
  assert.ok(first && second && rotated && secondRotation)
  const at = (got: ReceivedRequest) => Number(got.headers['service-webhook-dispatch-timestamp'])
  assert.equal(
    first.headers['service-webhook-signature'],
    webhooks.computeSignature(rotated.secret, at(first), first.body),
  )
  assert.equal(
    first.headers['service-webhook-signature-previous'],
    webhooks.computeSignature(secret, at(first), first.body),
  )
  assert.equal(first.headers['webhook-signature']?.split(' ').length, 2)
  assert.equal(
    second.headers['service-webhook-signature'],
    webhooks.computeSignature(secondRotation.secret, at(second), second.body),
  )
  assert.equal(second.headers['service-webhook-signature-previous'], undefined)
})

it('resends a delivery with the same event and body, and recovers abandoned deliveries once', async () => {
  const target = await receiver(responders.status(500))
  const { endpoint } = await createOnlyEndpoint(target.url)
  const since = new Date(Date.now() - 1_000)
  const event_id = await harness.recordEvent()
  const [old] = await waitForDeliveries(harness.db, { event_id }, allInState('abandoned'))
  target.respond(responders.status(200))
  const id = await asAccount((ctx) => webhooks.resend(ctx, old?.id ?? ''))
  const deliveries = await waitForDeliveries(harness.db, { event_id }, (all) =>
    all.some(({ state }) => state === 'delivered'),
  )
  assert.deepEqual(pluck(deliveries, 'state', 'replay_of'), [
    ['delivered', old?.id],
    ['abandoned', null],
  ])
  assert.equal(deliveries[0]?.id, id)
  assert.deepEqual(target.requests.at(-1)?.body, target.requests[0]?.body)
  assert.equal(target.requests.at(-1)?.headers['service-webhook-event-id'], event_id)

  target.respond(responders.status(500))
  const lost = [await harness.recordEvent(), await harness.recordEvent()]
  for (const each of lost)
    await waitForDeliveries(harness.db, { event_id: each }, allInState('abandoned'))
  target.respond(responders.status(200))
  const recover = () => asAccount((ctx) => webhooks.recoverSince(ctx, endpoint.id, since))
  assert.equal(await recover(), 2, 'does not resend a delivery that was already resent')
  assert.equal(await recover(), 0)
  for (const each of lost)
    await waitForDeliveries(harness.db, { event_id: each }, (all) =>
      all.some(({ state }) => state === 'delivered'),
    )
  const health = await asAccount((ctx) => webhooks.getEndpointHealth(ctx, endpoint.id))
  assert.deepEqual(
    [health?.pending, health?.parked, health?.recent_delivered, health?.recent_abandoned],
    [0, 0, 3, 3],
  )
})

const webhookHeaders = (got: ReceivedRequest) =>
  Object.fromEntries(
    got.rawHeaders.filter(([name]) => /^(Service|Content-Type|webhook)/.test(name)),
  )

const countQueued = async () => {
  const [row] = await inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ n: number }>('select count(*) as n from webhooks.delivery_queue'),
  )
  return row?.n
}
