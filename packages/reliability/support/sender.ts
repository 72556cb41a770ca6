/**
 * Runs one sender once. Prints its rate, the CPU time of each delivery in this process in microseconds, and
 * its memory in megabytes. BENCH_KIND is `engine`, the engine on BENCH_URL until its queue is empty, or
 * `raw`, a loop that signs and POSTs the same number of bodies. BENCH_CONCURRENCY is the concurrency of both.
 */
import { Pool } from 'undici'
import { versions } from '#contract'
import { createHttpClient } from '#platform/http-client/http-client'
import { systemClock } from '#platform/lib/clock'
import { newId } from '#platform/lib/ids'
import { openTestDatabase, sampleGiftView } from '#test/webhook-harness'
import * as webhooks from '#webhooks'
import { buildSignedRequest } from './signed-request.ts'

const deliveries = Number(process.env.BENCH_DELIVERIES)
const warmUp = Number(process.env.BENCH_WARM_UP)
const concurrency = Number(process.env.BENCH_CONCURRENCY)
/** The milliseconds to wait for attempts that hang after all counted deliveries have ended. */
const graceMs = Number(process.env.BENCH_GRACE ?? 22_000)
const target = new URL(process.env.BENCH_TARGET ?? '')

const before = process.cpuUsage()
const rate = process.env.BENCH_KIND === 'engine' ? await runEngine() : await runRawLoop()
const { user, system } = process.cpuUsage(before)
const memory = process.resourceUsage().maxRSS / 1024
console.log(`${rate} ${(user + system) / (deliveries + warmUp)} ${memory}`)
process.exit()

async function runEngine(): Promise<number> {
  const db = openTestDatabase(process.env.BENCH_URL ?? '', { size: 6 })
  await db.pool.query('select 1')
  const httpClient = createHttpClient({ allowPrivate: true, userAgent: 'Bestow' })
  const context = { db, httpClient, clock: systemClock, onError: console.error }
  const startedEngine = webhooks.startEngine(context, {
    slots: concurrency,
    maxPerAccount: concurrency,
    shutdownTimeoutMs: graceMs,
  })
  const waitForDelivered = async (count: number) => {
    const { state } = startedEngine
    while (state().delivered < count) await new Promise((resolve) => setTimeout(resolve, 5))
    return { delivered: state().delivered, at: performance.now() }
  }
  const start = await waitForDelivered(warmUp)
  const last = await waitForDelivered(deliveries + warmUp)
  while (startedEngine.state().unsettled > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const durationSeconds = (performance.now() - start.at) / 1000
  await startedEngine.stop()
  httpClient.close()
  await db.pool.end()
  return (last.delivered - start.delivered) / durationSeconds
}

async function runRawLoop(): Promise<number> {
  const pool = new Pool(target.origin, { connections: concurrency, pipelining: 1 })
  const bodies = Array.from({ length: 150 }, () =>
    Buffer.from(versions['2026-05'].renderGiftRequest(sampleGiftView())),
  )
  let remaining = deliveries + warmUp
  let startedAt = performance.now()
  const send = async () => {
    while (remaining-- > 0) {
      if (remaining === deliveries) startedAt = performance.now()
      const body = bodies[remaining % bodies.length] ?? Buffer.alloc(0)
      const response = await pool.request(buildSignedRequest(target.pathname, newId(), body))
      await response.body.dump()
      if (response.statusCode !== 200)
        throw new Error(`the receiver responded with ${response.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, send))
  const durationSeconds = (performance.now() - startedAt) / 1000
  await pool.close()
  return deliveries / durationSeconds
}
