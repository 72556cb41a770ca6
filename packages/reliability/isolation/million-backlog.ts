/**
 * Measures the effect of a hanging endpoint with a million waiting deliveries on healthy
 * endpoints. Two nodes, each with its own database, run in turns. One of them has the hanging
 * endpoint, in the same account as the measured endpoints. Each turn yields the 95th percentile of
 * the time from the API response to the receipt.
 */

import { median } from '../support/instance.ts'
import { seedDeliveries } from '../support/seed-deliveries.ts'
import { percentile, startServiceHarness } from '../support/service-harness.ts'

const backlogSize = Number(process.env.BENCH_WAITING ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const giftsPerSecond = 20 // the number of gift requests per second, each with events for five endpoints

export async function measureMillionBacklog(): Promise<void> {
  const baseline = await startServiceHarness(5)
  const flooded = await startServiceHarness(5)
  try {
    const endpoint_ids = await flooded.createEndpoints([flooded.hangingUrl])
    await seedDeliveries(flooded, { endpoint_ids, count: backlogSize })
    await baseline.measureLatencies(5, giftsPerSecond)
    await flooded.measureLatencies(5, giftsPerSecond)
    const p95 = { baseline: [] as number[], flooded: [] as number[] }
    for (let round = 1; round <= rounds; round++) {
      const baselineLatencies = await baseline.measureLatencies(seconds, giftsPerSecond)
      const floodedLatencies = await flooded.measureLatencies(seconds, giftsPerSecond)
      p95.baseline.push(percentile(baselineLatencies, 0.95))
      p95.flooded.push(percentile(floodedLatencies, 0.95))
      console.log(
        `round ${round}  baseline p50 ${percentile(baselineLatencies, 0.5).toFixed(1)} p95 ${percentile(baselineLatencies, 0.95).toFixed(1)} ms   ` +
          `flooded p50 ${percentile(floodedLatencies, 0.5).toFixed(1)} p95 ${percentile(floodedLatencies, 0.95).toFixed(1)} ms`,
      )
    }
    const ratios = p95.flooded.map((each, round) => each / (p95.baseline[round] ?? Number.NaN))
    const [{ left }] = (await flooded.sql<{ left: string }>(
      'select count(*) as left from webhooks.delivery_queue where endpoint_id = any ($1)',
      [endpoint_ids],
    )) as [{ left: string }]
    console.log(
      `${left} deliveries waiting on the hanging endpoint; p95 of healthy ones: baseline ${median(p95.baseline).toFixed(1)} ms, ` +
        `flooded ${median(p95.flooded).toFixed(1)} ms, ratio ${median(ratios).toFixed(2)} ` +
        `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    )
    const memory = [baseline, flooded].map((harness) =>
      harness.memory.takeSample().maxMb.toFixed(0),
    )
    console.log(`memory of the nodes at most: baseline ${memory[0]} MB, flooded ${memory[1]} MB`)
  } finally {
    await baseline.close()
    await flooded.close()
  }
}
