import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { versions } from '#contract'
import { systemClock } from '#platform/clock'
import { createLruCache } from '#platform/kept'
import { inTransaction, openDatabase } from '#platform/postgres'
import { createCipher } from '#platform/secrets'
import { loadKeyringFile } from '#platform/secrets-file'
import { testLimits } from '#test/webhook-world'
import * as webhooks from '#webhooks'
import { givingIn } from './giving.ts'
import { createInstance, type InstanceOptions } from './instance.ts'
import { type MemoryWatch, watchMemory } from './processes.ts'

/**
 * A node of the service at work: one process with all roles, an account with healthy endpoints, and a receiver in this
 * process that notes when each gift request's event arrived at each of them. A receiver that hangs is here, too.
 */
export interface Stage {
  account_id: string
  memory: MemoryWatch
  /** For those who send requests by themselves. */
  api: { base: string; headers: Record<string, string>; bodyOf(email: string): string }
  /** Where nothing is ever answered. */
  hangingUrl: string
  endpoints(urls: readonly string[]): Promise<string[]>
  /** As the superuser. */
  sql<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<T[]>
  /**
   * Creates gift requests over the API at a steady pace, whatever the answers do, and waits for their events at every
   * healthy endpoint. Answers the milliseconds from each API answer to each receipt, in order of size.
   */
  pace(seconds: number, perSecond: number): Promise<number[]>
  close(): Promise<void>
}

/** Milliseconds that an event may take before it counts as lost. */
const patience = 60_000

export async function setStage(healthy: number, options: InstanceOptions = {}): Promise<Stage> {
  const receiver = await receive()
  const instance = await createInstance({}, options)
  const { account_id, base, superuserUrl } = instance
  const superuser = new pg.Client(superuserUrl)
  await superuser.connect()
  superuser.on('error', () => {}) // it ends with its database
  const db = openAs(instance.database.url, join(instance.env.BESTOW_DATA_DIR ?? ''))
  const endpoints = (urls: readonly string[]) =>
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
  await endpoints(Array.from({ length: healthy }, (_, n) => `${receiver.url}/healthy/${n}`))
  await superuser.query(
    `update webhooks.endpoint set events = '{gift_request_created}' where enabled`,
  )
  const { headers, bodyFor: bodyOf } = await givingIn(instance)
  const node = await instance.serve('api,web,worker')
  const memory = watchMemory(node.pid ?? 0)

  const api = { base: `${base}/api`, headers, bodyOf }

  /** Undefined when it was turned away for the moment, as a busy machine may; nothing was stored then. */
  async function create(n: number): Promise<{ id: string; at: number } | undefined> {
    const answer = await fetch(`${base}/api/gift_requests`, {
      method: 'POST',
      headers: api.headers,
      body: api.bodyOf(`ada.${n}.${Date.now()}@example.com`),
    })
    const at = performance.now()
    if (answer.status === 503) {
      console.log('a create was answered with 503')
      await answer.arrayBuffer()
      return undefined
    }
    if (answer.status !== 201) throw new Error(`a create was answered with ${answer.status}`)
    return { id: ((await answer.json()) as { id: string }).id, at }
  }

  return {
    account_id,
    memory,
    api,
    hangingUrl: `${receiver.url}/hang`,
    endpoints,
    sql: async (text, values = []) => (await superuser.query(text, [...values])).rows,
    async pace(seconds, perSecond) {
      const began = performance.now()
      const creating: ReturnType<typeof create>[] = []
      for (let n = 0; n < seconds * perSecond; n++) {
        await sleep(Math.max(0, began + (n * 1000) / perSecond - performance.now()))
        creating.push(create(n))
      }
      const made = (await Promise.all(creating)).filter((each) => each !== undefined)
      const isWhole = ({ id }: { id: string }) =>
        (receiver.received.get(id)?.length ?? 0) >= healthy
      while (!made.every(isWhole) && performance.now() - began < seconds * 1000 + patience)
        await sleep(20)
      const waits = made.flatMap(({ id, at }) => {
        const times = (receiver.received.get(id) ?? []).map((time) => Math.max(0, time - at))
        const lost = Array.from({ length: healthy - times.length }, () => Number.POSITIVE_INFINITY)
        return [...times, ...lost]
      })
      receiver.received.clear()
      return waits.sort((one, other) => one - other)
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

/** The share `part` of all waits is at most this. */
export const at = (waits: readonly number[], part: number): number =>
  waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? Number.NaN

async function receive() {
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

/** The database as the service opens it, with the keys of its data directory. */
function openAs(url: string, dataDir: string) {
  const installation = {
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
    deployment: installation,
    maxConnections: 2,
    name: 'bench',
  })
}
