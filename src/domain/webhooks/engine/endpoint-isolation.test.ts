import assert from 'node:assert/strict'
import { after, afterEach, before, it } from 'node:test'
import { inTransaction } from '#platform/postgres/database'
import { eventually } from '#test/eventually'
import { createMigratedDatabase } from '#test/throwaway-database'
import { type RunningEngine, startTestEngine } from '#test/webhook-engine-fixture'
import {
  createAccount,
  createWebhookHarness,
  eventInput,
  type WebhookHarness,
} from '#test/webhook-harness'
import { type Receiver, type Respond, responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '../index.ts'

/*
 * Endpoints that do not respond do not delay other endpoints. The tests compare counts and order: healthy
 * endpoints receive all their deliveries while the requests to hanging endpoints are still open.
 */

let harness: WebhookHarness
const engines: RunningEngine[] = []
const cleanups: (() => unknown)[] = []
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url, {
    notify: () => {
      for (const engine of engines) engine.notify()
    },
  })
})
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
  for (const { id } of await inAllAccounts((ctx) => webhooks.listEndpoints(ctx)))
    await inAllAccounts((ctx) => webhooks.deleteEndpoint(ctx, id))
  for (const end of cleanups.splice(0)) await end()
})
after(() => harness.close())

const inAllAccounts = <T>(fn: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(harness.db, '*', fn)

async function receiver(respond: Respond = responders.status(200)): Promise<Receiver> {
  const made = await startReceiver({ respond })
  cleanups.push(made.close)
  return made
}

/**
 * Starts an engine with few slots and short thresholds. The limits of the HTTP client are so long that no
 * request times out.
 */
function start(options: Partial<webhooks.EngineOptions> = {}, timeout = 60_000): RunningEngine {
  const limits = { connectTimeoutMs: timeout, responseTimeoutMs: timeout }
  const engine = startTestEngine(
    harness.db,
    {
      slots: 8,
      reservedPerLane: 1,
      maxPerAccount: 8,
      maxWaiting: 200,
      leaseMs: 200_000,
      tickIntervalMs: 5,
      activeMs: { min: 20, max: 20 },
      suspectMs: 40,
      slowMs: 80,
      shutdownTimeoutMs: 0,
      ...options,
    },
    { limits },
  )
  engines.push(engine)
  return engine
}

/** The milliseconds after which a failing test ends. */
const timeoutMs = 30_000

const subscription = { bad: 'gift_request_cancelled', good: 'gift_request_created' } as const

/** Creates endpoints of one account that subscribe to the events of their kind. */
const createEndpoints = (
  target: Receiver,
  kind: keyof typeof subscription,
  count: number,
  account_id = harness.account_id,
) =>
  inTransaction(harness.db, account_id, (ctx) =>
    Promise.all(
      Array.from({ length: count }, () =>
        webhooks.createEndpoint(
          ctx,
          { account_id, tier: 'enterprise' },
          { url: target.url, events: [subscription[kind]] },
          { allowPrivate: true },
        ),
      ),
    ),
  )

/** Records these numbers of events for all endpoints of each kind. */
const recordEvents = (
  counts: Partial<Record<keyof typeof subscription, number>>,
  account_id = harness.account_id,
) =>
  inTransaction(harness.db, account_id, async (ctx) => {
    const events = (['bad', 'good'] as const).flatMap((kind) =>
      Array.from({ length: counts[kind] ?? 0 }, () => eventInput(account_id, subscription[kind])),
    )
    webhooks.recordAll(ctx, events)
  })

const waitUntil = (condition: () => boolean, message: string) =>
  eventually(condition, { timeoutMs, message })

for (const [name, respond] of [
  ['hang', responders.hang()],
  ['send their headers byte by byte', responders.dripHeaders(50)],
] as const)
  it(`delivers everything to a healthy endpoint while forty others ${name}`, async () => {
    const bad = await receiver(respond)
    const good = await receiver()
    const engine = start()
    await createEndpoints(bad, 'bad', 40)
    await createEndpoints(good, 'good', 1)
    await recordEvents({ bad: 3, good: 3 })
    await bad.waitForRequests(40, timeoutMs)
    await recordEvents({ bad: 1, good: 30 })
    await good.waitForRequests(33, timeoutMs)
    assert.ok(engine.state().in_flight >= 40, 'attempts to hanging endpoints are still open')
    assert.ok(bad.requests.length <= 80, 'at most two attempts at once per endpoint')
    assert.equal(engine.state().failed, 0)
  })

it('delivers to a third account while all endpoints of two others hang', async () => {
  const bad = await receiver(responders.hang())
  const good = await receiver()
  const engine = start({ maxWaiting: 60 })
  const accounts = [await createAccount(harness.db), await createAccount(harness.db)]
  for (const account_id of accounts) {
    await createEndpoints(bad, 'bad', 60, account_id)
    await recordEvents({ bad: 1 }, account_id)
  }
  await createEndpoints(good, 'good', 1)
  await recordEvents({ good: 1 })
  await good.waitForRequests(1, timeoutMs)
  await waitUntil(() => engine.state().slow.length >= 40, 'slow ones are known')
  for (let n = 2; n <= 5; n++) {
    await recordEvents({ good: 1 })
    await good.waitForRequests(n, timeoutMs)
  }
  assert.ok(engine.state().in_flight < 120, 'attempts only some of the endpoints at once')
})

it('resumes hanging endpoints as soon as they respond again, and loses nothing', async () => {
  const bad = await receiver(responders.hang())
  const engine = start({ retryDelaysMs: [20, 2_000, 2_000, 2_000] }, 150)
  await createEndpoints(bad, 'bad', 30)
  await recordEvents({ bad: 4 })
  await waitUntil(() => engine.state().slowed > 0, 'some were moved out of the way')
  bad.respond(responders.status(200))
  await waitUntil(() => engine.state().delivered === 120, 'all are delivered')
  await waitUntil(() => engine.state().slow.length === 0, 'and nothing is slow any more')
})

it('lets a new worker skip the rows that another worker moved to the slow lane', async () => {
  const bad = await receiver(responders.hang())
  const good = await receiver()
  const first = start()
  await createEndpoints(bad, 'bad', 40)
  await recordEvents({ bad: 3 })
  await waitUntil(() => first.state().slowed >= 40, 'moved')
  const second = start()
  await createEndpoints(good, 'good', 5)
  await recordEvents({ good: 1 })
  await good.waitForRequests(5, timeoutMs)
  await recordEvents({ good: 20 })
  await good.waitForRequests(105, timeoutMs)
  assert.ok(second.state().in_flight <= 80)
})
