import { createRequire } from 'node:module'
import { Pool } from 'undici'
import { signedPost } from '#bench/support/signed-post'
import { versions } from '#contract'
import { newId } from '#platform/ids'
import { sampleGiftView } from '#test/webhook-world'

/*
 * What all peers share: the jobs, and the signed POST of each. A job carries its body, so that no peer has to
 * look one up.
 */

export interface Job {
  event_id: string
  path: string
  body: string
}

const number = (name: string) => Number(process.env[name])

export const wanted = {
  url: process.env.BENCH_URL ?? '',
  redisPort: number('BENCH_REDIS_PORT'),
  target: new URL(process.env.BENCH_TARGET ?? ''),
  warmUp: number('BENCH_WARM_UP'),
  total: number('BENCH_WARM_UP') + number('BENCH_DELIVERIES'),
  /** Jobs at once, and jobs fetched at once: what was best for this peer. */
  concurrency: number('BENCH_CONCURRENCY'),
  batch: number('BENCH_BATCH'),
}

const bodies = Array.from({ length: 150 }, () =>
  versions['2026-05'].renderGiftRequest(sampleGiftView()),
)

/** Jobs to be queued, some thousands at a time: databases and Redis dislike larger pieces. */
export function* jobs(): Generator<Job[]> {
  for (let first = 0; first < wanted.total; first += 5_000)
    yield Array.from({ length: Math.min(5_000, wanted.total - first) }, (_, n) => ({
      event_id: newId(),
      path: `${wanted.target.pathname}/${n % 200}`,
      body: bodies[n % bodies.length] ?? '',
    }))
}

const pool = new Pool(wanted.target.origin, { connections: 256, pipelining: 1 })
let sent = 0
let began = 0

/** One delivery, as the raw loop does it. Throws when it was not taken. */
export async function deliver({ event_id, path, body }: Job): Promise<void> {
  const response = await pool.request(signedPost(path, event_id, Buffer.from(body)))
  await response.body.dump()
  if (response.statusCode !== 200) throw new Error(`the receiver answered ${response.statusCode}`)
  sent += 1
  if (sent === wanted.warmUp) began = performance.now()
}

/** Waits until the peer's store says that nothing is left, and prints the rate and what this process spent. */
export async function finish(isEmpty: () => Promise<boolean>, before: NodeJS.CpuUsage) {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10))
  while (sent < wanted.total) await pause()
  while (!(await isEmpty())) await pause()
  const took = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(before)
  await pool.close()
  console.log(`${(wanted.total - wanted.warmUp) / took} ${(user + system) / wanted.total}`)
}

/** A package of bench/peers/packages: installed when peers are measured, and unknown to the project's types. */
export const load = <T>(name: string): T =>
  createRequire(new URL('packages/', import.meta.url))(name) as T
