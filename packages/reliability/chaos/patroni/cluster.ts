import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { terminate } from '#reliability/support/instance'
import { freePort } from '#scripts/demo/processes'
import type { DatabaseCluster } from '../database-cluster.ts'
import { type ClusterNode, createClusterNode } from './cluster-node.ts'
import {
  buildPatroniConfiguration,
  buildProxyConfiguration,
  clusterPassword,
} from './configuration.ts'
import { createNetwork, type Network } from './network.ts'
import { etcdApi, findProgram } from './requirements.ts'

const nodeCount = 3
const healthTimeoutMs = 180_000

/** Three PostgreSQL nodes under Patroni, with etcd and HAProxy. Each has a separate network host. */
export interface PatroniCluster extends DatabaseCluster {
  nodes: readonly ClusterNode[]
  etcd: ClusterNode
  /** Returns the leader, as reported by the nodes that respond. */
  findLeader(): Promise<ClusterNode>
  /** Waits until a node other than the given one is the leader. */
  waitForNewLeader(old: ClusterNode): Promise<ClusterNode>
  /** Waits until all nodes follow one leader on one timeline, and one of them follows synchronously. */
  waitUntilHealthy(): Promise<void>
  /** Transfers the leadership to another node, as an operator does. */
  switchOver(): Promise<ClusterNode>
}

/** Starts a cluster with an empty database `bestow`. An ordinary role owns the database. */
export async function startPatroniCluster(dataDir: string): Promise<PatroniCluster> {
  chmodSync(dataDir, 0o711) // lets the user postgres reach its folders
  const network = createNetwork()
  const { etcd, nodes } = createNodes(network, dataDir)
  const port = await freePort()
  const proxy = startProxy(dataDir, port, nodes)
  const stop = async () => {
    for (const node of [...nodes, etcd]) await node.kill()
    await terminate(proxy)
    network.remove()
  }
  try {
    for (const node of [etcd, ...nodes]) node.start()
    const monitor = createMonitor(nodes)
    await monitor.waitUntilHealthy()
    const superuserUrl = databaseUrl('postgres', port)
    await createDatabase(superuserUrl)
    const url = databaseUrl('bestow', port)
    return {
      url,
      attach: async () => ({ url, superuserUrl, detach: async () => {} }),
      stop,
      nodes,
      etcd,
      ...monitor,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const databaseUrl = (role: string, port: number) =>
  `postgres://${role}:${clusterPassword}@127.0.0.1:${port}/${role}`

function createNodes(network: Network, dataDir: string) {
  const etcdHost = network.addHost()
  const etcdUrl = `http://${etcdHost.address}:2379`
  const etcd = createClusterNode({
    name: 'etcd',
    host: etcdHost,
    program: 'etcd',
    args: [
      ...['--data-dir', join(createDir(dataDir, 'etcd'), 'data')],
      ...(etcdApi() === 2 ? ['--enable-v2'] : []),
      ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ],
    logFile: join(dataDir, 'etcd.log'),
  })
  const nodes = Array.from({ length: nodeCount }, (_, n) => {
    const name = `node${n + 1}`
    const host = network.addHost()
    const dir = createDir(dataDir, name)
    const file = join(dir, 'patroni.yml')
    const { address } = host
    const content = buildPatroniConfiguration({ name, address, etcdAddress: etcdHost.address, dir })
    writeFileSync(file, content)
    const logFile = join(dataDir, `${name}.log`)
    return createClusterNode({ name, host, program: 'patroni', args: [file], logFile })
  })
  return { etcd, nodes }
}

/** Creates a folder that the user postgres owns. */
function createDir(dataDir: string, name: string): string {
  const dir = join(dataDir, name)
  mkdirSync(dir, { mode: 0o700 })
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error('there is no user postgres')
  chownSync(dir, Number(uid), Number(gid))
  return dir
}

function startProxy(dataDir: string, port: number, nodes: readonly ClusterNode[]): ChildProcess {
  const file = join(dataDir, 'haproxy.cfg')
  writeFileSync(
    file,
    buildProxyConfiguration(
      port,
      nodes.map(({ address }) => address),
    ),
  )
  return spawn(findProgram('haproxy') ?? 'haproxy', ['-db', '-f', file], { stdio: 'ignore' })
}

async function createDatabase(superuserUrl: string): Promise<void> {
  const client = await connectWithRetries(superuserUrl)
  try {
    await client.query(`create role bestow login password '${clusterPassword}'`)
    await client.query(
      `create database bestow owner bestow encoding 'UTF8' locale 'C.UTF-8' template template0`,
    )
  } finally {
    await client.end()
  }
}

/** Connects to the database. Retries, because HAProxy needs some checks before it knows the leader. */
async function connectWithRetries(url: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (attempt === 100) throw error
      await sleep(200)
    }
  }
}

/** A member of the cluster as Patroni's REST API describes it. */
interface Member {
  name: string
  role: string
  state: string
  timeline?: number
}

function createMonitor(nodes: readonly ClusterNode[]) {
  const nodeByName = new Map(nodes.map((node) => [node.name, node]))

  /**
   * Finds the leader by asking each node for its own role. The view of other nodes, or of a
   * frozen node, can be out of date.
   */
  async function findCurrentLeader(): Promise<ClusterNode | undefined> {
    const roles = await Promise.all(
      nodes.map(async (node) => ({ node, response: await request(node, 'OPTIONS', '/primary') })),
    )
    return roles.find(({ response }) => response?.isOk)?.node
  }

  async function members(): Promise<Member[]> {
    const leader = await findCurrentLeader()
    const response = leader && (await request(leader, 'GET', '/cluster'))
    return response?.isOk ? (JSON.parse(response.text) as { members: Member[] }).members : []
  }

  async function findLeader(): Promise<ClusterNode> {
    return waitFor('a leader', findCurrentLeader)
  }

  const waitForNewLeader = (old: ClusterNode) =>
    waitFor('a new leader', async () => {
      const leader = await findCurrentLeader()
      return leader === old ? undefined : leader
    })

  async function waitUntilHealthy(): Promise<void> {
    await waitFor('three healthy nodes', async () => {
      const all = await members()
      const isComplete =
        all.length === nodes.length &&
        new Set(all.map(({ timeline }) => timeline)).size === 1 &&
        all.every(({ state }) => state === 'running' || state === 'streaming') &&
        all.some(({ role }) => role === 'sync_standby')
      return isComplete ? true : undefined
    })
  }

  async function switchOver(): Promise<ClusterNode> {
    const leader = await findLeader()
    const candidate = (await members()).find(({ role }) => role === 'sync_standby')
    const body = JSON.stringify({ leader: leader.name, candidate: candidate?.name })
    const response = await request(leader, 'POST', '/switchover', body)
    if (!response?.isOk) throw new Error(`the switchover failed: ${response?.text}`)
    const next = await waitForNewLeader(leader)
    if (nodeByName.get(candidate?.name ?? '') !== next) throw new Error('another node leads')
    return next
  }

  return { findLeader, waitForNewLeader, waitUntilHealthy, switchOver }
}

/** Calls Patroni's REST API. Returns undefined if there is no complete response. */
async function request(node: ClusterNode, method: string, path: string, body?: string) {
  try {
    const response = await fetch(`http://${node.address}:8008${path}`, {
      method,
      // a switchover takes some seconds, so its timeout is longer
      signal: AbortSignal.timeout(method === 'POST' ? 60_000 : 1_000),
      ...(body === undefined ? {} : { body }),
    })
    return { isOk: response.ok, text: await response.text() }
  } catch {
    return undefined
  }
}

async function waitFor<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + healthTimeoutMs; Date.now() < deadline; await sleep(100)) {
    const found = await find()
    if (found !== undefined) return found
  }
  throw new Error(`${what}: not within ${healthTimeoutMs / 1000} s`)
}
