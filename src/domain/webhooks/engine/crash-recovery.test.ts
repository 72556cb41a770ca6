import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { migrate } from '#platform/postgres/migrations'
import { createMigratedDatabase } from '#test/throwaway-database'
import { allInState, startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import { createWebhookHarness, type WebhookHarness } from '#test/webhook-harness'
import {
  type ReceivedRequest,
  type Receiver,
  type Respond,
  responders,
  startReceiver,
} from '#test/webhook-receiver'
import * as queue from './queue.ts'

let harness: WebhookHarness
let target: Receiver
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
  target = await startReceiver()
  await harness.createEndpoint({ url: target.url })
})
after(async () => {
  await target.close()
  await harness.close()
})

const respondAfter =
  (ms: number): Respond =>
  async (_got, response) => {
    await sleep(ms)
    response.end()
  }

it('stops without a duplicate and without burning an attempt', async () => {
  target.respond(respondAfter(60))
  for (let n = 0; n < 40; n++) await harness.recordEvent()
  const first = startTestEngine(harness.db)
  await target.waitForRequests(10)
  await first.stop()
  const startedCount = target.requests.length
  assert.ok(startedCount < 40)
  const left = await inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ state: number; attempt: number }>(
      'select state, attempt from webhooks.delivery_queue',
    ),
  )
  assert.equal(left.length, 40 - startedCount, 'what was begun is settled')
  assert.ok(
    left.every(({ state, attempt }) => state === 0 && attempt === 0),
    'the rest is as it was',
  )
  assert.equal(first.httpClient.countOpenConnections(), 0)

  target.respond(responders.status(200))
  const second = startTestEngine(harness.db)
  const deliveries = await waitForDeliveries(harness.db, {}, allInState('delivered'))
  await second.stop()
  assert.equal(target.requests.length, 40)
  assert.ok(deliveries.every(({ attempts }) => attempts.length === 1))
})

it('counts a result that comes after its lease was swept, and lets the new owner have the last word', async () => {
  target.respond(respondAfter(150))
  const before = target.requests.length
  const engine = startTestEngine(harness.db)
  const event_id = await harness.recordEvent()
  await target.waitForRequests(before + 1)
  await inTransaction(harness.db, ALL_ACCOUNTS, async (ctx) => {
    await ctx.query(
      `update webhooks.lease set expires_at = now() - interval '1 second' where token in (
         select lease_token from webhooks.delivery_queue where event_id = $1)`,
      [event_id],
    )
    await queue.reclaimExpiredLeases(ctx)
  })
  const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  await engine.stop()
  assert.equal(engine.state().stale, 1)
  assert.deepEqual(
    delivery?.attempts.map(({ number, status }) => [number, status]),
    [
      [1, 200],
      [2, 200],
    ],
  )
  assert.equal(target.requests.length, before + 2)
})

it('does not begin what it claimed when most of the lease went by expires_at it heard of it', async () => {
  target.respond(respondAfter(200)) // meanwhile a lease that has ended would be swept
  const before = target.requests.length
  const unlock = Promise.withResolvers<void>()
  const lockTransaction = inTransaction(harness.db, ALL_ACCOUNTS, async (ctx) => {
    await ctx.query('lock table webhooks.lease in exclusive mode')
    await unlock.promise
  })
  const event_id = await harness.recordEvent()
  const engine = startTestEngine(harness.db)
  await sleep(1_200) // longer than the lease that it gets in the end
  unlock.resolve()
  await lockTransaction
  const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  await engine.stop()
  assert.equal(target.requests.length, before + 1, 'it was sent once')
  assert.deepEqual(delivery?.attempts.at(-1)?.status, 200)
  assert.equal(engine.state().stale, 0)
})

it('sends nothing while its clock is off, from the start or after a jump, and goes on once it is right', async () => {
  target.respond(responders.status(200))
  const before = target.requests.length
  let offsetMs = 600_000
  const clock = () => new Date(Date.now() + offsetMs)
  const event_id = await harness.recordEvent()
  const engine = startTestEngine(harness.db, { clockCheckIntervalMs: 60_000 }, {}, clock)
  try {
    assert.equal(engine.state().is_sending, false, 'not before it has compared')
    await waitForErrors(engine, 1)
    offsetMs = 0
    await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
    offsetMs = -600_000
    const later = await harness.recordEvent()
    await waitForErrors(engine, 2) // it does not wait for the next comparison
    assert.equal(engine.state().is_sending, false)
    await sleep(60)
    assert.equal(target.requests.length, before + 1)
    offsetMs = 0
    await waitForDeliveries(harness.db, { event_id: later }, allInState('delivered'))
    assert.equal(target.requests.length, before + 2)
  } finally {
    await engine.stop()
  }
})

async function waitForErrors({ errors }: { errors: unknown[] }, count: number): Promise<void> {
  for (let tries = 0; tries < 300 && errors.length < count; tries++) await sleep(10)
  assert.equal(errors.length, count)
  assert.match(String(errors.at(-1)), /ahead of the database/)
}

it('outlives a crash of its database in the middle, loses nothing, and goes on by itself', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bestow-recovery-'))
  let server = await startEmbeddedPostgres({ dataDir })
  await migrate(server.url)
  const ownHarness = await createWebhookHarness(server.url)
  ownHarness.db.pool.on('error', () => {})
  const receiver = await startReceiver({ respond: respondAfter(20) })
  const engine = startTestEngine(ownHarness.db, { leaseMs: 2_000 })
  try {
    await ownHarness.createEndpoint({ url: receiver.url })
    for (let n = 0; n < 60; n++) await ownHarness.recordEvent()
    await receiver.waitForRequests(10)
    await server.stop('immediate')
    await sleep(700)
    assert.ok(engine.errors.length > 0, 'the outage was noticed')
    server = await startEmbeddedPostgres({ dataDir })
    await waitForDeliveries(ownHarness.db, {}, allInState('delivered'), 20_000)
    const events = new Set(
      receiver.requests.map(({ headers }: ReceivedRequest) => headers['service-webhook-event-id']),
    )
    assert.equal(events.size, 60)
    assert.ok(
      receiver.requests.length - 60 <= 8,
      'no more duplicates than attempts that were in flight',
    )
  } finally {
    await engine.stop()
    await ownHarness.close()
    await receiver.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
