/**
 * One worker of the isolation benchmark: the unchanged engine, which notifications wake, on BENCH_URL until
 * SIGTERM. Retries come earlier than by default (BENCH_DELAYS), so that a short run has some. Prints a line
 * when it has started, and its results at the end.
 */

import { createHttpClient } from '#platform/http-client/http-client'
import { systemClock } from '#platform/lib/clock'
import { createNotifier } from '#platform/postgres/notifier'
import { openTestDatabase } from '#test/webhook-harness'
import * as webhooks from '#webhooks'

const url = process.env.BENCH_URL ?? ''
const retryDelaysMs = (process.env.BENCH_DELAYS ?? '5000,10000,20000,40000').split(',').map(Number)
const db = openTestDatabase(url, { size: 6 })
const httpClient = createHttpClient({ allowPrivate: true, userAgent: 'Bestow' })
const context = { db, httpClient, clock: systemClock, onError: console.error }
const engine = webhooks.startEngine(context, {
  retryDelaysMs,
  shutdownTimeoutMs: 1_000,
})
const notifier = createNotifier({ url })
notifier.on('deliveries', engine.notify)
let maxInFlight = 0
const claims = { count: 0, ms: 0 }
engine.observe({
  onClaimed(_lane, ms) {
    claims.count += 1
    claims.ms += ms
  },
  onSettled: () => {},
})
const sampleTimer = setInterval(() => {
  maxInFlight = Math.max(maxInFlight, engine.state().in_flight)
}, 100)

process.once('SIGTERM', async () => {
  clearInterval(sampleTimer)
  const { user, system } = process.cpuUsage()
  const memory = process.resourceUsage().maxRSS / 1024
  const claim = claims.ms / claims.count
  const cpu = (user + system) / 1e6
  console.log(JSON.stringify({ cpu, memory, claims: claims.count, claim, maxInFlight }))
  await notifier.stop()
  await engine.stop()
  httpClient.close()
  await db.pool.end()
  process.exit()
})
console.log('ready')
