import autocannon from 'autocannon'
import { median } from '#reliability/support/instance'
import { type Cluster, type ClusterNode, createCluster } from './cluster.ts'
import { buildGiftBody, buildHeaders, type SeededAccount, seedAccount } from './seed-account.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const connections = 32

/** Measures `POST /gift_requests` per second with one and with two API processes, in turns. */
export async function measureApis(): Promise<void> {
  const cluster = await createCluster()
  try {
    const nodes = await Promise.all([cluster.start('api'), cluster.start('api')])
    const account = await seedAccount(cluster, 'ash')
    await measureCreates(cluster, nodes, account, 8) // a warm-up without a measurement
    const resultsByCount = new Map<number, Awaited<ReturnType<typeof measureCreates>>[]>()
    for (let round = 1; round <= rounds; round++)
      for (const count of [1, 2]) {
        const result = await measureCreates(cluster, nodes.slice(0, count), account, seconds)
        resultsByCount.set(count, [...(resultsByCount.get(count) ?? []), result])
      }
    for (const [count, all] of resultsByCount) {
      const medianText = (name: 'rate' | 'api' | 'postgres') =>
        median(all.map((each) => each[name])).toFixed(0)
      console.log(
        `${count} of --roles api: ${medianText('rate')}/s  CPU a create: API ${medianText('api')} µs, PostgreSQL ${medianText('postgres')} µs`,
      )
    }
  } finally {
    await cluster.remove()
  }
}

async function measureCreates(
  cluster: Cluster,
  nodes: readonly ClusterNode[],
  account: SeededAccount,
  duration: number,
) {
  const cpu = () => ({
    api: nodes.reduce((sum, node) => sum + node.cpu(), 0),
    postgres: cluster.postgresCpu(),
  })
  const before = cpu()
  const results = await Promise.all(
    nodes.map(({ base }) =>
      autocannon({
        url: base,
        connections: connections / nodes.length,
        duration,
        requests: [
          {
            method: 'POST',
            path: '/api/gift_requests',
            headers: buildHeaders(account),
            setupRequest: (request) => ({ ...request, body: buildGiftBody(account) }),
          },
        ],
      }),
    ),
  )
  const after = cpu()
  const count = results.reduce((sum, { requests }) => sum + requests.total, 0)
  const bad = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  if (bad > 0) throw new Error(`${bad} requests failed`)
  return {
    rate: count / duration,
    api: (after.api - before.api) / count,
    postgres: (after.postgres - before.postgres) / count,
  }
}
