/**
 * `node bench/growth.ts`: what figures become when very much is stored: two nodes, one of them empty, do the same
 * in turns, and the ratio of each round is taken. On both, a hundred thousand deliveries wait for an endpoint that
 * hangs, and ANALYZE has seen them: a plan that bets on even statistics would show.
 *
 * BENCH_STORED names the sizes (10000,1000000,10000000), BENCH_DATA_DIR a folder in which filled databases are kept
 * and found again. The largest takes a quarter of an hour to fill, and some 30 GB.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { newId } from '#platform/ids'
import { gatherCrowd } from './support/crowd.ts'
import { fillGifts } from './support/fill.ts'
import { flood } from './support/flood.ts'
import { createInstance, end, median, spread, startScript } from './support/instance.ts'
import { scansOf } from './support/scans.ts'
import { at, type Stage, setStage } from './support/stage.ts'

const sizes = (process.env.BENCH_STORED ?? '10000,1000000,10000000').split(',').map(Number)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const deliveries = Number(process.env.BENCH_DELIVERIES ?? 15_000)
const home = process.env.BENCH_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'bestow-growth-'))

type Side = 'empty' | 'full'
const sides: readonly Side[] = ['empty', 'full']

try {
  for (const stored of sizes) await measure(stored)
} finally {
  if (process.env.BENCH_DATA_DIR === undefined) rmSync(home, { recursive: true, force: true })
}

async function measure(stored: number): Promise<void> {
  const full = join(home, String(stored))
  if (!existsSync(join(full, 'filled'))) await fill(full, stored)
  if (process.env.BENCH_FILL_ONLY) return
  const empty = mkdtempSync(join(tmpdir(), 'bestow-bench-'))
  try {
    console.log(`\n${stored} gift requests stored`)
    await engines({ empty, full })
    await nodes({ empty, full })
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
}

async function fill(dataDir: string, stored: number): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const settings = { max_wal_size: '8GB', autovacuum: 'off' }
  const instance = await createInstance({}, { dataDir, settings })
  try {
    const { account_id, cli } = instance
    const url = ['--url', 'http://127.0.0.1:9/']
    const { endpoint } = (await cli('endpoints', 'create', '--account', account_id, ...url)) as {
      endpoint: { id: string }
    }
    const holder = { account_id, endpoint_id: endpoint.id }
    await fillGifts(instance.superuserUrl, holder, { from: 0, to: stored, most: stored })
    writeFileSync(join(dataDir, 'filled'), '')
  } finally {
    await instance.remove()
  }
}

/** The engine alone, as `deliveries.ts` measures it. */
async function engines(dirs: Record<Side, string>): Promise<void> {
  const receiver = await startScript('bench/support/receiver.ts', process.env)
  const target = `http://127.0.0.1:${receiver.line}`
  const rates = { empty: [] as number[], full: [] as number[] }
  const open = {
    empty: await createInstance({}, { dataDir: dirs.empty }),
    full: await createInstance({}, { dataDir: dirs.full }),
  }
  const shape = { accounts: 10, endpoints: 20 }
  const crowds = {
    empty: await gatherCrowd(open.empty.database.url, `${target}/hook`, shape),
    full: await gatherCrowd(open.full.database.url, `${target}/hook`, shape),
  }
  for (let round = 1; round <= rounds; round++) {
    for (const side of sides) {
      await crowds[side].fill(deliveries * 1.5)
      const { child, line } = await startScript('bench/support/sender.ts', {
        ...process.env,
        NODE_ENV: 'production',
        BENCH_KIND: 'engine',
        BENCH_URL: open[side].database.url,
        BENCH_TARGET: target,
        BENCH_DELIVERIES: String(deliveries),
        BENCH_WARM_UP: String(deliveries / 2),
        BENCH_CONCURRENCY: '256',
      })
      rates[side].push(Number(line.split(' ')[0]))
      await end(child)
    }
  }
  tell('deliveries, engine alone', rates, '/s')
  for (const side of sides) {
    await crowds[side].close()
    await open[side].remove()
  }
  await end(receiver.child)
}

/** Whole nodes: creates with their delivery, reads, lists, and the way from commit to receipt. */
async function nodes(dirs: Record<Side, string>): Promise<void> {
  const stages = {
    empty: await setStage(1, { dataDir: dirs.empty }),
    full: await setStage(1, { dataDir: dirs.full }),
  }
  try {
    const ids = {} as Record<Side, string[]>
    const scans = await scansOf(stages.full)
    for (const side of sides) {
      const stage = stages[side]
      const endpoint_ids = await stage.endpoints([stage.hangingUrl])
      await stage.sql('truncate webhooks.delivery_queue, webhooks.lease')
      await flood(stage, { endpoint_ids, count: 100_000 })
      await post(stage)
      // What the filled ones name as their offering: a copy of a real one.
      await stage.sql(
        `insert into gifting.offering (account_id, digest, content)
         select account_id, decode(repeat('5a', 32), 'hex'), content from gifting.offering limit 1 on conflict do nothing`,
      )
      ids[side] = await someIds(stage)
    }
    const compare = async (name: string, unit: string, run: (side: Side) => Promise<number>) => {
      const seen = { empty: [] as number[], full: [] as number[] }
      for (const side of sides) await run(side)
      for (let round = 1; round <= rounds; round++)
        for (const side of sides) seen[side].push(await run(side))
      tell(name, seen, unit)
    }
    const pick = (side: Side) => ids[side][Math.floor(Math.random() * ids[side].length)]
    await compare('POST /gift_requests, each delivered', '/s', (side) => post(stages[side]))
    await compare('GET /gift_requests/{id}, any of them', '/s', (side) =>
      get(stages[side], () => `/gift_requests/${pick(side)}`),
    )
    await compare('GET /gift_requests?limit=25', '/s', (side) =>
      get(stages[side], () => '/gift_requests?limit=25'),
    )
    await compare('GET /gift_requests of a recipient', '/s', (side) =>
      get(stages[side], () => '/gift_requests?recipient_email=recipient.7%40example.com'),
    )
    await compare('commit to receipt, p95', ' ms', async (side) =>
      at(await stages[side].pace(3, 20), 0.95),
    )
    const most = sides.map((side) => stages[side].memory.look().most.toFixed(0))
    console.log(`memory of the nodes at most: empty ${most[0]} MB, full ${most[1]} MB`)
    console.log(
      `whole scans of large tables meanwhile: ${(await scans.since()).join(', ') || 'none'}`,
    )
  } finally {
    for (const side of sides) await stages[side].close()
  }
}

/** Ids from all over the account. */
async function someIds({ sql, account_id }: Stage): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `select id from gifting.gift_request tablesample system ((
        select least(100, 2000000 / greatest(1, reltuples)) from pg_class where oid = 'gifting.gift_request'::regclass))
      where account_id = $1 limit 20000`,
    [account_id],
  )
  return rows.map(({ id }) => id)
}

async function post({ api }: Stage): Promise<number> {
  return load(api, {
    method: 'POST',
    path: '/api/gift_requests',
    setupRequest: (request) => ({ ...request, body: api.bodyOf(`${newId()}@example.com`) }),
  })
}

function get({ api }: Stage, path: () => string): Promise<number> {
  return load(api, {
    method: 'GET',
    setupRequest: (request) => ({ ...request, path: `/api${path()}` }),
  })
}

async function load({ base, headers }: Stage['api'], request: autocannon.Request): Promise<number> {
  const { non2xx, errors, requests } = await autocannon({
    url: new URL(base).origin,
    connections: 16,
    duration: seconds,
    requests: [{ ...request, headers }],
  })
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers were not 2xx, ${errors} failed`)
  return requests.average
}

/** A ratio of one or more is good for rates, of one or less for times. */
function tell(name: string, seen: Record<Side, number[]>, unit: string): void {
  const ratios = seen.full.map((each, round) => each / (seen.empty[round] ?? Number.NaN))
  const of = (side: Side) => median(seen[side]).toFixed(unit === ' ms' ? 1 : 0)
  console.log(
    `${name.padEnd(38)} empty ${of('empty')}${unit}, full ${of('full')}${unit}, ${spread(ratios)}`,
  )
}
