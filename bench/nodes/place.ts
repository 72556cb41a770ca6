import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, startScript, startService } from '#bench/support/instance'
import { cpuOf } from '#bench/support/processes'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres'
import { migrate } from '#platform/migrate'
import type { Database } from '#platform/postgres'
import { freePort } from '#scripts/demo/processes'
import { openTestDatabase } from '#test/webhook-world'
import { type Pooler, startPgbouncer } from './pgbouncer.ts'

/** One durable database, and as many processes of the service on it as are asked for. */
export interface Place {
  server: EmbeddedPostgres
  /** Past the pooler, with the key of the processes. */
  db: Database
  pooler: Pooler | undefined
  receiver: Receiver
  start(roles: string): Promise<Node>
  /** Microseconds that PostgreSQL has used so far. */
  serverCpu(): number
  remove(): Promise<void>
}

/** A process of the service. */
export interface Node {
  base: string
  /** Microseconds of processor time so far. */
  cpu(): number
  metric(name: string): Promise<number>
  stop(): Promise<void>
}

interface Receiver {
  url: string
  counts(): Promise<{ requests: number; repeated: number; strayed: number }>
  /** Answers after so many milliseconds from now on. */
  pause(ms: number): Promise<void>
  cpu(): number
}

export async function createPlace({ pool }: { pool?: number } = {}): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bestow-nodes-'))
  const server = await startEmbeddedPostgres({ dataDir })
  await migrate(server.url)
  const pooler = pool === undefined ? undefined : await startPgbouncer(dataDir, server.url, pool)
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
  const nodes: Node[] = []
  const { child, line } = await startScript('bench/nodes/receiver.ts', env)
  return {
    server,
    db,
    pooler,
    receiver: receiverAt(line, child),
    serverCpu: () => cpuOf(server.pid),
    async start(roles) {
      const node = await startNode(env, roles)
      nodes.push(node)
      return node
    },
    async remove() {
      await Promise.all(nodes.map((node) => node.stop()))
      await end(child)
      await db.pool.end()
      await pooler?.stop()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const receiverAt = (origin: string, child: ChildProcess): Receiver => ({
  url: `${origin}/hook`,
  counts: async () =>
    (await (await fetch(`${origin}/counts`)).json()) as Awaited<ReturnType<Receiver['counts']>>,
  async pause(ms) {
    await fetch(`${origin}/pause`, { method: 'PUT', body: String(ms) })
  },
  cpu: () => cpuOf(child.pid ?? 0),
})

async function startNode(env: NodeJS.ProcessEnv, roles: string): Promise<Node> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const child = await startService({ ...env, PORT: String(port) }, base, roles)
  return {
    base,
    cpu: () => cpuOf(child.pid ?? 0),
    async metric(name) {
      const text = await (await fetch(`${base}/metrics`)).text()
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
    },
    stop: () => end(child),
  }
}
