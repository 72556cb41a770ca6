import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { migrate } from '#platform/postgres/migrations'
import { eventually, never } from '#test/eventually'
import { pluck } from '#test/pluck'
import { startPostgresProxy } from '#test/postgres-proxy'
import { createMigratedDatabase } from '#test/throwaway-database'
import { allInState, startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import { createWebhookHarness, openTestDatabase, type WebhookHarness } from '#test/webhook-harness'
import {
  type ReceivedRequest,
  type Receiver,
  type Respond,
  responders,
  startReceiver,
} from '#test/webhook-receiver'
import * as queue from './queue.ts'

let url: string
let harness: WebhookHarness
let target: Receiver
before(async () => {
  url = (await createMigratedDatabase()).url
  harness = await createWebhookHarness(url)
  target = await startReceiver()
  await harness.createEndpoint({ url: target.url })
})
after(async () => {
  await target.close()
  await harness.close()
})

/** A lease must be longer than an attempt. */
const shortTimeouts = { limits: { connectTimeoutMs: 400, responseTimeoutMs: 400 } }

const respondAfter =
  (ms: number): Respond =>
  async (_got, response) => {
    await sleep(ms)
    response.end()
  }

it('stops without duplicates and without using up an attempt', async () => {
  target.respond(respondAfter(60))
  for (let n = 0; n < 40; n++) await harness.recordEvent()
  const first = startTestEngine(harness.db, { shutdownTimeoutMs: 30_000 })
  await target.waitForRequests(10)
  await first.stop()
  const startedCount = target.requests.length
  assert.ok(startedCount < 40)
  const left = await inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ state: number; attempt: number }>(
      'select state, attempt from webhooks.delivery_queue',
    ),
  )
  assert.equal(left.length, 40 - startedCount, 'all started attempts are settled')
  assert.ok(
    left.every(({ state, attempt }) => state === 0 && attempt === 0),
    'the other deliveries are unchanged',
  )
  assert.equal(first.httpClient.countOpenConnections(), 0)

  target.respond(responders.status(200))
  const second = startTestEngine(harness.db)
  const deliveries = await waitForDeliveries(harness.db, {}, allInState('delivered'))
  await second.stop()
  assert.equal(target.requests.length, 40)
  assert.ok(deliveries.every(({ attempts }) => attempts.length === 1))
})

it('logs a result that arrives after its lease was reclaimed, and lets the new owner decide', async () => {
  const reclaimed = Promise.withResolvers<void>()
  target.respond(async (_got, response) => {
    await reclaimed.promise
    response.end()
  })
  const before = target.requests.length
  const limits = { connectTimeoutMs: 3_000, responseTimeoutMs: 18_000 }
  // An endpoint that counts as slow would get its second attempt after the first.
  const options = { suspectMs: 60_000, slowMs: 60_000 }
  const engine = startTestEngine(harness.db, options, { limits })
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
  await target.waitForRequests(before + 2)
  reclaimed.resolve()
  const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  await engine.stop()
  assert.equal(engine.state().stale, 1)
  assert.deepEqual(pluck(delivery?.attempts ?? [], 'number', 'status'), [
    [1, 200],
    [2, 200],
  ])
  assert.equal(target.requests.length, before + 2)
})

it('does not start claimed attempts when most of the lease has passed before the claim returned', async () => {
  target.respond(respondAfter(200)) // maintenance would reclaim a lease that expires in the meantime
  const before = target.requests.length
  const event_id = await harness.recordEvent()
  const unlock = Promise.withResolvers<void>()
  const lockTransaction = inTransaction(harness.db, ALL_ACCOUNTS, async (ctx) => {
    await ctx.query('lock table webhooks.lease in exclusive mode')
    await unlock.promise
  })
  const engine = startTestEngine(harness.db, { leaseMs: 3_000 }, shortTimeouts)
  await sleep(3_200) // longer than the lease that the claim gets in the end
  unlock.resolve()
  await lockTransaction
  const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
  await engine.stop()
  assert.equal(target.requests.length, before + 1, 'the delivery is sent once')
  assert.deepEqual(delivery?.attempts.at(-1)?.status, 200)
  assert.equal(engine.state().stale, 0)
})

it('delivers at once after a claim whose commit got no response', async () => {
  target.respond(responders.status(200))
  const proxy = await startPostgresProxy(url)
  const db = openTestDatabase(proxy.url)
  db.pool.on('error', () => {})
  const event_id = await harness.recordEvent()
  const broken = proxy.breakAfterCommit('insert into webhooks.lease')
  const engine = startTestEngine(db, { leaseMs: 3_600_000 })
  try {
    await broken
    const [delivery] = await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
    assert.equal(delivery?.attempts.length, 1)
    assert.equal(engine.errors.length, 1)
    assert.equal(engine.state().swept, 0)
  } finally {
    await engine.stop()
    await db.pool.end()
  }
})

it('sends nothing while its clock is wrong, at the start or after a jump, and resumes once the clock is right', async () => {
  target.respond(responders.status(200))
  const before = target.requests.length
  let offsetMs = 600_000
  const clock = () => new Date(Date.now() + offsetMs)
  const event_id = await harness.recordEvent()
  const engine = startTestEngine(harness.db, { clockCheckIntervalMs: 60_000 }, {}, clock)
  try {
    assert.equal(engine.state().is_sending, false, 'sends nothing before the first comparison')
    await waitForErrors(engine, 1)
    offsetMs = 0
    await waitForDeliveries(harness.db, { event_id }, allInState('delivered'))
    offsetMs = -600_000
    const later = await harness.recordEvent()
    await waitForErrors(engine, 2) // the engine does not wait for the next comparison
    assert.equal(engine.state().is_sending, false)
    await never(() => target.requests.length > before + 1, { forMs: 60 }) // three polls
    offsetMs = 0
    await waitForDeliveries(harness.db, { event_id: later }, allInState('delivered'))
    assert.equal(target.requests.length, before + 2)
  } finally {
    await engine.stop()
  }
})

async function waitForErrors({ errors }: { errors: unknown[] }, count: number): Promise<void> {
  await eventually(() => errors.length >= count)
  assert.equal(errors.length, count)
  assert.match(String(errors.at(-1)), /ahead of the database/)
}

it('survives a crash of its database during delivery, loses nothing, and resumes by itself', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bestow-recovery-'))
  let server = await startEmbeddedPostgres({ dataDir })
  await migrate(server.url)
  const ownHarness = await createWebhookHarness(server.url)
  ownHarness.db.pool.on('error', () => {})
  const receiver = await startReceiver({ respond: respondAfter(20) })
  const engine = startTestEngine(ownHarness.db, { leaseMs: 2_000 }, shortTimeouts)
  try {
    await ownHarness.createEndpoint({ url: receiver.url })
    for (let n = 0; n < 60; n++) await ownHarness.recordEvent()
    await receiver.waitForRequests(10)
    await server.stop('immediate')
    await eventually(() => engine.errors.length > 0, { message: 'the outage causes errors' })
    server = await startEmbeddedPostgres({ dataDir })
    await waitForDeliveries(ownHarness.db, {}, allInState('delivered'), 20_000)
    const events = new Set(
      receiver.requests.map(({ headers }: ReceivedRequest) => headers['service-webhook-event-id']),
    )
    assert.equal(events.size, 60)
    assert.ok(
      receiver.requests.length - 60 <= 8,
      'at most as many duplicates as attempts in flight',
    )
  } finally {
    await engine.stop()
    await ownHarness.close()
    await receiver.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
