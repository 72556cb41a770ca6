import assert from 'node:assert/strict'
import { after, afterEach, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '#platform/postgres'
import { freshDatabase } from '#test/database'
import { answers, type Receiver, type Respond, startReceiver } from '#test/receiver'
import { type RunningEngine, runEngine } from '#test/webhook-engine'
import { newAccount, telling, type WebhookWorld, webhookWorld } from '#test/webhook-world'
import * as webhooks from './index.ts'

/*
 * Endpoints that do not respond cost the others nothing. By counts and order: whatever the healthy ones get, they get while
 * the bad ones are still open.
 */

let world: WebhookWorld
const engines: RunningEngine[] = []
const ends: (() => unknown)[] = []
before(async () => {
  world = await webhookWorld((await freshDatabase()).url, {
    wake: () => {
      for (const engine of engines) engine.wake()
    },
  })
})
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
  for (const { id } of await everybody((ctx) => webhooks.listEndpoints(ctx)))
    await everybody((ctx) => webhooks.remove(ctx, id))
  for (const end of ends.splice(0)) await end()
})
after(() => world.close())

const everybody = <T>(act: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(world.db, '*', act)

async function receiver(respond: Respond = answers.status(200)): Promise<Receiver> {
  const made = await startReceiver({ respond })
  ends.push(made.close)
  return made
}

/** Few slots, quick to judge, and limits of the client so long that nothing times out by itself. */
function start(options: Partial<webhooks.EngineOptions> = {}, timeout = 60_000): RunningEngine {
  const limits = { connectTimeoutMs: timeout, responseTimeoutMs: timeout }
  const engine = runEngine(
    world.db,
    {
      slots: 8,
      reserved: 1,
      perAccount: 8,
      waiting: 200,
      lease: 200_000,
      tick: 5,
      youngMs: { min: 20, max: 20 },
      suspectMs: 40,
      slowMs: 80,
      grace: 0,
      ...options,
    },
    { limits },
  )
  engines.push(engine)
  return engine
}

/** Milliseconds; only so that a fault ends the test. */
const timeLimit = 30_000

const subscription = { bad: 'gift_request_cancelled', good: 'gift_request_created' } as const

/** Endpoints of one account, which subscribe to events of their kind. */
const endpoints = (
  to: Receiver,
  kind: keyof typeof subscription,
  count: number,
  account_id = world.account_id,
) =>
  inTransaction(world.db, account_id, (ctx) =>
    Promise.all(
      Array.from({ length: count }, () =>
        webhooks.createEndpoint(
          ctx,
          { account_id, tier: 'enterprise' },
          { url: to.url, events: [subscription[kind]] },
          { allowPrivate: true },
        ),
      ),
    ),
  )

/** Records so many events for all endpoints of their kind. */
const send = (
  counts: Partial<Record<keyof typeof subscription, number>>,
  account_id = world.account_id,
) =>
  inTransaction(world.db, account_id, async (ctx) => {
    const events = (['bad', 'good'] as const).flatMap((kind) =>
      Array.from({ length: counts[kind] ?? 0 }, () => telling(account_id, subscription[kind])),
    )
    webhooks.recordAll(ctx, events)
  })

const until = async (is: () => boolean, what: string) => {
  for (let looks = 0; looks < 3_000 && !is(); looks++) await sleep(10)
  assert.ok(is(), what)
}

for (const [name, respond] of [
  ['hang', answers.hang()],
  ['send their headers byte by byte', answers.dripHeaders(50)],
] as const)
  it(`delivers everything to a healthy endpoint while forty others ${name}`, async () => {
    const bad = await receiver(respond)
    const good = await receiver()
    const engine = start()
    await endpoints(bad, 'bad', 40)
    await endpoints(good, 'good', 1)
    await send({ bad: 3, good: 3 })
    await bad.received(40, timeLimit)
    await send({ bad: 1, good: 30 })
    await good.received(33, timeLimit)
    assert.ok(engine.state().in_flight >= 40, 'those that hang are still open')
    assert.ok(bad.got.length <= 80, 'and get two attempts at once at most')
    assert.equal(engine.state().failed, 0)
  })

it('delivers to a third account while two others have nothing but endpoints that hang', async () => {
  const bad = await receiver(answers.hang())
  const good = await receiver()
  const engine = start({ waiting: 60 })
  const accounts = [await newAccount(world.db), await newAccount(world.db)]
  for (const account_id of accounts) {
    await endpoints(bad, 'bad', 60, account_id)
    await send({ bad: 1 }, account_id)
  }
  await endpoints(good, 'good', 1)
  await send({ good: 1 })
  await good.received(1, timeLimit)
  await until(() => engine.state().slow.length >= 40, 'slow ones are known')
  for (let n = 2; n <= 5; n++) {
    await send({ good: 1 })
    await good.received(n, timeLimit)
  }
  assert.ok(engine.state().in_flight < 120, 'not all of them are tried at once')
})

it('goes on with endpoints that hung as soon as they respond again, and loses nothing', async () => {
  const bad = await receiver(answers.hang())
  const engine = start({ retryDelays: [20, 2_000, 2_000, 2_000] }, 150)
  await endpoints(bad, 'bad', 30)
  await send({ bad: 4 })
  await until(() => engine.state().slowed > 0, 'some were moved out of the way')
  bad.respond(answers.status(200))
  await until(() => engine.state().delivered === 120, 'all are delivered')
  await until(() => engine.state().slow.length === 0, 'and nothing is slow any more')
})

it('lets a worker that knows nothing of them pass by what another moved out of the way', async () => {
  const bad = await receiver(answers.hang())
  const good = await receiver()
  const first = start()
  await endpoints(bad, 'bad', 40)
  await send({ bad: 3 })
  await until(() => first.state().slowed >= 40, 'moved')
  const second = start()
  await endpoints(good, 'good', 5)
  await send({ good: 1 })
  await good.received(5, timeLimit)
  await send({ good: 20 })
  await good.received(105, timeLimit)
  assert.ok(second.state().in_flight <= 80)
})
