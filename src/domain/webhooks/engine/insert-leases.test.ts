import assert from 'node:assert/strict'
import { after, afterEach, before, it } from 'node:test'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres/database'
import { withDryRun } from '#platform/postgres/dry-run'
import { eventually } from '#test/eventually'
import { pluck } from '#test/pluck'
import { startPostgresProxy } from '#test/postgres-proxy'
import { createMigratedDatabase } from '#test/throwaway-database'
import {
  allInState,
  type RunningEngine,
  startTestEngine,
  waitForDeliveries,
} from '#test/webhook-engine-fixture'
import {
  createWebhookHarness,
  eventInput,
  openTestDatabase,
  type WebhookHarness,
} from '#test/webhook-harness'
import { type Receiver, responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '../index.ts'

let url: string
let harness: WebhookHarness
let target: Receiver
let engine: RunningEngine
let endpoint_id: string
before(async () => {
  url = (await createMigratedDatabase()).url
  harness = await createWebhookHarness(url)
  target = await startReceiver()
  endpoint_id = (await harness.createEndpoint({ url: target.url })).endpoint.id
})
after(async () => {
  await target.close()
  await harness.close()
})
afterEach(() => engine.stop())

const asAccount = <T>(run: (ctx: TxContext) => Promise<T>) =>
  inTransaction(harness.db, harness.account_id, run)
const record = (ctx: TxContext) => webhooks.record(ctx, eventInput(harness.account_id))
const leases = () =>
  inTransaction(harness.db, ALL_ACCOUNTS, (ctx) => ctx.query('select token from webhooks.lease'))

/** Starts the engine, and delivers an event by a claim, so that the engine knows the endpoint. */
async function start(): Promise<void> {
  target.respond(responders.status(200))
  engine = startTestEngine(harness.db, { pollIntervalMs: 300 })
  Object.assign(harness.db.deployment, { insertLeases: engine.insertLeases })
  await settle(await harness.recordEvent())
  await eventually(
    () => {
      const offer = engine.insertLeases.offer(harness.account_id)
      offer?.commit([])
      return offer !== undefined
    },
    { message: 'a claim has found nothing more' },
  )
}

async function settle(event_id: string): Promise<webhooks.Delivery> {
  const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  assert.ok(delivery)
  await eventually(() => engine.state().in_flight === 0)
  return delivery
}

it('sends after the commit, without a claim', async () => {
  await start()
  const { claimed, leased_at_insert } = engine.state()
  for (let n = 1; n <= 5; n++) {
    const { attempts } = await settle(await harness.recordEvent())
    assert.deepEqual([attempts.length, attempts[0]?.number, attempts[0]?.status], [1, 1, 200])
    const state = engine.state()
    assert.deepEqual([state.claimed - claimed, state.leased_at_insert - leased_at_insert], [n, n])
  }
  await eventually(async () => (await leases()).length === 0)
})

it('sends each delivery of transactions that share a statement once', async () => {
  await start()
  const before = target.requests.length
  const ids = await Promise.all(Array.from({ length: 40 }, () => harness.recordEvent()))
  for (const id of ids) assert.equal((await settle(id)).attempts.length, 1)
  assert.equal(target.requests.length - before, 40)
  assert.ok(engine.state().leased_at_insert > 0)
  await eventually(async () => (await leases()).length === 0)
})

it('sends nothing of a transaction that was rolled back, and keeps no room for it', async () => {
  await start()
  const before = target.requests.length
  for (let n = 0; n < 20; n++)
    await assert.rejects(
      asAccount(async (ctx) => {
        record(ctx)
        await ctx.query('select 1')
        throw new Error('changed my mind')
      }),
    )
  const { leased_at_insert } = engine.state()
  await settle(await harness.recordEvent())
  assert.equal(engine.state().leased_at_insert, leased_at_insert + 1)
  assert.equal(target.requests.length, before + 1)
})

it('sends nothing of a dry run, and what the same transaction wrote before', async () => {
  await start()
  const before = target.requests.length
  const [stored, reverted] = await asAccount(async (ctx) => {
    const first = record(ctx)
    await ctx.query('select 1')
    return [first, await withDryRun(ctx, true, async () => record(ctx))]
  })
  await settle(stored ?? '')
  assert.equal(target.requests.length, before + 1)
  assert.deepEqual(
    await waitForDeliveries(harness.db, { event_id: reverted ?? '' }, () => true),
    [],
  )
  await eventually(async () => (await leases()).length === 0)
})

it('sends each event of a rejected batch once, and none of the rejected transaction', async () => {
  await start()
  const before = target.requests.length
  const event_id = await harness.recordEvent()
  const again = () =>
    asAccount(async (ctx) => webhooks.record(ctx, { ...eventInput(harness.account_id), event_id }))
  const results = await Promise.allSettled([
    ...Array.from({ length: 5 }, () => harness.recordEvent()),
    again(),
    ...Array.from({ length: 5 }, () => harness.recordEvent()),
  ])
  const stored = results.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  assert.equal(stored.length, 10)
  for (const id of stored) assert.equal((await settle(id)).attempts.length, 1)
  assert.equal(target.requests.length, before + 11)
})

it('leaves deliveries with changed settings to a claim', async () => {
  await start()
  const other = await startReceiver()
  const { leased_at_insert } = engine.state()
  const event_id = await asAccount(async (ctx) => {
    await webhooks.updateEndpoint(ctx, endpoint_id, { url: other.url }, { allowPrivate: true })
    return record(ctx)
  })
  await settle(event_id)
  assert.deepEqual([other.requests.length, engine.state().leased_at_insert], [1, leased_at_insert])
  await asAccount((ctx) =>
    webhooks.updateEndpoint(ctx, endpoint_id, { url: target.url }, { allowPrivate: true }),
  )
  await other.close()
})

it('leaves deliveries to endpoints that fail, are full or have waiting deliveries to a claim', async () => {
  await start()
  target.respond(responders.status(500))
  const failed = await harness.recordEvent()
  await waitForDeliveries(harness.db, { event_id: failed }, ([each]) => each?.state === 'abandoned')
  target.respond(responders.status(200))
  await settle(await harness.recordEvent())

  const gate = Promise.withResolvers<void>()
  target.respond(async (_got, response) => {
    await gate.promise
    response.end()
  })
  const { leased_at_insert } = engine.state()
  const ids = await Promise.all(Array.from({ length: 60 }, () => harness.recordEvent()))
  const leased = engine.state().leased_at_insert - leased_at_insert
  assert.ok(leased <= 32, `${leased} of 60 leased: no more than the window of an endpoint`)
  gate.resolve()
  for (const id of ids) assert.equal((await settle(id)).attempts.length, 1)
})

it('counts an attempt whose process ended after the commit, and sends again', async () => {
  await start()
  // This offer is of an engine that ends between the commit and the request.
  const lost = engine.insertLeases.offer(harness.account_id)
  assert.ok(lost)
  Object.assign(harness.db.deployment, {
    insertLeases: { offer: () => ({ ...lost, commit() {} }) },
  })
  const event_id = await harness.recordEvent()
  await inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query(`update webhooks.lease set expires_at = now() - interval '1 second'`),
  )
  const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  assert.deepEqual(pluck(delivery?.attempts ?? [], 'number', 'error'), [
    [1, 'worker_lost'],
    [2, null],
  ])
  lost.abandon()
})

it('releases the lease of a commit whose response was lost', async () => {
  await start()
  const proxy = await startPostgresProxy(url)
  const db = openTestDatabase(proxy.url, { size: 1 })
  Object.assign(db.deployment, { insertLeases: engine.insertLeases })
  const before = target.requests.length
  const broken = proxy.breakAfterCommit('insert into webhooks.delivery_queue')
  await assert.rejects(
    inTransaction(db, harness.account_id, async (ctx) => {
      await ctx.query('select 1')
      return record(ctx)
    }),
  )
  await broken
  await eventually(() => target.requests.length === before + 1, {
    message: 'a claim has found the released delivery',
  })
  const deliveries = await waitForDeliveries(harness.db, {}, (all) =>
    all.every(({ state }) => state === 'delivered' || state === 'abandoned'),
  )
  assert.deepEqual(
    deliveries[0]?.attempts.map(({ number }) => number),
    [1],
  )
  await db.pool.end()
})
