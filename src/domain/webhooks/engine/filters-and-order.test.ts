import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { EventType } from '#contract'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { eventually } from '#test/eventually'
import { createMigratedDatabase } from '#test/throwaway-database'
import { allInState, startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import { createWebhookHarness, eventInput, type WebhookHarness } from '#test/webhook-harness'
import {
  type ReceivedRequest,
  type Respond,
  responders,
  startReceiver,
} from '#test/webhook-receiver'
import * as webhooks from '../index.ts'
import { settle } from './settle.ts'

/* Filters of endpoints, and the order of the events of a gift request. */

let harness: WebhookHarness
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
})
after(() => harness.close())

const life: EventType[] = [
  'gift_request_created',
  'gift_request_redeemed',
  'gift_request_dispatched',
  'gift_request_delivered',
]

const run = <T>(fn: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(harness.db, harness.account_id, fn)

/** Records the events of one gift request, each in a transaction of its own. Returns their ids. */
async function recordLife(types = life): Promise<string[]> {
  const input = eventInput(harness.account_id)
  const ids: string[] = []
  for (const type of types)
    ids.push(await run(async (ctx) => webhooks.record(ctx, { ...input, type })))
  return ids
}

/** Creates an endpoint of the receiver that is deleted with the test. */
async function setUp(
  t: { after(run: () => Promise<unknown>): void },
  settings: Partial<webhooks.EndpointInput>,
  respond: Respond = responders.status(200),
) {
  const receiver = await startReceiver({ respond })
  const { endpoint } = await harness.createEndpoint({ url: receiver.url, ...settings })
  t.after(async () => {
    await run((ctx) => webhooks.deleteEndpoint(ctx, endpoint.id))
    await receiver.close()
  })
  const wait = (state: webhooks.DeliveryState) =>
    waitForDeliveries(harness.db, { endpoint_id: endpoint.id }, allInState(state))
  return { receiver, endpoint, wait }
}

const startEngine = (t: { after(run: () => Promise<void>): void }) => {
  const engine = startTestEngine(harness.db)
  t.after(engine.stop)
  return engine
}

const idOf = ({ headers }: ReceivedRequest) => String(headers['service-webhook-event-id'])

it('sends only events that match the filter, and logs the others without an attempt', async (t) => {
  const { receiver, endpoint } = await setUp(t, {
    filter: 'event.type == "gift_request_delivered" && body.recipient.first_name == "Zoë"',
  })
  const engine = startEngine(t)
  const ids = await recordLife()
  const deliveries = await waitForDeliveries(
    harness.db,
    { endpoint_id: endpoint.id },
    (all) => all.length === 4 && all.every(({ state }) => state !== 'pending'),
  )
  assert.deepEqual(
    deliveries
      .map(({ event_type, state, attempts }) => [event_type, state, attempts.length])
      .reverse(),
    [
      ['gift_request_created', 'filtered', 0],
      ['gift_request_redeemed', 'filtered', 0],
      ['gift_request_dispatched', 'filtered', 0],
      ['gift_request_delivered', 'delivered', 1],
    ],
  )
  assert.deepEqual(receiver.requests.map(idOf), [ids[3]])
  assert.equal(engine.state().filtered, 3)
  const filtered = await run((ctx) =>
    webhooks.listDeliveries(ctx, { endpoint_id: endpoint.id, state: 'filtered', limit: 10 }),
  )
  assert.equal(filtered.length, 3)
  const health = await run((ctx) => webhooks.getEndpointHealth(ctx, endpoint.id))
  assert.deepEqual([health?.recent_delivered, health?.recent_abandoned], [1, 0])
  assert.deepEqual(engine.errors, [])
})

it('sends an event whose filter fails, and a test event that the filter would leave out', async (t) => {
  const { receiver, endpoint, wait } = await setUp(t, { filter: 'body.no_member.at_all == 1' })
  startEngine(t)
  await recordLife(['gift_request_created'])
  await wait('delivered')
  await run((ctx) =>
    webhooks.updateEndpoint(ctx, endpoint.id, { filter: 'false' }, { allowPrivate: true }),
  )
  const [id] = await recordLife(['gift_request_created'])
  await waitForDeliveries(harness.db, { event_id: id ?? '' }, allInState('filtered'))
  await run((ctx) => webhooks.sendTestEvent(ctx, endpoint.id, 'gift_request_created'))
  await eventually(async () => receiver.requests.length === 2, { timeoutMs: 60_000 })
})

it('resends a delivery that was left out, when the filter has changed', async (t) => {
  const { receiver, endpoint, wait } = await setUp(t, { filter: 'false' })
  startEngine(t)
  await recordLife(['gift_request_created'])
  const [delivery] = await wait('filtered')
  await run((ctx) =>
    webhooks.updateEndpoint(ctx, endpoint.id, { filter: null }, { allowPrivate: true }),
  )
  await run((ctx) => webhooks.resend(ctx, delivery?.id ?? ''))
  await eventually(async () => receiver.requests.length === 1, { timeoutMs: 60_000 })
})

it('reserves the rate only for events that match', async (t) => {
  const { receiver, wait } = await setUp(t, {
    filter: 'event.type == "gift_request_delivered"',
    max_per_second: 1,
  })
  startEngine(t)
  for (let n = 0; n < 30; n++) await recordLife(['gift_request_created'])
  const startedAt = performance.now()
  await wait('filtered')
  assert.ok(performance.now() - startedAt < 15_000) // 30 seconds if each reserved its second
  assert.equal(receiver.requests.length, 0)
})

it('sends the events of a gift in order although some fail, and other gifts meanwhile', async (t) => {
  const failedOnce = new Set<string>()
  const accepted: string[] = []
  const { wait } = await setUp(t, { ordered: true }, (request, response) => {
    const id = idOf(request)
    const fails = !failedOnce.has(id) && request.number % 3 === 0
    if (fails) failedOnce.add(id)
    else accepted.push(id)
    response.writeHead(fails ? 503 : 200).end()
  })
  const engines = [startEngine(t), startEngine(t)]
  const gifts = await Promise.all(Array.from({ length: 25 }, () => recordLife()))
  await wait('delivered')
  for (const ids of gifts) {
    const positions = ids.map((id) => accepted.indexOf(id))
    assert.ok(positions.every((each) => each >= 0))
    assert.deepEqual(
      positions,
      positions.toSorted((one, other) => one - other),
    )
  }
  assert.ok(failedOnce.size > 10)
  assert.equal(accepted.length, 100)
  for (const { errors } of engines) assert.deepEqual(errors, [])
})

it('waits for a retry of the earlier event, and goes on when it has failed for the last time', async (t) => {
  const ids: string[] = []
  const { receiver, endpoint } = await setUp(t, { ordered: true }, (request, response) => {
    response.writeHead(idOf(request) === ids[0] ? 500 : 200).end()
  })
  const engine = startTestEngine(harness.db, { retryDelaysMs: [3_000, 150, 150, 150] })
  t.after(engine.stop)
  ids.push(...(await recordLife()))
  const list = () =>
    run((ctx) => webhooks.listDeliveries(ctx, { endpoint_id: endpoint.id, limit: 10 }))
  await eventually(async () => (await list()).filter(({ is_behind }) => is_behind).length === 3, {
    timeoutMs: 60_000,
  })
  const deliveries = await waitForDeliveries(
    harness.db,
    { endpoint_id: endpoint.id },
    (all) => all.length === 4 && all.every(({ state }) => state !== 'pending'),
  )
  assert.deepEqual(deliveries.map(({ state }) => state).reverse(), [
    'abandoned',
    'delivered',
    'delivered',
    'delivered',
  ])
  assert.deepEqual(receiver.requests.map(idOf), [...Array(5).fill(ids[0]), ...ids.slice(1)])
})

it('goes on after a lost worker, a pause of the endpoint, and an erasure', async (t) => {
  const { receiver, endpoint } = await setUp(t, { ordered: true }, responders.status(500))
  const engine = startTestEngine(harness.db, { retryDelaysMs: [600_000] })
  const first = await recordLife()
  const other = eventInput(harness.account_id)
  for (const type of life) await run(async (ctx) => webhooks.record(ctx, { ...other, type }))
  const countBehind = () =>
    inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
      ctx.queryCount(
        'select count(*) as count from webhooks.delivery_queue where endpoint_id = $1 and state = 5',
        [endpoint.id],
      ),
    )
  await eventually(async () => (await countBehind()) === 6, { timeoutMs: 60_000 })
  await engine.stop()
  receiver.respond(responders.status(200))
  // The worker of the first event is lost: its lease has expired.
  await inTransaction(harness.db, ALL_ACCOUNTS, async (ctx) => {
    ctx.enqueue(
      `with lost as (
         update webhooks.delivery_queue set state = 0, next_at = null, lease_token = gen_random_uuid()
          where endpoint_id = $1 and event_id = $2 returning lease_token, endpoint_id, id)
       insert into webhooks.lease (token, expires_at, endpoint_ids, delivery_ids)
       select lease_token, now() - interval '1 second', array[endpoint_id], array[id] from lost`,
      [endpoint.id, first[0]],
    )
  })
  await run((ctx) => webhooks.disableEndpoint(ctx, endpoint.id))
  await run((ctx) => webhooks.enableEndpoint(ctx, endpoint.id))
  await run(async (ctx) => webhooks.eraseEvents(ctx, [other.subject_id]))
  startEngine(t)
  await waitForDeliveries(
    harness.db,
    { endpoint_id: endpoint.id },
    (all) =>
      all.length === 8 && all.every(({ state }) => state !== 'pending' && state !== 'parked'),
  )
  assert.deepEqual(receiver.requests.slice(-4).map(idOf), first)
  assert.equal(await countBehind(), 0)
})

it('settles beside a claim that waits for the end of earlier events, without a deadlock', async (t) => {
  await setUp(t, { ordered: true })
  const asEngine = <T>(fn: Parameters<typeof inTransaction<T>>[2]) =>
    inTransaction(harness.db, ALL_ACCOUNTS, fn)
  await recordLife(['gift_request_created'])
  await recordLife(['gift_request_created'])
  const token = newId()
  const rows = await asEngine((ctx) =>
    ctx.query<{ account_id: string; id: string; row_ctid: string }>(
      `with leased as (
         update webhooks.delivery_queue set lease_token = $1, attempt = 1 where lease_token is null
         returning account_id, id, ctid::text as row_ctid)
       select * from leased order by id`,
      [token],
    ),
  )
  const [low, high] = rows
  assert.ok(low && high)
  const result = { token, number: 1, delay_ms: 0, attempt: null, releases_next: true }
  const hasLow = Promise.withResolvers<void>()
  const isSettling = Promise.withResolvers<void>()
  const claim = asEngine(async (ctx) => {
    const lock = (id: string) =>
      ctx.query('select from webhooks.delivery_queue where id = $1 for key share', [id])
    await lock(low.id)
    hasLow.resolve()
    await isSettling.promise
    await lock(high.id)
  })
  await hasLow.promise
  const settled = asEngine((ctx) =>
    settle(ctx, [
      { ...low, ...result, verdict: 'abandoned' },
      { ...high, ...result, verdict: 'delivered' },
    ]),
  )
  await eventually(() => asEngine((ctx) => ctx.hasRows(`select from pg_locks where not granted`)), {
    message: 'the results wait for the claim',
  })
  isSettling.resolve()
  await claim
  assert.equal((await settled).length, 2)
})

it('resends abandoned events of a gift in their order', async (t) => {
  const { receiver, endpoint, wait } = await setUp(t, { ordered: true }, responders.status(500))
  startEngine(t)
  const since = new Date(Date.now() - 1_000)
  const ids = await recordLife()
  await wait('abandoned')
  receiver.requests.length = 0
  receiver.respond(responders.status(200))
  await run((ctx) => webhooks.recoverSince(ctx, endpoint.id, since))
  await eventually(async () => receiver.requests.length === 4, { timeoutMs: 60_000 })
  assert.deepEqual(receiver.requests.map(idOf), ids)
})

it('goes on without an order when that is turned off', async (t) => {
  const { receiver, endpoint } = await setUp(t, { ordered: true }, responders.status(500))
  const engine = startTestEngine(harness.db, { retryDelaysMs: [600_000] })
  t.after(engine.stop)
  const ids = await recordLife()
  await receiver.waitForRequests(1)
  await run((ctx) =>
    webhooks.updateEndpoint(ctx, endpoint.id, { ordered: false }, { allowPrivate: true }),
  )
  const [later] = await recordLife(['gift_request_created'])
  receiver.respond(responders.status(200))
  await waitForDeliveries(harness.db, { event_id: later ?? '' }, allInState('delivered'))
  const [first] = await run((ctx) =>
    webhooks.listDeliveries(ctx, { event_id: ids[0] ?? '', limit: 1 }),
  )
  await run((ctx) => webhooks.resend(ctx, first?.id ?? ''))
  await waitForDeliveries(harness.db, { endpoint_id: endpoint.id }, allInState('delivered'))
})
