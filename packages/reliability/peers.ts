/**
 * `node packages/reliability/peers.ts` measures deliveries per second of this engine, and of pg-boss,
 * Graphile Worker and BullMQ, with the same signed POSTs to the same receiver. Each runs in its own process,
 * in turns. All jobs are queued before the clock starts. The clock stops when the store records the last job
 * as done. PostgreSQL is durable.
 *
 * The peers are packages of packages/reliability/peers/packages, which are installed on the first
 * run. BullMQ requires Redis: without Redis, the script prints a message and skips BullMQ.
 * Arguments select the peers to run.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { median, startScript, terminate } from './support/instance.ts'
import { cpuTime } from './support/process-stats.ts'
import { hasRedis, type RedisServer, startRedis } from './support/redis.ts'
import { seedAccounts } from './support/seed-accounts.ts'
import { type SenderTestbed, withSenderTestbed } from './support/sender-testbed.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const deliveries = Number(process.env.BENCH_DELIVERIES ?? 20_000)
const warmUp = Number(process.env.BENCH_WARM_UP ?? 10_000)

interface Side {
  script: string
  env: Record<string, string>
  /** The pid of the store's process. */
  store?: number
}

interface PeerResult {
  rate: number
  sender: number
  store: number
}

const selected = process.argv.slice(2)
const redis: RedisServer[] = []
installPeers()
await withSenderTestbed(async (testbed) => {
  try {
    await measure(testbed)
  } finally {
    for (const each of redis) await each.stop()
  }
})

/** Installs the peers from the lock file, without install scripts. */
function installPeers(): void {
  if (existsSync('packages/reliability/peers/packages/node_modules/bullmq')) return
  const { status } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--prefix', 'packages/reliability/peers/packages'],
    {
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Error('the peers could not be installed')
}

async function measure(testbed: SenderTestbed): Promise<void> {
  const { server, receiverUrl } = testbed
  const seeded = await seedAccounts(server.url, receiverUrl, { accounts: 10, endpoints: 20 })
  const sides = await buildSides(testbed)
  const results = new Map<string, PeerResult[]>()
  for (let round = 1; round <= rounds; round++) {
    for (const [name, side] of sides) {
      if (name === 'engine') await seeded.enqueueDeliveries(deliveries + warmUp)
      const result = await run(side)
      results.set(name, [...(results.get(name) ?? []), result])
      console.log(
        `round ${round}  ${name.padEnd(18)} ${result.rate.toFixed(0)} a second, ` +
          `CPU ${result.sender.toFixed(0)} us at the sender, ${result.store.toFixed(0)} us in the store`,
      )
    }
  }
  await seeded.close()
  printReport(results)
}

async function buildSides({ server, dir, receiverUrl }: SenderTestbed): Promise<Map<string, Side>> {
  const env = {
    NODE_ENV: 'production',
    BENCH_URL: server.url,
    BENCH_TARGET: receiverUrl,
    BENCH_DELIVERIES: String(deliveries),
    BENCH_WARM_UP: String(warmUp),
  }
  const store = server.pid
  const peer = (name: string, concurrency: number, batch: number): Side => ({
    script: `packages/reliability/peers/${name}.ts`,
    env: { ...env, BENCH_CONCURRENCY: String(concurrency), BENCH_BATCH: String(batch) },
    store,
  })
  const buildOwnSide = (kind: string): Side => ({
    script: 'packages/reliability/support/sender.ts',
    env: { ...env, BENCH_CONCURRENCY: '256', BENCH_KIND: kind },
  })
  const sides = new Map<string, Side>([
    ['raw', buildOwnSide('raw')],
    ['engine', { ...buildOwnSide('engine'), store }],
    ['pg-boss', peer('pg-boss', 256, 64)],
    ['graphile-worker', peer('graphile-worker', 64, 500)],
  ])
  if (!hasRedis()) {
    console.log('There is no redis-server on this machine: BullMQ is skipped.')
  } else {
    for (const fsync of ['everysec', 'always'] as const) {
      const server = await startRedis(dir, fsync)
      redis.push(server)
      const { env: baseEnv, script } = peer('bullmq', 64, 1)
      const buildOwnSide = { ...baseEnv, BENCH_REDIS_PORT: String(server.port) }
      sides.set(`bullmq ${fsync}`, { script, env: buildOwnSide, store: server.pid })
    }
  }
  return selected.length === 0
    ? sides
    : new Map([...sides].filter(([name]) => selected.includes(name)))
}

async function run({ script, env, store }: Side): Promise<PeerResult> {
  const before = store === undefined ? 0 : cpuTime(store)
  const { child, line } = await startScript(script, { ...process.env, ...env })
  const [rate = Number.NaN, sender = Number.NaN] = line.split(' ').map(Number)
  await terminate(child)
  const storeCpu = store === undefined ? 0 : cpuTime(store) - before
  return { rate, sender, store: storeCpu / (deliveries + warmUp) }
}

function printReport(results: ReadonlyMap<string, PeerResult[]>): void {
  const engine = results.get('engine') ?? []
  console.log(
    `\n${deliveries} deliveries after a warm-up of ${warmUp}; medians of ${rounds}; CPU of the store: of the peers with queueing, of the engine without`,
  )
  for (const [name, samples] of results) {
    const ratios = samples.map(({ rate }, round) => (engine[round]?.rate ?? Number.NaN) / rate)
    const of = (metric: keyof PeerResult) => median(samples.map((each) => each[metric]))
    console.log(
      `${name.padEnd(18)} ${of('rate').toFixed(0).padStart(6)}/s   engine: ${median(ratios).toFixed(2)} times the rate ` +
        `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})   ` +
        `CPU a delivery: sender ${of('sender').toFixed(0)} us, store ${of('store').toFixed(0)} us`,
    )
  }
}
