/**
 * `node packages/reliability/many-endpoints.ts` measures deliveries per second to 10,000 endpoints, a few
 * each. It compares them with the same number of deliveries to 200 endpoints, with the same engine, database
 * and receiver, in turns. BENCH_EACH is the number of deliveries for each of the 10,000 endpoints.
 */

import { formatRatios, median, startScript, terminate } from './support/instance.ts'
import { seedAccounts } from './support/seed-accounts.ts'
import { type SenderTestbed, withSenderTestbed } from './support/sender-testbed.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const total = 10_000 * Number(process.env.BENCH_EACH ?? 10)
const warmUp = total / 5
/**
 * The workloads. Each account has twenty endpoints on both sides, so that the same
 * number of endpoints shares a body.
 */
const shapes = {
  few: { accounts: 10, endpoints: 20 },
  many: { accounts: 500, endpoints: 20 },
} as const

await withSenderTestbed(measure)

async function measure({ server, receiverUrl }: SenderTestbed): Promise<void> {
  const seeded = {
    few: await seedAccounts(server.url, receiverUrl, shapes.few),
    many: await seedAccounts(server.url, receiverUrl, shapes.many),
  }
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    BENCH_URL: server.url,
    BENCH_TARGET: receiverUrl,
    BENCH_KIND: 'engine',
    BENCH_DELIVERIES: String(total - warmUp),
    BENCH_WARM_UP: String(warmUp),
    BENCH_CONCURRENCY: '256',
  }
  const rates = { few: [] as number[], many: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    for (const kind of ['few', 'many'] as const) {
      await seeded[kind].enqueueDeliveries(total)
      const { child, line } = await startScript('packages/reliability/support/sender.ts', env)
      const [rate = Number.NaN, cpu = Number.NaN, memory = Number.NaN] = line.split(' ').map(Number)
      await terminate(child)
      rates[kind].push(rate)
      console.log(
        `round ${round}  ${kind === 'few' ? '   200' : '10,000'} endpoints  ${rate.toFixed(0)} a second, ` +
          `${cpu.toFixed(0)} us CPU each at the sender, ${memory.toFixed(0)} MB`,
      )
    }
  }
  await seeded.few.close()
  await seeded.many.close()
  const ratios = rates.many.map((rate, round) => rate / (rates.few[round] ?? Number.NaN))
  console.log(
    `${total} deliveries; 10,000 endpoints ${median(rates.many).toFixed(0)}/s, 200 endpoints ` +
      `${median(rates.few).toFixed(0)}/s, ${formatRatios(ratios)}`,
  )
}
