/**
 * `node packages/reliability/growth.ts` measures the service with many stored rows. Two nodes, one of them
 * with an empty database, do the same work in turns. The result is the ratio of each round. On both nodes, a
 * hundred thousand deliveries wait for an endpoint that hangs. ANALYZE has read these rows, so that a query
 * plan that wrongly assumes an even distribution would become visible.
 *
 * BENCH_STORED lists the sizes (10000,1000000,10000000). BENCH_DATA_DIR is a folder for filled databases,
 * which later runs reuse. The largest size takes a quarter of an hour to fill, and some 30 GB.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { newId } from '#platform/lib/ids'
import {
  createBenchInstance,
  formatRatios,
  median,
  startScript,
  terminate,
} from './support/instance.ts'
import { seedAccounts } from './support/seed-accounts.ts'
import { seedDeliveries } from './support/seed-deliveries.ts'
import { seedGifts } from './support/seed-gifts.ts'
import { watchSeqScans } from './support/seq-scans.ts'
import { percentile, type ServiceHarness, startServiceHarness } from './support/service-harness.ts'

const sizes = (process.env.BENCH_STORED ?? '10000,1000000,10000000').split(',').map(Number)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const deliveries = Number(process.env.BENCH_DELIVERIES ?? 15_000)
const dataRoot = process.env.BENCH_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'bestow-growth-'))

type Side = 'empty' | 'full'
const sides: readonly Side[] = ['empty', 'full']

try {
  for (const stored of sizes) await measure(stored)
} finally {
  if (process.env.BENCH_DATA_DIR === undefined) rmSync(dataRoot, { recursive: true, force: true })
}

async function measure(stored: number): Promise<void> {
  const full = join(dataRoot, String(stored))
  if (!existsSync(join(full, 'filled'))) await seedDataDir(full, stored)
  if (process.env.BENCH_FILL_ONLY) return
  const empty = mkdtempSync(join(tmpdir(), 'bestow-bench-'))
  try {
    console.log(`\n${stored} gift requests stored`)
    await compareEngines({ empty, full })
    await compareNodes({ empty, full })
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
}

async function seedDataDir(dataDir: string, giftCount: number): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const settings = { max_wal_size: '8GB', autovacuum: 'off' }
  const instance = await createBenchInstance({}, { dataDir, settings })
  try {
    const { account_id, cli } = instance
    const url = ['--url', 'http://127.0.0.1:9/']
    const { endpoint } = (await cli('endpoints', 'create', '--account', account_id, ...url)) as {
      endpoint: { id: string }
    }
    const owner = { account_id, endpoint_id: endpoint.id }
    await seedGifts(instance.superuserUrl, owner, { from: 0, to: giftCount, totalCount: giftCount })
    writeFileSync(join(dataDir, 'filled'), '')
  } finally {
    await instance.remove()
  }
}

/** Compares the delivery engines alone, as `deliveries.ts` does. */
async function compareEngines(dirs: Record<Side, string>): Promise<void> {
  const receiver = await startScript('packages/reliability/support/receiver.ts', process.env)
  const target = `http://127.0.0.1:${receiver.line}`
  const rates = { empty: [] as number[], full: [] as number[] }
  const instances = {
    empty: await createBenchInstance({}, { dataDir: dirs.empty }),
    full: await createBenchInstance({}, { dataDir: dirs.full }),
  }
  const shape = { accounts: 10, endpoints: 20 }
  const seeded = {
    empty: await seedAccounts(instances.empty.database.url, `${target}/hook`, shape),
    full: await seedAccounts(instances.full.database.url, `${target}/hook`, shape),
  }
  for (let round = 1; round <= rounds; round++) {
    for (const side of sides) {
      await seeded[side].enqueueDeliveries(deliveries * 1.5)
      const { child, line } = await startScript('packages/reliability/support/sender.ts', {
        ...process.env,
        NODE_ENV: 'production',
        BENCH_KIND: 'engine',
        BENCH_URL: instances[side].database.url,
        BENCH_TARGET: target,
        BENCH_DELIVERIES: String(deliveries),
        BENCH_WARM_UP: String(deliveries / 2),
        BENCH_CONCURRENCY: '256',
      })
      rates[side].push(Number(line.split(' ')[0]))
      await terminate(child)
    }
  }
  printComparison('deliveries, engine alone', rates, '/s')
  for (const side of sides) {
    await seeded[side].close()
    await instances[side].remove()
  }
  await terminate(receiver.child)
}

/**
 * Compares whole nodes: gift requests with delivery, reads, lists, and the latency from commit to receipt.
 */
async function compareNodes(dirs: Record<Side, string>): Promise<void> {
  const harnesses = {
    empty: await startServiceHarness(1, { dataDir: dirs.empty }),
    full: await startServiceHarness(1, { dataDir: dirs.full }),
  }
  try {
    const ids = {} as Record<Side, string[]>
    const scans = await watchSeqScans(harnesses.full)
    for (const side of sides) {
      const harness = harnesses[side]
      const endpoint_ids = await harness.createEndpoints([harness.hangingUrl])
      await harness.sql('truncate webhooks.delivery_queue, webhooks.lease')
      await seedDeliveries(harness, { endpoint_ids, count: 100_000 })
      await measureCreates(harness)
      // The offering of the gift requests that fill the database: a copy of a real offering.
      await harness.sql(
        `insert into gifting.offering (account_id, digest, content)
         select account_id, decode(repeat('5a', 32), 'hex'), content from gifting.offering limit 1 on conflict do nothing`,
      )
      ids[side] = await sampleIds(harness)
    }
    const compare = async (name: string, unit: string, run: (side: Side) => Promise<number>) => {
      const samples = { empty: [] as number[], full: [] as number[] }
      for (const side of sides) await run(side)
      for (let round = 1; round <= rounds; round++)
        for (const side of sides) samples[side].push(await run(side))
      printComparison(name, samples, unit)
    }
    const pick = (side: Side) => ids[side][Math.floor(Math.random() * ids[side].length)]
    await compare('POST /gift_requests, each delivered', '/s', (side) =>
      measureCreates(harnesses[side]),
    )
    await compare('GET /gift_requests/{id}, any of them', '/s', (side) =>
      measureReads(harnesses[side], () => `/gift_requests/${pick(side)}`),
    )
    await compare('GET /gift_requests?limit=25', '/s', (side) =>
      measureReads(harnesses[side], () => '/gift_requests?limit=25'),
    )
    await compare('GET /gift_requests of a recipient', '/s', (side) =>
      measureReads(
        harnesses[side],
        () => '/gift_requests?recipient_email=recipient.7%40example.com',
      ),
    )
    await compare('commit to receipt, p95', ' ms', async (side) =>
      percentile(await harnesses[side].measureLatencies(3, 20), 0.95),
    )
    const maxMemory = sides.map((side) => harnesses[side].memory.takeSample().maxMb.toFixed(0))
    console.log(`memory of the nodes at most: empty ${maxMemory[0]} MB, full ${maxMemory[1]} MB`)
    console.log(`full scans of large tables: ${(await scans.fullScans()).join(', ') || 'none'}`)
  } finally {
    for (const side of sides) await harnesses[side].close()
  }
}

/** Returns a random sample of the ids of the account. */
async function sampleIds({ sql, account_id }: ServiceHarness): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `select id from gifting.gift_request tablesample system ((
        select least(100, 2000000 / greatest(1, reltuples)) from pg_class where oid = 'gifting.gift_request'::regclass))
      where account_id = $1 limit 20000`,
    [account_id],
  )
  return rows.map(({ id }) => id)
}

async function measureCreates({ api }: ServiceHarness): Promise<number> {
  return measureLoad(api, {
    method: 'POST',
    path: '/api/gift_requests',
    setupRequest: (request) => ({ ...request, body: api.buildBody(`${newId()}@example.com`) }),
  })
}

function measureReads({ api }: ServiceHarness, path: () => string): Promise<number> {
  return measureLoad(api, {
    method: 'GET',
    setupRequest: (request) => ({ ...request, path: `/api${path()}` }),
  })
}

async function measureLoad(
  { base, headers }: ServiceHarness['api'],
  request: autocannon.Request,
): Promise<number> {
  const { non2xx, errors, requests } = await autocannon({
    url: new URL(base).origin,
    connections: 16,
    duration: seconds,
    requests: [{ ...request, headers }],
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} responses were not 2xx, ${errors} failed`)
  return requests.average
}

/** Prints the ratios of a comparison. For rates, one or more is good. For times, one or less is good. */
function printComparison(name: string, samples: Record<Side, number[]>, unit: string): void {
  const ratios = samples.full.map((each, round) => each / (samples.empty[round] ?? Number.NaN))
  const medianText = (side: Side) => median(samples[side]).toFixed(unit === ' ms' ? 1 : 0)
  console.log(
    `${name.padEnd(38)} empty ${medianText('empty')}${unit}, full ${medianText('full')}${unit}, ${formatRatios(ratios)}`,
  )
}
