import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario, Testbed } from '../scenario-runner.ts'
import type { PatroniCluster } from './cluster.ts'
import type { ClusterNode } from './cluster-node.ts'
import { patroniSkipReason } from './requirements.ts'

/** The duration of a fault that ends by itself, in milliseconds. Longer than the lease of a leader. */
const faultMs = 60_000
const createdAfterFault = 100

/** A fault of the cluster. Returns a description of the fault, and the expectations that failed. */
type Fault = (
  testbed: Testbed & { cluster: PatroniCluster },
) => Promise<{ summary: string; failures?: string[] }>

interface LeaderFault {
  /** Words for the summary: the fault, and when the old leader starts to follow. */
  words: { fault: string; until: string }
  begin(leader: ClusterNode): Promise<void> | void
  end(leader: ClusterNode): void
  /**
   * The minimum duration. The fault ends when another node leads and the service creates gift requests again.
   */
  minMs: number
}

/**
 * Makes the leader fail until another node leads. Afterwards waits until the old leader follows the new one.
 */
const failLeader =
  ({ words, begin, end, minMs }: LeaderFault): Fault =>
  async ({ cluster, load }) => {
    const leader = await cluster.findLeader()
    const recovery = measureRecovery({ load })
    await begin(leader)
    const minimum = sleep(minMs)
    const newLeader = await measureSeconds(() => cluster.waitForNewLeader(leader))
    const seconds = await recovery
    await minimum
    end(leader)
    const rejoin = await measureSeconds(() => cluster.waitUntilHealthy())
    return {
      summary: `${words.fault}; a new leader after ${format(newLeader)}, creating again after ${format(seconds)}, the old leader follows ${format(rejoin)} after ${words.until}${describeRewinds(leader)}`,
    }
  }

const killLeader = failLeader({
  words: { fault: 'all processes of the leader killed', until: 'its start' },
  begin: (leader) => leader.kill(),
  end: (leader) => leader.start(),
  minMs: 0,
})

/** Freezes the leader. When its processes resume, two nodes consider themselves the leader. */
const freezeLeader = failLeader({
  words: { fault: 'the leader frozen for 60 s', until: 'it resumed' },
  begin: (leader) => leader.setFrozen(true),
  end: (leader) => leader.setFrozen(false),
  minMs: faultMs,
})

/** Isolates the leader: its processes run without a connection to any other host. */
const isolateLeader = failLeader({
  words: { fault: 'the leader without a network for 60 s', until: 'its return' },
  begin: (leader) => leader.setConnected(false),
  end: (leader) => leader.setConnected(true),
  minMs: faultMs,
})

/** Stops etcd for a minute. The leader reaches all other nodes, so it remains the leader. */
const freezeEtcd: Fault = async ({ cluster, load }) => {
  const leader = await cluster.findLeader()
  cluster.etcd.setFrozen(true)
  const frozen = sleep(faultMs)
  await sleep(faultMs / 2)
  const before = load.stats.acknowledged.size
  await frozen
  const created = load.stats.acknowledged.size - before
  cluster.etcd.setFrozen(false)
  await cluster.waitUntilHealthy()
  const isSame = (await cluster.findLeader()) === leader
  return {
    summary: `etcd frozen for 60 s; ${created} created in the last 30 of them, ${isSame ? 'the same' : 'another'} leader afterwards`,
    failures: created === 0 ? ['creating stopped without etcd'] : [],
  }
}

const switchOver: Fault = async ({ cluster, load, gifts }) => {
  const durations: number[] = []
  for (const share of [0.2, 0.5, 0.8]) {
    await load.reached(gifts * share)
    const recovery = measureRecovery({ load })
    await cluster.switchOver()
    durations.push(await recovery)
    await cluster.waitUntilHealthy()
  }
  return {
    summary: `three switchovers; ${createdAfterFault} more created ${durations.map(format).join(', ')} after their start`,
  }
}

/** Restarts all database nodes, the leader as the last one, then etcd and each process of the service. */
const restartAll: Fault = async ({ cluster, load, service, second, workers }) => {
  const leader = await cluster.findLeader()
  for (const node of cluster.nodes.filter((each) => each !== leader))
    await restartNode(cluster, node)
  await cluster.switchOver()
  await restartNode(cluster, leader)
  await cluster.etcd.stop()
  cluster.etcd.start()
  await cluster.waitUntilHealthy()
  const failures: string[] = []
  for (const process of [service, second, ...workers]) {
    const { code } = await process.stop()
    if (code !== 0) failures.push(`a process of the service ended with exit code ${code}`)
    process.start()
    await process.waitUntilReady()
  }
  return {
    summary: `three nodes, etcd and four processes restarted one after the other; ${load.stats.unavailable} responses with 503`,
    failures,
  }
}

async function restartNode(cluster: PatroniCluster, node: ClusterNode): Promise<void> {
  await node.stop()
  node.start()
  await cluster.waitUntilHealthy()
}

/** Returns the seconds until the clients have created more gift requests than can have been in flight. */
async function measureRecovery({ load }: Pick<Testbed, 'load'>): Promise<number> {
  await sleep(300) // waits for the responses in transit
  const before = load.stats.acknowledged.size
  const seconds = await measureSeconds(() => load.reached(before + createdAfterFault))
  return seconds + 0.3
}

async function measureSeconds(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await action()
  return (performance.now() - startedAt) / 1000
}

const format = (seconds: number) => `${seconds.toFixed(1)} s`

const describeRewinds = (node: ClusterNode) =>
  node.countInLog('running pg_rewind') > 0 ? ' by pg_rewind' : ''

const createScenario = (name: string, fault: Fault, restMs: number): Scenario => ({
  name: `patroni-${name}`,
  skipReason: patroniSkipReason,
  deployment: { externalDatabase: 'patroni', separateRoles: true },
  serviceCount: 2,
  restMs,
  async run(testbed) {
    const { patroniCluster: cluster, load, gifts, service, second, workers } = testbed
    if (cluster === undefined) throw new Error('the scenario requires a cluster')
    await load.reached(gifts * 0.1)
    const { summary, failures = [] } = await fault({ ...testbed, cluster })
    await load.done
    const ended = [service, second, ...workers].filter(({ counts }) => counts.unexpectedExits > 0)
    return {
      summary,
      failures: [...failures, ...ended.map(({ base }) => `the service at ${base} exited`)],
    }
  },
})

/**
 * Returns the scenarios of a failover as operators run it: PostgreSQL under Patroni, with two
 * processes of the API and two workers. The load lasts longer than the fault, wherever the service
 * can continue during the fault.
 */
export const patroniScenarios = (): Scenario[] => [
  createScenario('kill', killLeader, 100),
  createScenario('freeze', freezeLeader, 100),
  createScenario('partition', isolateLeader, 100),
  createScenario('etcd', freezeEtcd, 700),
  createScenario('switchover', switchOver, 200),
  createScenario('restart', restartAll, 1_500),
]
