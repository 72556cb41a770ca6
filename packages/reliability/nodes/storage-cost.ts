import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { type Cluster, type ClusterNode, createCluster } from './cluster.ts'
import { buildGiftBody, buildHeaders, type SeededAccount, seedAccount } from './seed-account.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const giftCount = Number(process.env.NODES_GIFTS ?? 1_000)
const clientCount = 8

/**
 * Measures the storage and CPU time of one gift request: after its creation with its event, and after the
 * arrival of the event.
 */
export async function measureStorageCost(): Promise<void> {
  const cluster = await createCluster()
  try {
    const node = await cluster.start('api,web,worker')
    const account = await seedAccount(cluster, 'ash')
    const ids = await mapConcurrently(
      Array.from({ length: 50 }, () => ''),
      () => createGift(node, account),
    ) // the first gift requests also read catalogue pages and create query plans
    await waitUntilIdle(cluster)
    const before = await takeSnapshot(cluster, node)
    const giftIds = await mapConcurrently(Array.from({ length: giftCount }), () =>
      createGift(node, account),
    )
    await waitUntilIdle(cluster)
    const created = await takeSnapshot(cluster, node)
    await mapConcurrently(giftIds, (id) => advanceToDelivered(node, account, id))
    await waitUntilIdle(cluster)
    const delivered = await takeSnapshot(cluster, node)
    console.log(`sizes: ${giftIds.length} gift requests after a warm-up of ${ids.length}`)
    printDifference('created and delivered', before, created)
    printDifference('advanced to delivered', before, delivered)
  } finally {
    await cluster.remove()
  }
}

async function mapConcurrently<From, To>(
  items: readonly From[],
  run: (one: From) => Promise<To>,
): Promise<To[]> {
  const results: To[] = []
  let next = 0
  const client = async () => {
    while (next < items.length) results.push(await run(items[next++] as From))
  }
  await Promise.all(Array.from({ length: clientCount }, client))
  return results
}

async function postWithRetries(
  node: ClusterNode,
  account: SeededAccount,
  path: string,
  body: string,
): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`${node.base}/api${path}`, {
      method: 'POST',
      headers: buildHeaders(account),
      body,
    })
    const text = await response.text()
    if (response.ok) return text
    if (response.status !== 503) throw new Error(`${response.status} ${text}`)
  }
  throw new Error('the service cannot reach its database')
}

const createGift = async (node: ClusterNode, account: SeededAccount): Promise<string> =>
  (
    JSON.parse(await postWithRetries(node, account, '/gift_requests', buildGiftBody(account))) as {
      id: string
    }
  ).id

const advanceToDelivered = (
  node: ClusterNode,
  account: SeededAccount,
  id: string,
): Promise<string> =>
  postWithRetries(node, account, `/test_helpers/gift_requests/${id}/advance`, '{"to":"delivered"}')

interface UsageSnapshot {
  tables: Map<string, { bytes: number; rows: number }>
  wal: number
  service: number
  postgres: number
}

async function takeSnapshot(
  { db, postgresCpu }: Cluster,
  node: ClusterNode,
): Promise<UsageSnapshot> {
  return inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const rows = await ctx.query<{ name: string; bytes: number }>(
      `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
              sum(pg_total_relation_size(c.oid)) as bytes
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname in ('access', 'gifting', 'webhooks', 'mail', 'fulfilment', 'catalogue')
        group by 1`,
    )
    const tables = new Map<string, { bytes: number; rows: number }>()
    for (const { name, bytes } of rows) {
      const [count] = await ctx.query<{ n: number }>(`select count(*) as n from ${name}`)
      tables.set(name, { bytes: Number(bytes), rows: count?.n ?? 0 })
    }
    const [wal] = await ctx.query<{ at: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as at`,
    )
    return { tables, wal: Number(wal?.at), service: node.cpu(), postgres: postgresCpu() }
  })
}

function printDifference(name: string, from: UsageSnapshot, to: UsageSnapshot): void {
  const perGift = (bytes: number) => (bytes / giftCount).toFixed(0)
  let sum = 0
  const lines: string[] = []
  for (const [table, { bytes, rows }] of to.tables) {
    const before = from.tables.get(table)
    const grown = bytes - (before?.bytes ?? 0)
    if (grown < giftCount) continue // skips what grows by less than a byte for each gift request
    sum += grown
    const rowsPerGift = (rows - (before?.rows ?? 0)) / giftCount
    lines.push(
      `  ${table.padEnd(30)} ${perGift(grown).padStart(6)} bytes  ${rowsPerGift.toFixed(1).padStart(5)} rows`,
    )
  }
  console.log(
    `${name}, each: ${perGift(sum)} bytes in tables and indexes, ${perGift(to.wal - from.wal)} bytes of WAL, ` +
      `CPU: service ${((to.service - from.service) / 1000 / giftCount).toFixed(2)} ms, PostgreSQL ${((to.postgres - from.postgres) / 1000 / giftCount).toFixed(2)} ms`,
  )
  for (const line of lines.sort()) console.log(line)
}
