/**
 * `node packages/reliability/retries.ts` lets a large number of retries of 200 endpoints become
 * due at once. At the same time, gift requests are created at a steady rate, for other endpoints
 * and for those with retries. Prints the latencies of the new deliveries before, during and after,
 * and the duration of the retries.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startScript, terminate } from './support/instance.ts'
import { seedDeliveries } from './support/seed-deliveries.ts'
import { percentile, startServiceHarness } from './support/service-harness.ts'

const sizes = (process.env.BENCH_RETRIES ?? '50000,1000000').split(',').map(Number)
const giftsPerSecond = 10
const formatLatencies = (latencies: readonly number[]) =>
  `p50 ${percentile(latencies, 0.5).toFixed(0)} ms, p95 ${percentile(latencies, 0.95).toFixed(0)} ms, at most ${percentile(latencies, 1).toFixed(0)} ms`

for (const count of sizes) await measure(count)

async function measure(count: number): Promise<void> {
  const receiver = await startScript('packages/reliability/support/receiver.ts', process.env)
  const harness = await startServiceHarness(5)
  try {
    const healthyEndpoints = await harness.sql<{ id: string }>('select id from webhooks.endpoint')
    const endpoint_ids = await harness.createEndpoints(
      Array.from({ length: 195 }, (_, n) => `http://127.0.0.1:${receiver.line}/hook/${n}`),
    )
    // The five measured endpoints have retries like the other endpoints, which get no new events.
    await harness.sql(
      `update webhooks.endpoint set events = '{gift_request_cancelled}' where id = any ($1)`,
      [endpoint_ids],
    )
    const all = process.env.BENCH_APART
      ? endpoint_ids
      : [...healthyEndpoints.map(({ id }) => id), ...endpoint_ids]
    const due = { at: new Date(Date.now() + 3_600_000), attempts: 4 }
    await seedDeliveries(harness, { endpoint_ids: all, count, due })
    await harness.measureLatencies(5, giftsPerSecond)
    const before = await harness.measureLatencies(5, giftsPerSecond)
    console.log(`${count} retries scheduled: new ${formatLatencies(before)}`)
    await harness.sql('update webhooks.delivery_queue set next_at = now() where state = 3')
    const startedAt = performance.now()
    const during: number[] = []
    let remaining = count
    while (remaining > count / 50) {
      during.push(...(await harness.measureLatencies(2, giftsPerSecond)))
      remaining = await countRemaining()
    }
    while (remaining > 0) {
      await sleep(200)
      remaining = await countRemaining()
    }
    const durationSeconds = (performance.now() - startedAt) / 1000
    during.sort((one, other) => one - other)
    console.log(`${count} due at once: new ${formatLatencies(during)}`)
    console.log(
      `the retries took ${durationSeconds.toFixed(0)} s, ${(count / durationSeconds).toFixed(0)} a second`,
    )
    console.log(`memory of the node at most ${harness.memory.takeSample().maxMb.toFixed(0)} MB`)
  } finally {
    await harness.close()
    await terminate(receiver.child)
  }

  async function countRemaining(): Promise<number> {
    const [row] = await harness.sql<{ remaining: string }>(
      'select count(*) as left from webhooks.delivery_queue where attempt > 0',
    )
    return Number(row?.remaining)
  }
}
