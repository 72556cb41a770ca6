import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { median } from '#reliability/support/instance'
import { createAccount, eventInput } from '#test/webhook-harness'
import * as webhooks from '#webhooks'
import { type Cluster, type ClusterNode, createCluster } from './cluster.ts'

const workload = { accounts: 10, endpoints: 20 } // the number of accounts, and of endpoints for each account
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const deliveries = Number(process.env.BENCH_DELIVERIES ?? 20_000)
const maxWorkers = Number(process.env.NODES_WORKERS ?? 4)
/**
 * The delay of a slow receiver in milliseconds. It is so long that the slots are
 * the limit and not the two cores.
 */
const slowReceiverDelayMs = Number(process.env.NODES_PAUSE ?? 1_000)

/**
 * The result of one measurement that empties the queue. Rates are per second, CPU time
 * is in microseconds per delivery.
 */
interface DrainResult {
  rate: number
  worker: number
  postgres: number
  /** The share of the deliveries that the busiest worker sent. */
  share: number
  repeated: number
  stale: number
}

/**
 * Measures deliveries per second with one to four worker processes. With a receiver that responds at once,
 * the two cores are the limit. With a slow receiver, the slots are the limit.
 */
export async function measureWorkers(): Promise<void> {
  const cluster = await createCluster()
  try {
    const accounts = await createAccounts(cluster)
    const drains = new Map<string, DrainResult[]>()
    for (let round = 1; round <= rounds; round++) {
      for (let count = 1; count <= maxWorkers; count++) {
        const nodes = await Promise.all(
          Array.from({ length: count }, () => cluster.start('worker')),
        )
        await drainQueue(cluster, accounts, nodes, deliveries / 2, 0) // a warm-up without a measurement
        const kinds = [
          ['at once', deliveries, 0],
          [`after ${slowReceiverDelayMs} ms`, 2_000 * count, slowReceiverDelayMs],
        ] as const
        for (const [kind, deliveryCount, delayMs] of kinds) {
          const result = await drainQueue(cluster, accounts, nodes, deliveryCount, delayMs)
          const key = `${kind}, ${count} ${count === 1 ? 'worker' : 'workers'}`
          drains.set(key, [...(drains.get(key) ?? []), result])
          console.log(`round ${round}  ${key}  ${formatDrain(result)}`)
        }
        await Promise.all(nodes.map((node) => node.stop()))
      }
    }
    console.log(`medians of ${rounds}`)
    for (const [key, result] of [...drains].sort())
      console.log(`${key}  ${formatDrain(medianDrain(result))}`)
  } finally {
    await cluster.remove()
  }
}

const formatDrain = ({ rate, worker, postgres, share, repeated, stale }: DrainResult) =>
  `${rate.toFixed(0)}/s  CPU a delivery: workers ${worker.toFixed(0)} µs, PostgreSQL ${postgres.toFixed(0)} µs` +
  `  busiest worker ${(share * 100).toFixed(0)} %  duplicates ${repeated}  stale ${stale}`

const medianDrain = (drains: readonly DrainResult[]): DrainResult => {
  const medianField = (name: keyof DrainResult) => median(drains.map((each) => each[name]))
  return {
    rate: medianField('rate'),
    worker: medianField('worker'),
    postgres: medianField('postgres'),
    share: medianField('share'),
    repeated: Math.max(...drains.map(({ repeated }) => repeated)),
    stale: Math.max(...drains.map(({ stale }) => stale)),
  }
}

async function createAccounts({ db, receiver }: Cluster): Promise<string[]> {
  const accountIds: string[] = []
  for (let n = 0; n < workload.accounts; n++) {
    const account_id = await createAccount(db)
    await inTransaction(db, account_id, async (ctx) => {
      for (let each = 0; each < workload.endpoints; each++)
        await webhooks.createEndpoint(
          ctx,
          { account_id, tier: 'enterprise' },
          { url: `${receiver.url}/${each}` },
          { allowPrivate: true },
        )
    })
    accountIds.push(account_id)
  }
  return accountIds
}

/**
 * Measures how fast the nodes empty the queue. All deliveries become visible at one commit. The measurement
 * starts when a tenth of them is delivered, and ends at nine tenths.
 */
async function drainQueue(
  { db, receiver, postgresCpu }: Cluster,
  accounts: readonly string[],
  nodes: readonly ClusterNode[],
  deliveryCount: number,
  delayMs: number,
): Promise<DrainResult> {
  await receiver.setDelay(delayMs)
  const events = Math.round(deliveryCount / (workload.accounts * workload.endpoints))
  const total = events * workload.accounts * workload.endpoints
  const from = await receiver.counts()
  const deliveredBefore = await Promise.all(
    nodes.map((node) => node.readMetric('bestow_deliveries_delivered')),
  )
  await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    for (const account_id of accounts)
      webhooks.recordAll(
        ctx,
        Array.from({ length: events }, () => eventInput(account_id)),
      )
  })
  const cpu = () => nodes.reduce((sum, node) => sum + node.cpu(), 0)
  const readProgress = async () => ({
    done: (await receiver.counts()).requests - from.requests,
    at: performance.now(),
    worker: cpu(),
    postgres: postgresCpu(),
  })
  let first = await readProgress()
  while (first.done < total * 0.1) {
    await sleep(10)
    first = await readProgress()
  }
  let last = first
  while (last.done < total * 0.9) {
    await sleep(20)
    last = await readProgress()
  }
  while (!(await isEmpty(db))) await sleep(20)
  const done = await Promise.all(
    nodes.map((node) => node.readMetric('bestow_deliveries_delivered')),
  )
  const deliveredByNode = done.map((each, n) => each - (deliveredBefore[n] ?? 0))
  const stale = await Promise.all(nodes.map((node) => node.readMetric('bestow_deliveries_stale')))
  const count = last.done - first.done
  return {
    rate: count / ((last.at - first.at) / 1000),
    worker: (last.worker - first.worker) / count,
    postgres: (last.postgres - first.postgres) / count,
    share: Math.max(...deliveredByNode) / total,
    repeated: (await receiver.counts()).repeated,
    stale: stale.reduce((sum, each) => sum + each, 0),
  }
}

const isEmpty = (db: Cluster['db']): Promise<boolean> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const rows = await ctx.query('select from webhooks.delivery_queue limit 1')
    return rows.length === 0
  })
