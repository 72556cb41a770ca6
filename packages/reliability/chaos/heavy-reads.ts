import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { buildWorkbook } from '#test/build-workbook'
import type { Latency } from './latencies.ts'
import type { Testbed } from './scenario-runner.ts'

/**
 * The number of clients that send only the most costly requests of an account: lists, feeds, exports,
 * searches, reports, imports and uploads.
 */
const readerCount = 8

interface Attack {
  method: 'GET' | 'POST'
  /** The path from the root of the service. Paths of the web app are sent with the cookies of an admin. */
  path: string
  body?: string
}

/** A tenant whose clients send the costly requests. */
export interface Attacker {
  token: string
  /** The origin of the web app. */
  origin: string
  /** The Cookie header of an admin. */
  cookie: string
  directGift: (n: number) => object
}

/** Valid rows, as many as an import accepts. Their parcels do not exist. */
const trackingRows = Array.from({ length: 20_000 }, (_, n) => `GR-${n}-1,1Z999AA1${n},shipped`)
const trackingFile = ['parcel,tracking number,status', ...trackingRows].join('\n')

/** Renders a picture with the maximum number of pixels that the service accepts, and with few bytes. */
const renderLargePicture = async (): Promise<string> => {
  const size = { width: 4_096, height: 4_096, channels: 3, background: '#9333ea' } as const
  return (await sharp({ create: size }).png().toBuffer()).toString('base64')
}

// biome-ignore format: read down the columns
const createAttacks = async ({ directGift }: Attacker): Promise<Attack[]> => [
  { method: 'GET',  path: '/api/gift_requests?limit=100&order=asc' },
  { method: 'GET',  path: '/api/events?limit=100' },
  { method: 'GET',  path: '/api/exports/gift_requests?format=jsonl' },
  { method: 'GET',  path: '/api/exports/gift_requests' },
  { method: 'GET',  path: '/api/recipients?q=h&limit=100' },
  { method: 'GET',  path: '/api/products?limit=50' },
  { method: 'GET',  path: '/api/reports/top_gifts' },
  { method: 'POST', path: '/api/gift_requests/batch?dry_run=true',  body: JSON.stringify({ gift_requests: Array.from({ length: 100 }, (_, n) => directGift(n)) }) },
  { method: 'POST', path: '/admin/api/tracking-import/check',       body: JSON.stringify({ csv: trackingFile, default_state: 'in_transit' }) },
  { method: 'POST', path: '/admin/api/tracking-import/check',       body: JSON.stringify({ content: Buffer.from(buildWorkbook([{ name: 'A', rows: trackingFile.split('\n').map((line) => line.split(',')) }])).toString('base64'), default_state: 'in_transit' }) },
  { method: 'POST', path: '/admin/api/catalogue/images',            body: JSON.stringify({ content: await renderLargePicture() }) },
]

export interface HeavyReads {
  /** Ends the requests. Returns the number of responses by status, and their size in megabytes. */
  stop(): Promise<{ statuses: Record<string, number>; megabytes: number }>
}

/** Sends the most costly requests of an account without a pause, except the pause that a 429 asks for. */
export async function startHeavyReads(
  { service }: Testbed,
  attacker: Attacker,
): Promise<HeavyReads> {
  const attacks = await createAttacks(attacker)
  const { token, cookie, origin } = attacker
  const statuses: Record<string, number> = {}
  let bytes = 0
  let isStopped = false

  async function read(first: number): Promise<void> {
    for (let n = first; !isStopped; n++) {
      const { method, path, body } = attacks[n % attacks.length] ?? { method: 'GET', path: '/' }
      try {
        const response = await fetch(`${service.base}${path}`, {
          method,
          headers: {
            ...(path.startsWith('/admin/')
              ? { cookie, origin }
              : { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body }),
          signal: AbortSignal.timeout(30_000),
        })
        bytes += (await response.arrayBuffer()).byteLength
        const key = `${response.status}${path.startsWith('/admin/') ? ' of the web app' : ''}`
        statuses[key] = (statuses[key] ?? 0) + 1
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

/** Reads a small list of the measured account, one call after another, until `stop` is called. */
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
