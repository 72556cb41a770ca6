import type { ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres'
import type { Database } from '#platform/postgres/database'
import { migrate } from '#platform/postgres/migrations'
import { startBenchServer } from '#reliability/support/bench-server'
import { startScript, startService, terminate } from '#reliability/support/instance'
import { cpuTime } from '#reliability/support/process-stats'
import { freePort } from '#scripts/demo/processes'
import { openTestDatabase } from '#test/webhook-harness'
import { type Pooler, startPgbouncer } from './pgbouncer.ts'

/** A durable database with any number of service processes. */
export interface Cluster {
  server: EmbeddedPostgres
  /** The database for measurements, opened with the encryption key of the processes. Bypasses the pooler. */
  db: Database
  pooler: Pooler | undefined
  receiver: ClusterReceiver
  start(roles: string): Promise<ClusterNode>
  /** Returns the CPU time that PostgreSQL has used so far, in microseconds. */
  postgresCpu(): number
  remove(): Promise<void>
}

/** A process of the service. */
export interface ClusterNode {
  base: string
  /** Returns the CPU time that the process has used so far, in microseconds. */
  cpu(): number
  readMetric(name: string): Promise<number>
  stop(): Promise<void>
}

interface ClusterReceiver {
  url: string
  counts(): Promise<{ requests: number; repeated: number; strayed: number }>
  /** Delays each later response by this number of milliseconds. */
  setDelay(ms: number): Promise<void>
  cpu(): number
}

export async function createCluster({ poolSize }: { poolSize?: number } = {}): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bestow-nodes-'))
  const { server, remove: removeServer } = await startBenchServer(
    { dataDir },
    { isTemporary: true },
  )
  await migrate(server.url)
  const pooler =
    poolSize === undefined ? undefined : await startPgbouncer(dataDir, server.url, poolSize)
  const db = openTestDatabase(server.url, { size: 4 })
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    BESTOW_STAGE: 'staging',
    BESTOW_DATABASE_URL: pooler?.url ?? server.url,
    ...(pooler === undefined
      ? {}
      : { BESTOW_DATABASE_POOLER: 'true', BESTOW_DATABASE_DIRECT_URL: server.url }),
    BESTOW_SECRET_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    BESTOW_SEED: 'none',
    BESTOW_RATE_LIMIT: '0',
    BESTOW_LOG_LEVEL: 'warn',
    BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true',
    BESTOW_HOST: '127.0.0.1',
  }
  const nodes: ClusterNode[] = []
  const { child, line: receiverOrigin } = await startScript(
    'packages/reliability/nodes/receiver.ts',
    env,
  )
  return {
    server,
    db,
    pooler,
    receiver: createReceiverClient(receiverOrigin, child),
    postgresCpu: () => cpuTime(server.pid),
    async start(roles) {
      const node = await startNode(env, roles)
      nodes.push(node)
      return node
    },
    async remove() {
      await Promise.all(nodes.map((node) => node.stop()))
      await terminate(child)
      await db.pool.end()
      await pooler?.stop()
      await removeServer()
    },
  }
}

const createReceiverClient = (origin: string, child: ChildProcess): ClusterReceiver => ({
  url: `${origin}/hook`,
  counts: async () =>
    (await (await fetch(`${origin}/counts`)).json()) as Awaited<
      ReturnType<ClusterReceiver['counts']>
    >,
  async setDelay(ms) {
    await fetch(`${origin}/pause`, { method: 'PUT', body: String(ms) })
  },
  cpu: () => cpuTime(child.pid ?? 0),
})

async function startNode(env: NodeJS.ProcessEnv, roles: string): Promise<ClusterNode> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const child = await startService({ ...env, PORT: String(port) }, base, roles)
  return {
    base,
    cpu: () => cpuTime(child.pid ?? 0),
    async readMetric(name) {
      const text = await (await fetch(`${base}/metrics`)).text()
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
    },
    stop: () => terminate(child),
  }
}
