/**
 * `node packages/reliability/deliveries.ts` measures deliveries per second. It compares them with a loop that
 * signs and POSTs the same bodies to the same receiver without a database. Sender and receiver are separate
 * processes. Runs alternate, and the result is the median of the ratios of all rounds. PostgreSQL is durable:
 * every commit is on disk before it counts.
 *
 * Each sender warms up first. The engine's clock then runs until the last delivery has left the queue, with
 * its attempt logged. All of 200 endpoints have deliveries when the clock starts.
 */

import { formatRatios, median, startScript, terminate } from './support/instance.ts'
import { createCpuMeter } from './support/process-stats.ts'
import { seedAccounts } from './support/seed-accounts.ts'
import { type SenderTestbed, withSenderTestbed } from './support/sender-testbed.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 9)
const deliveries = Number(process.env.BENCH_DELIVERIES ?? 40_000)
/**
 * The warm-up deliveries before the clock starts, so that the measurement
 * excludes the costs of a new process.
 */
const warmUpDeliveries = Number(process.env.BENCH_WARM_UP ?? 30_000)
const concurrency = Number(process.env.BENCH_CONCURRENCY ?? 256)
const shape = { accounts: 10, endpoints: 20 } // the number of accounts, and of endpoints for each account
const script = 'packages/reliability/support/sender.ts'

await withSenderTestbed(measure)

async function measure({ server, receiverUrl }: SenderTestbed): Promise<void> {
  const seeded = await seedAccounts(server.url, receiverUrl, shape)
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    BENCH_URL: server.url,
    BENCH_TARGET: receiverUrl,
    BENCH_DELIVERIES: String(deliveries),
    BENCH_WARM_UP: String(warmUpDeliveries),
    BENCH_CONCURRENCY: String(concurrency),
  }
  const rates = { raw: [] as number[], engine: [] as number[] }
  const senderCpu = { raw: [] as number[], engine: [] as number[] }
  const postgres = createCpuMeter({ PostgreSQL: [server.pid] })
  for (let round = 1; round <= rounds; round++) {
    for (const kind of ['raw', 'engine'] as const) {
      if (kind === 'engine') await seeded.enqueueDeliveries(deliveries + warmUpDeliveries)
      const endTurn = postgres.start()
      const { child, line } = await startScript(script, { ...env, BENCH_KIND: kind })
      if (kind === 'engine') endTurn(deliveries + warmUpDeliveries)
      const [rate = Number.NaN, cpu = Number.NaN] = line.split(' ').map(Number)
      rates[kind].push(rate)
      senderCpu[kind].push(cpu)
      console.log(`round ${round}  ${kind.padEnd(6)} ${rate.toFixed(0)} a second`)
      await terminate(child)
    }
  }
  await seeded.close()
  const ratios = rates.engine.map((rate, round) => rate / (rates.raw[round] ?? Number.NaN))
  console.log(
    `${deliveries} deliveries to ${shape.accounts * shape.endpoints} endpoints, ${concurrency} at once; medians of ${rounds}`,
  )
  console.log(
    `raw ${median(rates.raw).toFixed(0)}/s, engine ${median(rates.engine).toFixed(0)}/s, ${formatRatios(ratios)}`,
  )
  console.log(
    `CPU of a delivery: raw ${median(senderCpu.raw).toFixed(0)} µs, engine ${median(senderCpu.engine).toFixed(0)} µs, ${postgres.format()}`,
  )
}
