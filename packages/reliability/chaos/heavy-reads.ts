import { setTimeout as sleep } from 'node:timers/promises'
import type { Latency } from './latencies.ts'
import type { Testbed } from './scenario-runner.ts'

/** Eight clients of an account that only send what costs most: lists, feeds, exports, searches, reports, imports, uploads. */
const readerCount = 8

// biome-ignore format: read down the columns
const attacks: readonly [method: 'GET' | 'POST', path: string, body?: string][] = [
  ['GET',  '/gift_requests?limit=100&order=asc'],
  ['GET',  '/events?limit=100'],
  ['GET',  '/exports/gift_requests?format=jsonl'],
  ['GET',  '/exports/gift_requests'],
  ['GET',  '/recipients?q=h&limit=100'],
  ['GET',  '/products?limit=50'],
  ['GET',  '/reports/top_gifts'],
  ['POST', '/gift_requests/batch?dry_run=true', JSON.stringify({ gift_requests: Array(100).fill({ recipient: { email: 'x' } }) })],
  ['POST', '/pictures',                         JSON.stringify({ content: 'A'.repeat(900_000) })],
]

export interface HeavyReads {
  /** Ends the requests. Returns the numbers of responses by status, and their megabytes. */
  stop(): Promise<{ statuses: Record<string, number>; megabytes: number }>
}

/** Sends the most costly requests of an account without a pause, except the one that a 429 asks for. */
export function startHeavyReads({ service }: Testbed, token: string): HeavyReads {
  const statuses: Record<string, number> = {}
  let bytes = 0
  let isStopped = false

  async function read(first: number): Promise<void> {
    for (let n = first; !isStopped; n++) {
      const [method, path, body] = attacks[n % attacks.length] ?? ['GET', '/']
      try {
        const response = await fetch(`${service.base}/api${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            'service-api-version': '2026-05',
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body }),
          signal: AbortSignal.timeout(30_000),
        })
        bytes += (await response.arrayBuffer()).byteLength
        statuses[response.status] = (statuses[response.status] ?? 0) + 1
        if (response.status === 429)
          await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
      } catch {
        statuses.none = (statuses.none ?? 0) + 1
      }
    }
  }

  const readers = Array.from({ length: readerCount }, (_, n) => read(n))
  return {
    async stop() {
      isStopped = true
      await Promise.all(readers)
      return { statuses, megabytes: Math.round(bytes / 1_000_000) }
    },
  }
}

/** Reads a small list of the measured account, one call after the other, until `stop` is called. */
export function startCalls({ service, token }: Testbed) {
  const calls: Latency[] = []
  let isStopped = false
  let failures = 0
  const done = (async () => {
    while (!isStopped) {
      const at = Date.now()
      const startedAt = performance.now()
      const response = await fetch(`${service.base}/api/gift_requests?limit=5`, {
        headers: { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' },
      }).catch(() => undefined)
      await response?.arrayBuffer()
      if (response?.status !== 200) failures += 1
      calls.push({ at, ms: performance.now() - startedAt })
      await sleep(30)
    }
  })()
  return {
    calls,
    countFailures: () => failures,
    async stop() {
      isStopped = true
      await done
    },
  }
}
