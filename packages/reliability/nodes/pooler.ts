import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { type Cluster, createCluster } from './cluster.ts'
import { findPgbouncerVersion } from './pgbouncer.ts'
import { buildGiftBody, buildHeaders, type SeededAccount, seedAccount } from './seed-account.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const giftCount = Number(process.env.NODES_GIFTS ?? 1_000)
const poolSize = Number(process.env.NODES_POOL ?? 10)
const clientsPerAccount = 4

/** The unexpected observations of the clients, as counters. */
interface ClientStats {
  foreign: number
  unexpected: Map<string, number>
  readCount: number
  acknowledged: Set<string>
}

/**
 * Measures two processes of the service behind a PgBouncer in transaction mode. Three accounts send gift
 * requests concurrently. They read lists and try to read each other's gift requests. A connection switches
 * its client at each transaction, so that remaining session state would become visible.
 */
export async function measurePooler(): Promise<void> {
  const version = findPgbouncerVersion()
  if (version === undefined) {
    console.log(
      'pooler: skipped, there is no pgbouncer on this machine (apt-get install pgbouncer)',
    )
    return
  }
  await runWithPooler(await createCluster(), 'without')
  await runWithPooler(await createCluster({ poolSize }), `${version}, pool of ${poolSize}`)
}

async function runWithPooler(cluster: Cluster, name: string): Promise<void> {
  try {
    const nodes = await Promise.all([
      cluster.start('api,web,worker'),
      cluster.start('api,web,worker'),
    ])
    const accounts = await Promise.all(
      ['ash', 'elm', 'oak'].map((name) => seedAccount(cluster, name)),
    )
    const bases = nodes.map(({ base }) => base)
    const stats: ClientStats = {
      foreign: 0,
      unexpected: new Map(),
      readCount: 0,
      acknowledged: new Set(),
    }
    const cpu = () => ({
      service: nodes.reduce((sum, node) => sum + node.cpu(), 0),
      postgres: cluster.postgresCpu(),
      pooler: cluster.pooler?.cpu() ?? 0,
    })
    const serverWatch = watchConnections(cluster)
    const before = cpu()
    await createGifts(accounts, bases, stats)
    await waitUntilIdle(cluster)
    const after = cpu()
    const totals = await countEmitted(cluster)
    const { requests, repeated, strayed } = await cluster.receiver.counts()
    const cpuText = (part: keyof typeof after) =>
      `${part} ${((after[part] - before[part]) / 1000 / totals.gifts).toFixed(2)} ms`
    console.log(
      `pooler: ${name}; at most ${await serverWatch.end()} connections to PostgreSQL for two processes; ` +
        `CPU a gift request: ${cpuText('service')}, ${cpuText('postgres')}, ${cpuText('pooler')}`,
    )
    console.log(
      `created ${stats.acknowledged.size}, stored ${totals.gifts}, events ${totals.events}, received ${requests - repeated}, ` +
        `duplicates ${repeated}, of another account: ${strayed} delivered, ${stats.foreign} of ${stats.readCount} reads`,
    )
    const isCorrect =
      stats.acknowledged.size === totals.gifts &&
      totals.events === requests - repeated &&
      strayed + stats.foreign + repeated + stats.unexpected.size === 0
    for (const [response, times] of stats.unexpected) console.log(`  ✖ ${times} times: ${response}`)
    if (!isCorrect) process.exitCode = 1
  } finally {
    await cluster.remove()
  }
}

async function createGifts(
  accounts: readonly SeededAccount[],
  bases: readonly string[],
  stats: ClientStats,
) {
  let remaining = giftCount
  const ids = new Map<string, string[]>(accounts.map(({ name }) => [name, []]))
  const client = async (account: SeededAccount, number: number) => {
    for (let turn = number; remaining-- > 0; turn++) {
      const base = bases[turn % bases.length] ?? ''
      const id = await createWithRetries(account, base, stats)
      if (id !== undefined) ids.get(account.name)?.push(id)
      if (turn % 4 === 0) await checkIsolation(account, base, ids, stats)
    }
  }
  await Promise.all(
    accounts.flatMap((account) =>
      Array.from({ length: clientsPerAccount }, (_, number) => client(account, number)),
    ),
  )
}

/**
 * Creates a gift request. Retries with the same idempotency key while the service cannot reach its database.
 */
async function createWithRetries(
  account: SeededAccount,
  base: string,
  stats: ClientStats,
): Promise<string | undefined> {
  const headers = { ...buildHeaders(account), 'idempotency-key': randomUUID() }
  const body = buildGiftBody(account)
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`${base}/api/gift_requests`, { method: 'POST', headers, body })
    const text = await response.text()
    if (response.status === 503) await sleep(200)
    else if (response.status === 201) {
      const { id } = JSON.parse(text) as { id: string }
      stats.acknowledged.add(id)
      return id
    } else {
      recordUnexpected(stats, response.status, text)
      return undefined
    }
  }
  recordUnexpected(stats, 503, 'for good')
  return undefined
}

/**
 * Checks that the list contains no rows of other accounts, and that the gift requests
 * of other accounts are not found.
 */
async function checkIsolation(
  account: SeededAccount,
  base: string,
  ids: ReadonlyMap<string, string[]>,
  stats: ClientStats,
) {
  const headers = buildHeaders(account)
  const list = await (await fetch(`${base}/api/gift_requests?limit=50`, { headers })).text()
  const addresses = list.match(/@(ash|elm|oak)\.example\.com/g) ?? []
  stats.foreign += addresses.filter((each) => each !== `@${account.name}.example.com`).length
  for (const [name, accountGiftIds] of ids) {
    const id = accountGiftIds.at(-1)
    if (id === undefined) continue
    const { status } = await fetch(`${base}/api/gift_requests/${id}`, { headers })
    if (name !== account.name && status !== 404) stats.foreign += 1
    if (name === account.name && status !== 200)
      recordUnexpected(stats, status, 'its own gift request')
    stats.readCount += 1
  }
}

function recordUnexpected({ unexpected }: ClientStats, status: number, text: string) {
  const response = `${status} ${text}`
  unexpected.set(response, (unexpected.get(response) ?? 0) + 1)
}

async function countEmitted({ db }: Cluster): Promise<{ gifts: number; events: number }> {
  const [row] = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ gifts: number; events: number }>(
      `select (select count(*) from gifting.gift_request) as gifts,
              (select sum(cardinality(events)) from gifting.state_transition) as events`,
    ),
  )
  return row ?? { gifts: 0, events: 0 }
}

const countServiceConnections = (db: Cluster['db']): Promise<number> =>
  inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.queryCount(
      `select count(*) as n from pg_stat_activity
        where datname = current_database() and application_name ~ '^bestow (api|worker)'`,
    ),
  )

function watchConnections({ db, pooler }: Cluster) {
  let maxConnections = 0 // without a pooler, counts the connections that the processes have opened
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      maxConnections = Math.max(
        maxConnections,
        await (pooler?.servers() ?? countServiceConnections(db)),
      )
      await sleep(500)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      return maxConnections
    },
  }
}
