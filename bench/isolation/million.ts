/**
 * What healthy endpoints notice of one that hangs while a million deliveries wait for
 * it. Two nodes with a database each take turns; one has the hanging endpoint, in the very account whose other
 * endpoints are measured. Of each turn the 95th percentile from the API's answer to the receipt is taken.
 */
import { flood } from '../support/flood.ts'
import { median } from '../support/instance.ts'
import { at, setStage } from '../support/stage.ts'

const waiting = Number(process.env.BENCH_WAITING ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const pace = 20 // gift requests a second, each told to five endpoints

export async function measureMillion(): Promise<void> {
  const usual = await setStage(5)
  const flooded = await setStage(5)
  try {
    const endpoint_ids = await flooded.endpoints([flooded.hangingUrl])
    await flood(flooded, { endpoint_ids, count: waiting })
    await usual.pace(5, pace)
    await flooded.pace(5, pace)
    const p95 = { usual: [] as number[], flooded: [] as number[] }
    for (let round = 1; round <= rounds; round++) {
      const one = await usual.pace(seconds, pace)
      const other = await flooded.pace(seconds, pace)
      p95.usual.push(at(one, 0.95))
      p95.flooded.push(at(other, 0.95))
      console.log(
        `round ${round}  usual p50 ${at(one, 0.5).toFixed(1)} p95 ${at(one, 0.95).toFixed(1)} ms   ` +
          `flooded p50 ${at(other, 0.5).toFixed(1)} p95 ${at(other, 0.95).toFixed(1)} ms`,
      )
    }
    const ratios = p95.flooded.map((each, round) => each / (p95.usual[round] ?? Number.NaN))
    const [{ left }] = (await flooded.sql<{ left: string }>(
      'select count(*) as left from webhooks.delivery_queue where endpoint_id = any ($1)',
      [endpoint_ids],
    )) as [{ left: string }]
    console.log(
      `${left} deliveries waiting on the hanging endpoint; p95 of healthy ones: usual ${median(p95.usual).toFixed(1)} ms, ` +
        `flooded ${median(p95.flooded).toFixed(1)} ms, ratio ${median(ratios).toFixed(2)} ` +
        `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
    )
    const memory = [usual, flooded].map((stage) => stage.memory.look().most.toFixed(0))
    console.log(`memory of the nodes at most: usual ${memory[0]} MB, flooded ${memory[1]} MB`)
  } finally {
    await usual.close()
    await flooded.close()
  }
}
