import assert from 'node:assert/strict'
import { after, afterEach, before, it } from 'node:test'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { eventually } from '#test/eventually'
import { pluck } from '#test/pluck'
import { createMigratedDatabase } from '#test/throwaway-database'
import {
  allInState,
  type RunningEngine,
  startTestEngine,
  waitForDeliveries,
} from '#test/webhook-engine-fixture'
import { createWebhookHarness, eventInput, type WebhookHarness } from '#test/webhook-harness'
import { type Receiver, responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '../index.ts'

let harness: WebhookHarness
let target: Receiver
let engine: RunningEngine
let endpoint_id: string
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
  target = await startReceiver()
  target.respond(responders.status(200))
  endpoint_id = (await harness.createEndpoint({ url: target.url })).endpoint.id
})
after(async () => {
  await target.close()
  await harness.close()
})
afterEach(() => engine.stop())

const query = <Row extends object>(text: string) =>
  inTransaction(harness.db, ALL_ACCOUNTS, (ctx) => ctx.query<Row>(text))

/** Starts the engine, and delivers an event by a claim, so that the engine knows the endpoints. */
async function start(options: Partial<webhooks.EngineOptions> = {}): Promise<void> {
  engine = startTestEngine(harness.db, { pollIntervalMs: 300, ...options })
  Object.assign(harness.db.deployment, { insertLeases: engine.insertLeases })
  const event_id = await harness.recordEvent()
  await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  await eventually(() => engine.state().in_flight === 0)
  await eventually(
    () => {
      const offer = engine.insertLeases.offer(harness.account_id)
      offer?.commit([])
      return offer !== undefined
    },
    { message: 'a claim has found nothing more' },
  )
}

it('gives the whole lease to a delivery that the end of a long transaction writes', async () => {
  await start()
  const offer = engine.insertLeases.offer(harness.account_id)
  assert.ok(offer)
  Object.assign(harness.db.deployment, {
    insertLeases: { offer: () => ({ ...offer, commit() {} }) },
  })
  await inTransaction(harness.db, harness.account_id, async (ctx) => {
    await ctx.query('select pg_sleep(2)')
    webhooks.record(ctx, eventInput(harness.account_id))
  })
  const [lease] = await query<{ left: number }>(
    'select extract(epoch from expires_at - now())::float8 as left from webhooks.lease',
  )
  offer.abandon()
  assert.ok(lease && lease.left > offer.leaseSeconds - 1, `${lease?.left} seconds are left`)
})

it('stops as soon as the last transaction with reserved room has ended', async () => {
  await start({ shutdownTimeoutMs: 20_000 })
  const offer = engine.insertLeases.offer(harness.account_id)
  assert.ok(offer)
  const startedAt = performance.now()
  const stopped = engine.stop()
  setTimeout(() => offer.commit([]), 50)
  await stopped
  assert.ok(performance.now() - startedAt < 5_000)
})

it('reserves no room for a transaction that has ended', async () => {
  await start()
  const ended = await inTransaction(harness.db, harness.account_id, async (ctx) => ({ ctx }))
  assert.throws(
    () => webhooks.record(ended.ctx, eventInput(harness.account_id)),
    /after the end of its transaction/,
  )
  assert.equal(engine.state().in_flight, 0)
})

it('sends nothing of a savepoint that was rolled back, however it was set', async () => {
  await start()
  const before = target.requests.length
  await inTransaction(harness.db, harness.account_id, async (ctx) => {
    await ctx.query('savepoint here')
    webhooks.record(ctx, eventInput(harness.account_id))
    await ctx.query('rollback to savepoint here')
  })
  await eventually(() => engine.state().in_flight === 0)
  assert.equal(target.requests.length, before)
})

it('sends nothing of a long transaction to an endpoint that was disabled meanwhile', async () => {
  await start()
  const before = target.requests.length
  const set = (run: typeof webhooks.enableEndpoint) =>
    inTransaction(harness.db, harness.account_id, (ctx) => run(ctx, endpoint_id))
  const event_id = await inTransaction(harness.db, harness.account_id, async (ctx) => {
    const id = webhooks.record(ctx, eventInput(harness.account_id))
    await ctx.query('select 1')
    await set(webhooks.disableEndpoint)
    await ctx.query('select pg_sleep(1.5)')
    return id
  })
  await waitForDeliveries(harness.db, { event_id }, allInState('parked'))
  assert.equal(target.requests.length, before)
  await set(webhooks.enableEndpoint)
  const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  assert.deepEqual(pluck(delivery?.attempts ?? [], 'number'), [1])
})

it('sends the newest version that this process can render to an endpoint with a newer one', async () => {
  const newer = await harness.createEndpoint({ url: target.url })
  await start()
  await query(
    `update webhooks.endpoint set payload_version = '2999-01' where id = '${newer.endpoint.id}'`,
  )
  const record = (count: number) =>
    inTransaction(harness.db, harness.account_id, async (ctx) =>
      webhooks.recordAll(
        ctx,
        Array.from({ length: count }, () => eventInput(harness.account_id)),
      ),
    )
  for (const id of [...(await record(1)), ...(await record(2))]) {
    const deliveries = await waitForDeliveries(
      harness.db,
      { event_id: id },
      allInState('delivered'),
    )
    const [sent] = deliveries.filter((each) => each.endpoint_id === newer.endpoint.id)
    assert.equal(sent?.attempts.length, 1)
  }
  const versions = target.requests.map(({ headers }) => headers['service-webhook-api-version'])
  assert.deepEqual(new Set(versions), new Set(['2026-05']))
})
