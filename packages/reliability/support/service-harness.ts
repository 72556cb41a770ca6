import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { versions } from '#contract'
import { createCipher } from '#platform/crypto/encryption'
import { loadKeyringFile } from '#platform/crypto/keyring-file'
import { systemClock } from '#platform/lib/clock'
import { createLruCache } from '#platform/lib/lru-cache'
import { inTransaction, openDatabase } from '#platform/postgres/database'
import { testLimits } from '#test/webhook-harness'
import * as webhooks from '#webhooks'
import { createGiftApiClient } from './api-client.ts'
import { type BenchInstanceOptions, createBenchInstance } from './instance.ts'
import { type MemoryMonitor, monitorMemory } from './process-stats.ts'

/**
 * A running node: one process with all roles, and an account with healthy endpoints. A receiver
 * in this process records when the event of each gift request arrived at each endpoint. There
 * is also a receiver that hangs.
 */
export interface ServiceHarness {
  account_id: string
  memory: MemoryMonitor
  /** The address, headers and bodies of the API, for callers that send requests themselves. */
  api: { base: string; headers: Record<string, string>; buildBody(email: string): string }
  /** A URL that never responds. */
  hangingUrl: string
  createEndpoints(urls: readonly string[]): Promise<string[]>
  /** Runs a statement as the superuser. */
  sql<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<T[]>
  /**
   * Creates gift requests through the API at a steady rate, regardless of the responses. Waits for
   * their events at every healthy endpoint. Returns the milliseconds from each API response to
   * each receipt, in ascending order.
   */
  measureLatencies(seconds: number, perSecond: number): Promise<number[]>
  close(): Promise<void>
}

/** The milliseconds after which a missing event counts as lost. */
const deliveryTimeoutMs = 60_000

export async function startServiceHarness(
  healthyEndpointCount: number,
  options: BenchInstanceOptions = {},
): Promise<ServiceHarness> {
  const receiver = await startReceiver()
  const instance = await createBenchInstance({}, options)
  const { account_id, base, superuserUrl } = instance
  const superuser = new pg.Client(superuserUrl)
  await superuser.connect()
  superuser.on('error', () => {}) // ignores the error of this connection when the database exits before it
  const db = openServiceDatabase(instance.database.url, join(instance.env.BESTOW_DATA_DIR ?? ''))
  const createEndpoints = (urls: readonly string[]) =>
    inTransaction(db, account_id, async (ctx) => {
      const owner = { account_id, tier: 'enterprise' } as const
      const ids: string[] = []
      for (const url of urls)
        ids.push(
          (await webhooks.createEndpoint(ctx, owner, { url }, { allowPrivate: true })).endpoint.id,
        )
      return ids
    })
  await superuser.query('update webhooks.endpoint set enabled = false')
  await createEndpoints(
    Array.from({ length: healthyEndpointCount }, (_, n) => `${receiver.url}/healthy/${n}`),
  )
  await superuser.query(
    `update webhooks.endpoint set events = '{gift_request_created}' where enabled`,
  )
  const { headers, bodyFor: buildBody } = await createGiftApiClient(instance)
  const node = await instance.serve('api,web,worker')
  const memory = monitorMemory(node.pid ?? 0)

  const api = { base: `${base}/api`, headers, buildBody }

  /**
   * Creates a gift request. Returns undefined for a temporary rejection, which a busy machine can cause. The
   * service has stored nothing in that case.
   */
  async function create(n: number): Promise<{ id: string; at: number } | undefined> {
    const response = await fetch(`${base}/api/gift_requests`, {
      method: 'POST',
      headers: api.headers,
      body: api.buildBody(`ada.${n}.${Date.now()}@example.com`),
    })
    const at = performance.now()
    if (response.status === 503) {
      console.log('a create got the response 503')
      await response.arrayBuffer()
      return undefined
    }
    if (response.status !== 201) throw new Error(`a create got the response ${response.status}`)
    return { id: ((await response.json()) as { id: string }).id, at }
  }

  return {
    account_id,
    memory,
    api,
    hangingUrl: `${receiver.url}/hang`,
    createEndpoints,
    sql: async (text, values = []) => (await superuser.query(text, [...values])).rows,
    async measureLatencies(seconds, perSecond) {
      const startedAt = performance.now()
      const creating: ReturnType<typeof create>[] = []
      for (let n = 0; n < seconds * perSecond; n++) {
        await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()))
        creating.push(create(n))
      }
      const created = (await Promise.all(creating)).filter((each) => each !== undefined)
      const isFullyDelivered = ({ id }: { id: string }) =>
        (receiver.received.get(id)?.length ?? 0) >= healthyEndpointCount
      while (
        !created.every(isFullyDelivered) &&
        performance.now() - startedAt < seconds * 1000 + deliveryTimeoutMs
      )
        await sleep(20)
      const latencies = created.flatMap(({ id, at }) => {
        const times = (receiver.received.get(id) ?? []).map((time) => Math.max(0, time - at))
        const lost = Array.from(
          { length: healthyEndpointCount - times.length },
          () => Number.POSITIVE_INFINITY,
        )
        return [...times, ...lost]
      })
      receiver.received.clear()
      return latencies.sort((one, other) => one - other)
    },
    async close() {
      memory.stop()
      receiver.close()
      await db.pool.end()
      await superuser.end()
      await instance.remove()
    },
  }
}

/** Returns a percentile of the sorted latencies. `share` is a number from 0 to 1. */
export const percentile = (latencies: readonly number[], share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN

async function startReceiver() {
  const received = new Map<string, number[]>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const now = performance.now()
    if (request.url?.startsWith('/hang')) return
    response.end()
    const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string }
    received.set(id, [...(received.get(id) ?? []), now])
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Opens the database as the service does, with the keys of its data directory. */
/** Opens the database of an instance, for functions of the domain. */
export function openServiceDatabase(url: string, dataDir: string) {
  const deployment = {
    origin: 'http://localhost:3000',
    stage: 'staging' as const,
    region: 'us' as const,
    versions,
    cipher: createCipher(loadKeyringFile(dataDir)),
    cache: createLruCache(10),
    notify: () => {},
    limits: testLimits,
  }
  return openDatabase({
    url,
    clock: systemClock,
    deployment,
    maxConnections: 2,
    name: 'bench',
  })
}
