import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../support/service-harness.ts'
import {
  type IsolationHarness,
  openIsolationHarness,
  type Phase,
  startWorker,
  stopWorker,
  type Target,
} from './isolation-harness.ts'

export interface Workload {
  /**
   * The behaviour of the bad endpoints: no response, a very slow one, a refused
   * connection, or a late response.
   */
  behaviour: 'hang' | 'drip' | 'refuse' | 'slow'
  bad: number
  /**
   * The number of accounts: all endpoints are in one account, or each of ten accounts has a tenth of the
   * healthy and of the bad endpoints.
   */
  accounts: 1 | 10
  workers: number
}

const endpoints = 1_000
const deliveriesPerSecond = Number(process.env.BENCH_RATE ?? 200)
const seconds = {
  before: Number(process.env.BENCH_BEFORE ?? 6),
  first: 2,
  during: Number(process.env.BENCH_DURING ?? 20),
  after: Number(process.env.BENCH_AFTER ?? 6),
}

/**
 * Measures one workload: at first all endpoints are healthy, then some are bad,
 * and then all are healthy again.
 */
export async function measureWorkload(
  url: string,
  ports: readonly number[],
  workload: Workload,
): Promise<void> {
  const harness = await openIsolationHarness(url, ports)
  const { good, bad } = await createTargets(harness, workload)
  const ids = new Set(good.map(({ id }) => id))
  const nextTarget = createShuffledCycle([...good, ...bad])
  await harness.setMode('ok')
  const workers = await Promise.all(
    Array.from({ length: workload.workers }, () => startWorker(url)),
  )
  const phase = (length: number) =>
    harness.runPhase(nextTarget, ids, { seconds: length, perSecond: deliveriesPerSecond })
  await phase(5) // uses each endpoint once, to open its connection and read its secret
  const before = await phase(seconds.before)
  await harness.setMode(workload.behaviour)
  const first = await phase(seconds.first)
  const during = await phase(seconds.during)
  await harness.setMode('ok')
  const waiting = await harness.countQueued()
  const startedAt = performance.now()
  const after = await phase(seconds.after)
  while (
    (await harness.countQueued()) > deliveriesPerSecond / 10 &&
    performance.now() - startedAt < 60_000
  )
    await sleep(200)
  const drainSeconds = (performance.now() - startedAt) / 1_000
  const workerStats = await Promise.all(workers.map(stopWorker))
  await harness.clearQueue()
  await harness.close()
  const { behaviour, bad: count, accounts } = workload
  const cpu = workerStats.reduce((sum, each) => sum + each.cpu, 0)
  console.log(
    `| ${count} ${behaviour} | ${accounts} | ${workload.workers} | ${formatPhase(before)} | ${formatPhase(first, before)} | ${formatPhase(during, before)} | ${formatPhase(after, before)} | ` +
      `${waiting} gone in ${drainSeconds.toFixed(1)} s | ${Math.max(...workerStats.map(({ maxInFlight }) => maxInFlight))} | ${cpu.toFixed(1)} s, ${workerStats.reduce((sum, { claims }) => sum + claims, 0)} claims of ${(workerStats[0]?.claim ?? 0).toFixed(1)} ms, ` +
      `${Math.max(...workerStats.map(({ memory }) => memory)).toFixed(0)} MB |`,
  )
}

/**
 * Measures a healthy account beside two accounts with 140 endpoints each, all of which get
 * an event every five seconds. The healthy account is measured alone, while the other
 * endpoints respond, and while they hang.
 */
export async function measureTwoAccounts(url: string, ports: readonly number[]): Promise<void> {
  const harness = await openIsolationHarness(url, ports)
  const healthyEndpoints = await harness.createEndpoints(await harness.createAccount(), 3, false)
  const bad = [
    ...(await harness.createEndpoints(await harness.createAccount(), 140, true)),
    ...(await harness.createEndpoints(await harness.createAccount(), 140, true)),
  ]
  const ids = new Set(healthyEndpoints.map(({ id }) => id))
  const nextGood = createShuffledCycle(healthyEndpoints)
  const nextBad = createShuffledCycle(bad)
  const worker = await startWorker(url)
  const runHealthy = (length: number) =>
    harness.runPhase(nextGood, ids, { seconds: length, perSecond: 10 })
  const runBoth = async (length: number) => {
    const others = harness.runPhase(nextBad, new Set(), {
      seconds: length,
      perSecond: bad.length / 5,
    })
    const [healthyPhase] = await Promise.all([runHealthy(length), others])
    return healthyPhase
  }
  await runHealthy(2)
  const alone = await runHealthy(seconds.before)
  const before = await runBoth(seconds.before)
  await harness.setMode('hang')
  const during = await runBoth(seconds.during)
  await harness.setMode('ok')
  const stats = await stopWorker(worker)
  await harness.clearQueue()
  await harness.close()
  console.log(
    `two accounts with 140 that hang each, and a third account: ${formatPhase(alone)} alone, ${formatPhase(before)} before, ` +
      `${formatPhase(during, before)} meanwhile, at most ${stats.maxInFlight} in flight`,
  )
}

async function createTargets(harness: IsolationHarness, { bad, accounts }: Workload) {
  const targets = { good: [] as Target[], bad: [] as Target[] }
  for (let n = 0; n < accounts; n++) {
    const account_id = await harness.createAccount()
    const share = (count: number) =>
      Math.floor(((n + 1) * count) / accounts) - Math.floor((n * count) / accounts)
    targets.good.push(...(await harness.createEndpoints(account_id, share(endpoints - bad), false)))
    targets.bad.push(...(await harness.createEndpoints(account_id, share(bad), true)))
  }
  return targets
}

/** Returns a function that returns one target after another, in a random order. */
function createShuffledCycle(targets: readonly Target[]): () => Target {
  const order = [...targets]
  for (let n = order.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1))
    ;[order[n], order[other]] = [order[other] as Target, order[n] as Target]
  }
  let turn = 0
  return () => order[turn++ % order.length] as Target
}

const formatMs = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : 'none')

function formatPhase(phase: Phase, before?: Phase): string {
  const arrived = phase.latencies.filter(Number.isFinite).length / phase.latencies.length
  const ratios =
    before === undefined
      ? ''
      : ` (${(phase.arrivedPerSecond / phase.createdPerSecond).toFixed(2)}, ${(percentile(phase.latencies, 0.95) / percentile(before.latencies, 0.95)).toFixed(1)})`
  return (
    `${phase.arrivedPerSecond.toFixed(0)} of ${phase.createdPerSecond.toFixed(0)}/s, ${formatMs(percentile(phase.latencies, 0.5))}, ${formatMs(percentile(phase.latencies, 0.95))}, ${formatMs(percentile(phase.latencies, 1))} ms${ratios}` +
    (arrived < 1 ? `, ${(100 * arrived).toFixed(1)} % arrived` : '')
  )
}
