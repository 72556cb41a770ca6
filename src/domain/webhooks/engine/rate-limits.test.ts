import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, it } from 'node:test'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { eventually } from '#test/eventually'
import { createMigratedDatabase } from '#test/throwaway-database'
import { allInState, startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import { createWebhookHarness, type WebhookHarness } from '#test/webhook-harness'
import { responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '../index.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { Destination } from './destinations.ts'
import { createPacer, reserveSlots } from './rate-limits.ts'

let harness: WebhookHarness
before(async () => {
  harness = await createWebhookHarness((await createMigratedDatabase()).url)
})
after(() => harness.close())

const asAccount = <T>(fn: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(harness.db, harness.account_id, fn)

/** Returns the smallest difference between two successive times, in milliseconds. */
const smallestGap = (times: readonly number[]) =>
  Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))

const token = '00000000-0000-4000-8000-000000000001'

function reserveFor(endpoint_id: string, count: number, max_per_second: number | null) {
  const rows = Array.from({ length: count }, (_, index) => ({
    account_id: harness.account_id,
    endpoint_id,
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    row_ctid: '(0,0)',
    enabled: true,
    deleted: false,
  })) as ClaimedDelivery[]
  const destinations = new Map([[endpoint_id, { max_per_second } as Destination]])
  return inTransaction(harness.db, ALL_ACCOUNTS, async (ctx) => {
    const startedAt = performance.now()
    const paced = await reserveSlots(ctx, rows, destinations, token)
    return { paced, startedAt }
  })
}

it('reserves distinct times for claims at the same instant, and pauses claims without a near time', async () => {
  const endpoint_id = '00000000-0000-7000-8000-0000000000aa'
  const claims = await Promise.all(Array.from({ length: 6 }, () => reserveFor(endpoint_id, 8, 40)))
  const count = claims.reduce((total, { paced }) => total + paced.rows.length, 0)
  // Half a second ahead at 40 attempts a second is 20 or 21 times. The claims themselves take more time.
  assert.ok(count >= 20 && count <= 48, String(count))
  const [row] = await inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ ahead: number }>(
      'select extract(epoch from next_at - clock_timestamp())::float8 as ahead from webhooks.endpoint_rate where endpoint_id = $1',
      [endpoint_id],
    ),
  )
  assert.ok(row !== undefined && row.ahead <= 0.53, String(row?.ahead))
  for (const { paced } of claims) {
    const delays = [...paced.delays.values()]
    assert.ok(
      delays.every((each) => each <= 501),
      String(delays),
    )
    if (paced.rows.length < 8) assert.equal(paced.pauses.length, 1)
    if (delays.length > 1) assert.ok(smallestGap(delays) > 24.9, String(delays))
  }
})

it('asks the database nothing for endpoints without a limit', async () => {
  const endpoint_id = '00000000-0000-7000-8000-0000000000bb'
  const { paced } = await reserveFor(endpoint_id, 8, null)
  assert.deepEqual([paced.rows.length, paced.delays.size, paced.pauses], [8, 0, []])
  const rows = await inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query('select from webhooks.endpoint_rate where endpoint_id = $1', [endpoint_id]),
  )
  assert.equal(rows.length, 0)
})

it('ignores a reservation from a clock that has moved back', async () => {
  const endpoint_id = '00000000-0000-7000-8000-0000000000cc'
  await reserveFor(endpoint_id, 1, 1)
  await inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query(
      `update webhooks.endpoint_rate set next_at = now() + interval '1 hour' where endpoint_id = $1`,
      [endpoint_id],
    ),
  )
  const { paced } = await reserveFor(endpoint_id, 1, 1)
  assert.equal(paced.rows.length, 1)
})

it('spaces late attempts of a process that was stopped', async () => {
  const sentAt: number[] = []
  let scheduled = 0
  const pacer = createPacer({
    schedule: () => {
      scheduled += 1
      return () => {
        scheduled -= 1
      }
    },
  })
  const endpoint = { endpoint_id: 'a', account_id: 'b' }
  for (const delayMs of [0, 20, 40, 60, 80])
    pacer.run(endpoint, { perSecond: 50, delayMs }, () => sentAt.push(performance.now()))
  const until = performance.now() + 150
  while (performance.now() < until); // blocks the process until all times have passed
  await eventually(async () => sentAt.length === 5, { timeoutMs: 5_000 })
  assert.ok(smallestGap(sentAt) >= 19.5, String(sentAt))
  assert.equal(scheduled, 0)
})

it('keeps the rate over two workers, retries and resends, while another endpoint is not slowed', async () => {
  const perSecond = 20
  const events = 24
  const slow = await startReceiver({
    respond: (request, response) => {
      response.writeHead(request.number % 4 === 0 ? 500 : 200).end()
    },
  })
  const fast = await startReceiver({ respond: responders.status(200) })
  const limited = await harness.createEndpoint({ url: slow.url, max_per_second: perSecond })
  await harness.createEndpoint({ url: fast.url })
  const engines = [startTestEngine(harness.db), startTestEngine(harness.db)]
  const loopDelay = monitorEventLoopDelay({ resolution: 5 })
  loopDelay.enable()
  try {
    const startedAt = Date.now()
    for (let index = 0; index < events; index++) await harness.recordEvent()
    for (const engine of engines) engine.notify()
    await fast.waitForRequests(events)
    const fastMs = Date.now() - startedAt
    assert.ok(slow.requests.length < events, 'the limited endpoint is still behind')
    const page = { endpoint_id: limited.endpoint.id }
    const done = await waitForDeliveries(harness.db, page, allInState('delivered'))
    for (const { id } of done.slice(0, 5)) await asAccount((ctx) => webhooks.resend(ctx, id))
    for (const engine of engines) engine.notify()
    await waitForDeliveries(
      harness.db,
      page,
      (all) => all.length === events + 5 && allInState('delivered')(all),
    )
    const times = slow.requests.map(({ at }) => at).sort((one, other) => one - other)
    assert.ok(times.length >= events + 5 + 6, 'failed attempts are repeated')
    const first = times[0] ?? 0
    const seconds = ((times.at(-1) ?? 0) - first) / 1_000
    assert.ok(seconds >= (times.length - 1) / perSecond - 0.1, `${times.length} in ${seconds} s`)
    // A busy process sends later than planned, but never earlier. So the requests of a delay can arrive
    // together.
    const lateSeconds = loopDelay.max / 1e9
    const maxInSecond = perSecond * (1 + lateSeconds) + 2
    for (const at of times) {
      const inSecond = times.filter((each) => each >= at && each < at + 1_000).length
      assert.ok(inSecond <= maxInSecond, `${inSecond} in a second, ${lateSeconds} s late`)
    }
    assert.ok(fastMs < (events / perSecond) * 1_000 + 5_000)
    assert.deepEqual(
      engines.flatMap(({ errors }) => errors),
      [],
    )
  } finally {
    loopDelay.disable()
    for (const engine of engines) await engine.stop()
    await slow.close()
    await fast.close()
  }
})

it('returns deliveries with their attempt when no time is near', async () => {
  const target = await startReceiver({ respond: responders.status(200) })
  const { endpoint } = await harness.createEndpoint({ url: target.url, max_per_second: 1 })
  for (let index = 0; index < 4; index++) await harness.recordEvent()
  const engine = startTestEngine(harness.db)
  try {
    const page = { endpoint_id: endpoint.id }
    const deliveries = await waitForDeliveries(harness.db, page, allInState('delivered'))
    assert.deepEqual(
      deliveries.map(({ attempts }) => attempts.map(({ number }) => number)),
      [[1], [1], [1], [1]],
    )
    const times = target.requests.map(({ at }) => at)
    // The times of arrival vary with the load of the machine, but the times of sending do not.
    assert.ok((times.at(-1) ?? 0) - (times[0] ?? 0) > 2_700, String(times))
    const leases = await inTransaction(harness.db, ALL_ACCOUNTS, (ctx) =>
      ctx.query('select from webhooks.lease'),
    )
    assert.equal(leases.length, 0)
  } finally {
    await engine.stop()
    await target.close()
  }
})
