import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Type } from 'typebox'
import * as connections from '#connections'
import { inTransaction } from '#platform/postgres/database'
import { eventually } from '#test/eventually'
import { createMigratedDatabase } from '#test/throwaway-database'
import { allInState, startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import { createWebhookHarness, type WebhookHarness } from '#test/webhook-harness'
import { startReceiver } from '#test/webhook-receiver'
import * as webhooks from '../index.ts'

/* Endpoints that publish over a connection, with a broker of the test. */

let harness: WebhookHarness
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
})
after(() => harness.close())

const run = <T>(fn: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(harness.db, harness.account_id, fn)
const createGift = () => harness.recordEvent()

type Behaviour = (event: webhooks.CloudEvent) => Promise<void>

/** The broker: what it has received, and what it does with each event. */
const broker = {
  received: [] as webhooks.CloudEvent[],
  behave: (async () => {}) as Behaviour,
  opened: 0,
  closed: 0,
}

const toy = webhooks.defineDestination({
  kind: 'toy',
  title: { en: 'Toy' },
  about: { en: 'A broker of a test' },
  settings: { host: { schema: Type.String({ maxLength: 50 }), label: { en: 'Host' } } },
  addressOf: ({ host }) => `toy://${host}:1`,
  open() {
    broker.opened += 1
    return {
      async publish(event, timeoutMs) {
        assert.ok(Number.isSafeInteger(timeoutMs) && timeoutMs > 0, String(timeoutMs))
        await broker.behave(event)
        broker.received.push(event)
      },
      close() {
        broker.closed += 1
      },
    }
  },
  test: async () => ({ ok: true, tried: 'toy', answer: 'yes' }),
})
const registry = connections.createRegistry([toy])
let count = 0

/** Creates an endpoint with a connection of its own, and an engine that ends with the test. */
async function setUp(t: { after(run: () => Promise<void>): void }, limits: object = {}) {
  Object.assign(broker, { received: [], behave: async () => {}, opened: 0, closed: 0 })
  count += 1
  const name = `Toy ${count}`
  const connection = await run((ctx) =>
    connections.create(ctx, { kind: 'toy', name, settings: { host: `h${count}` } }, registry),
  )
  const owner = { account_id: harness.account_id, tier: 'enterprise' } as const
  const endpoint = await run((ctx) =>
    webhooks.endpointCommands.createPublishing(
      ctx,
      owner,
      { connection_id: connection.id, description: name },
      registry,
    ),
  )
  const engine = startTestEngine(harness.db, {}, { limits }, undefined, registry)
  t.after(async () => {
    await engine.stop()
    await run((ctx) => webhooks.endpointCommands.remove(ctx, endpoint.id))
  })
  const wait = (state: webhooks.DeliveryState) =>
    waitForDeliveries(harness.db, { endpoint_id: endpoint.id }, allInState(state))
  return { connection, endpoint, engine, wait }
}

it('publishes the stored body as a CloudEvent', async (t) => {
  const { endpoint, wait } = await setUp(t)
  await createGift()
  const [delivery] = await wait('delivered')
  const [event] = broker.received
  const { event_id } = delivery ?? assert.fail('there is no delivery')
  const { time, subject, ...attributes } = event?.attributes ?? assert.fail('nothing was published')
  assert.deepEqual(attributes, {
    specversion: '1.0',
    id: event_id,
    source: `${harness.db.deployment.origin}/accounts/${harness.account_id}`,
    type: 'gift_request_created',
    datacontenttype: 'application/json',
    payloadversion: '2026-05',
  })
  assert.ok(Math.abs(Date.now() - Date.parse(time)) < 60_000)
  assert.equal(subject, JSON.parse(String(event?.data)).id)
  const stored = await run((ctx) =>
    ctx.queryValue<Buffer>(
      'select body from webhooks.event_body where account_id = $1 and event_id = $2',
      [harness.account_id, event_id],
    ),
  )
  assert.deepEqual(event?.data, stored)
  assert.match(endpoint.url, /^toy:\/\/h\d+:1$/)
})

it('shares one publisher between the attempts of an endpoint', async (t) => {
  const { wait } = await setUp(t)
  await Promise.all(Array.from({ length: 10 }, createGift))
  await wait('delivered')
  assert.deepEqual([broker.received.length, broker.opened], [10, 1])
})

it('retries a refusal, and logs what the broker said', async (t) => {
  const { wait } = await setUp(t)
  let refusals = 2
  broker.behave = async () => {
    refusals -= 1
    if (refusals >= 0) throw new webhooks.PublishFailure('not_accepted', 'the queue is full')
  }
  await createGift()
  const [delivery] = await wait('delivered')
  assert.deepEqual(
    delivery?.attempts.map(({ error, detail }) => [error, detail]),
    [
      ['not_accepted', 'the queue is full'],
      ['not_accepted', 'the queue is full'],
      [null, null],
    ],
  )
})

it('abandons an event after five attempts, and resends it', async (t) => {
  const { wait, endpoint } = await setUp(t)
  broker.behave = () => Promise.reject(new webhooks.PublishFailure('not_routed', 'no queue'))
  await createGift()
  const [delivery] = await wait('abandoned')
  assert.equal(delivery?.attempts.length, 5)
  broker.behave = async () => {}
  const id = delivery?.id ?? ''
  await run((ctx) => webhooks.endpointCommands.resend(ctx, id))
  await eventually(() => broker.received.length === 1)
  assert.equal(broker.received[0]?.attributes.id, delivery?.event_id)
  await waitForDeliveries(harness.db, { endpoint_id: endpoint.id }, (all) =>
    all.some(({ state }) => state === 'delivered'),
  )
})

it('ends an attempt whose broker never confirms, and uses another connection', async (t) => {
  const { wait } = await setUp(t, { connectTimeoutMs: 100, responseTimeoutMs: 300 })
  let isSilent = true
  broker.behave = () => {
    if (!isSilent) return Promise.resolve()
    isSilent = false
    return new Promise(() => {})
  }
  await createGift()
  const [delivery] = await wait('delivered')
  assert.equal(delivery?.attempts[0]?.error, 'response_timeout')
  assert.deepEqual([broker.opened, broker.closed], [2, 1])
})

it('does not slow other endpoints while a broker is silent', async (t) => {
  const receiver = await startReceiver()
  t.after(receiver.close)
  await setUp(t, { connectTimeoutMs: 500, responseTimeoutMs: 500 })
  broker.behave = () => new Promise(() => {})
  const { endpoint } = await harness.createEndpoint({ url: receiver.url })
  t.after(() => run((ctx) => webhooks.endpointCommands.remove(ctx, endpoint.id)).then(() => {}))
  await Promise.all(Array.from({ length: 20 }, createGift))
  const found = await waitForDeliveries(
    harness.db,
    { endpoint_id: endpoint.id },
    (all) => all.length === 20 && all.every(({ state }) => state === 'delivered'),
  )
  assert.equal(found.length, 20)
})

it('takes changed settings of the connection at once', async (t) => {
  const { connection, endpoint, wait } = await setUp(t)
  await createGift()
  await wait('delivered')
  await run(async (ctx) => {
    const row = await connections.change(ctx, connection.id, { settings: { host: 'b' } }, registry)
    if (row !== undefined) webhooks.applyChangedConnection(ctx, row, registry)
  })
  await createGift()
  await wait('delivered')
  await eventually(() => broker.opened === 2 && broker.closed === 1)
  const changed = await run((ctx) => webhooks.findEndpoint(ctx, endpoint.id))
  assert.equal(changed?.url, 'toy://b:1')
})

it('fails with a reason while the connection is disabled, and continues afterwards', async (t) => {
  const { connection, wait } = await setUp(t)
  const enable = (enabled: boolean) =>
    run((ctx) => connections.change(ctx, connection.id, { enabled }, registry))
  await enable(false)
  await createGift()
  const [delivery] = await wait('abandoned')
  assert.ok(delivery?.attempts.every(({ error }) => error === 'connection_unusable'))
  await enable(true)
  await run((ctx) => webhooks.endpointCommands.resend(ctx, delivery?.id ?? ''))
  await eventually(() => broker.received.length === 1)
})

it('stores the health of the connection', async (t) => {
  const { connection } = await setUp(t)
  const find = async () => (await run(connections.list)).find(({ id }) => id === connection.id)
  broker.behave = () => Promise.reject(new Error('the disk is full'))
  await createGift()
  await eventually(async () => (await find())?.last_error === 'the disk is full')
  broker.behave = async () => {}
  await createGift()
  await eventually(async () => (await find())?.failing_since === null)
})
