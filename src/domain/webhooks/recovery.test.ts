import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#platform/embedded-postgres'
import { migrate } from '#platform/migrate'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres'
import { freshDatabase } from '#test/database'
import { answers, type Got, type Receiver, type Respond, startReceiver } from '#test/receiver'
import { allAre, deliveriesWhen, runEngine } from '#test/webhook-engine'
import { type WebhookWorld, webhookWorld } from '#test/webhook-world'
import * as queue from './queue.ts'

let world: WebhookWorld
let to: Receiver
before(async () => {
  world = await webhookWorld((await freshDatabase()).url)
  to = await startReceiver()
  await world.endpoint({ url: to.url })
})
after(async () => {
  await to.close()
  await world.close()
})

const slowly =
  (ms: number): Respond =>
  async (_got, response) => {
    await sleep(ms)
    response.end()
  }

it('stops without a duplicate and without burning an attempt', async () => {
  to.respond(slowly(60))
  for (let n = 0; n < 40; n++) await world.tell()
  const first = runEngine(world.db)
  await to.received(10)
  await first.stop()
  const begun = to.got.length
  assert.ok(begun < 40)
  const left = await inTransaction(world.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ state: number; attempt: number }>(
      'select state, attempt from webhooks.delivery_queue',
    ),
  )
  assert.equal(left.length, 40 - begun, 'what was begun is settled')
  assert.ok(
    left.every(({ state, attempt }) => state === 0 && attempt === 0),
    'the rest is as it was',
  )
  assert.equal(first.outbound.countOpenConnections(), 0)

  to.respond(answers.status(200))
  const second = runEngine(world.db)
  const deliveries = await deliveriesWhen(world.db, {}, allAre('delivered'))
  await second.stop()
  assert.equal(to.got.length, 40)
  assert.ok(deliveries.every(({ attempts }) => attempts.length === 1))
})

it('counts a result that comes after its lease was swept, and lets the new owner have the last word', async () => {
  to.respond(slowly(150))
  const before = to.got.length
  const engine = runEngine(world.db)
  const event_id = await world.tell()
  await to.received(before + 1)
  await inTransaction(world.db, ALL_ACCOUNTS, async (ctx) => {
    await ctx.query(
      `update webhooks.lease set until = now() - interval '1 second' where token in (
         select lease_token from webhooks.delivery_queue where event_id = $1)`,
      [event_id],
    )
    await queue.sweep(ctx)
  })
  const [delivery] = await deliveriesWhen(world.db, { event_id }, allAre('delivered'))
  await engine.stop()
  assert.equal(engine.state().stale, 1)
  assert.deepEqual(
    delivery?.attempts.map(({ number, status }) => [number, status]),
    [
      [1, 200],
      [2, 200],
    ],
  )
  assert.equal(to.got.length, before + 2)
})

it('does not begin what it claimed when most of the lease went by until it heard of it', async () => {
  to.respond(slowly(200)) // meanwhile a lease that has ended would be swept
  const before = to.got.length
  const held = Promise.withResolvers<void>()
  const holding = inTransaction(world.db, ALL_ACCOUNTS, async (ctx) => {
    await ctx.query('lock table webhooks.lease in exclusive mode')
    await held.promise
  })
  const event_id = await world.tell()
  const engine = runEngine(world.db)
  await sleep(1_200) // longer than the lease that it gets in the end
  held.resolve()
  await holding
  const [delivery] = await deliveriesWhen(world.db, { event_id }, allAre('delivered'))
  await engine.stop()
  assert.equal(to.got.length, before + 1, 'it was sent once')
  assert.deepEqual(delivery?.attempts.at(-1)?.status, 200)
  assert.equal(engine.state().stale, 0)
})

it('sends nothing while its clock is off, from the start or after a jump, and goes on once it is right', async () => {
  to.respond(answers.status(200))
  const before = to.got.length
  let off = 600_000
  const clock = () => new Date(Date.now() + off)
  const event_id = await world.tell()
  const engine = runEngine(world.db, { clockEvery: 60_000 }, {}, clock)
  try {
    assert.equal(engine.state().is_sending, false, 'not before it has compared')
    await alarms(engine, 1)
    off = 0
    await deliveriesWhen(world.db, { event_id }, allAre('delivered'))
    off = -600_000
    const later = await world.tell()
    await alarms(engine, 2) // it does not wait for the next comparison
    assert.equal(engine.state().is_sending, false)
    await sleep(60)
    assert.equal(to.got.length, before + 1)
    off = 0
    await deliveriesWhen(world.db, { event_id: later }, allAre('delivered'))
    assert.equal(to.got.length, before + 2)
  } finally {
    await engine.stop()
  }
})

async function alarms({ errors }: { errors: unknown[] }, count: number): Promise<void> {
  for (let looks = 0; looks < 300 && errors.length < count; looks++) await sleep(10)
  assert.equal(errors.length, count)
  assert.match(String(errors.at(-1)), /ahead of the database/)
}

it('outlives a crash of its database in the middle, loses nothing, and goes on by itself', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bestow-recovery-'))
  let server = await startEmbeddedPostgres({ dataDir })
  await migrate(server.url)
  const own = await webhookWorld(server.url)
  own.db.pool.on('error', () => {})
  const receiver = await startReceiver({ respond: slowly(20) })
  const engine = runEngine(own.db, { lease: 2_000 })
  try {
    await own.endpoint({ url: receiver.url })
    for (let n = 0; n < 60; n++) await own.tell()
    await receiver.received(10)
    await server.stop('immediate')
    await sleep(700)
    assert.ok(engine.errors.length > 0, 'the outage was noticed')
    server = await startEmbeddedPostgres({ dataDir })
    await deliveriesWhen(own.db, {}, allAre('delivered'), 20_000)
    const events = new Set(
      receiver.got.map(({ headers }: Got) => headers['service-webhook-event-id']),
    )
    assert.equal(events.size, 60)
    assert.ok(receiver.got.length - 60 <= 8, 'no more duplicates than attempts that were in flight')
  } finally {
    await engine.stop()
    await own.close()
    await receiver.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
