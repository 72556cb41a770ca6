import { createRequire } from 'node:module'
import { Pool } from 'undici'
import { versions } from '#contract'
import { newId } from '#platform/lib/ids'
import { buildSignedRequest } from '#reliability/support/signed-request'
import { sampleGiftView } from '#test/webhook-harness'

/*
 * The common parts of all peers: the jobs, and the signed POST of each job. A job contains its body, so that
 * no peer has to query the body.
 */

export interface Job {
  event_id: string
  path: string
  body: string
}

const readNumber = (name: string) => Number(process.env[name])

export const peerOptions = {
  url: process.env.BENCH_URL ?? '',
  redisPort: readNumber('BENCH_REDIS_PORT'),
  target: new URL(process.env.BENCH_TARGET ?? ''),
  warmUp: readNumber('BENCH_WARM_UP'),
  total: readNumber('BENCH_WARM_UP') + readNumber('BENCH_DELIVERIES'),
  /** The concurrency and the batch size of this peer. The values are the best ones for the peer. */
  concurrency: readNumber('BENCH_CONCURRENCY'),
  batch: readNumber('BENCH_BATCH'),
}

const bodies = Array.from({ length: 150 }, () =>
  versions['2026-05'].renderGiftRequest(sampleGiftView()),
)

/** Yields the jobs to queue, some thousands at a time. Larger chunks are slow in databases and Redis. */
export function* jobs(): Generator<Job[]> {
  for (let first = 0; first < peerOptions.total; first += 5_000)
    yield Array.from({ length: Math.min(5_000, peerOptions.total - first) }, (_, n) => ({
      event_id: newId(),
      path: `${peerOptions.target.pathname}/${n % 200}`,
      body: bodies[n % bodies.length] ?? '',
    }))
}

const pool = new Pool(peerOptions.target.origin, { connections: 256, pipelining: 1 })
let sent = 0
let startedAt = 0

/** Makes one delivery, like the raw loop. Throws if the receiver did not accept the delivery. */
export async function deliver({ event_id, path, body }: Job): Promise<void> {
  const response = await pool.request(buildSignedRequest(path, event_id, Buffer.from(body)))
  await response.body.dump()
  if (response.statusCode !== 200)
    throw new Error(`the receiver responded with ${response.statusCode}`)
  sent += 1
  if (sent === peerOptions.warmUp) startedAt = performance.now()
}

/** Waits until the peer's queue is empty. Prints the rate and the resources of this process. */
export async function finish(isEmpty: () => Promise<boolean>, before: NodeJS.CpuUsage) {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10))
  while (sent < peerOptions.total) await pause()
  while (!(await isEmpty())) await pause()
  const durationSeconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(before)
  await pool.close()
  console.log(
    `${(peerOptions.total - peerOptions.warmUp) / durationSeconds} ${(user + system) / peerOptions.total}`,
  )
}

/**
 * Imports a package from packages/reliability/peers/packages. These packages are installed only for
 * measurements, and the project does not know their types.
 */
export const requirePeer = <T>(name: string): T =>
  createRequire(new URL('packages/', import.meta.url))(name) as T
