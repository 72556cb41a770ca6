/**
 * Runs the delivery engine in its own process, on BENCH_URL, until SIGTERM.
 * Prints a line when it has started.
 */

import { createHttpClient } from '#platform/http-client/http-client'
import { systemClock } from '#platform/lib/clock'
import { openTestDatabase } from '#test/webhook-harness'
import * as webhooks from '#webhooks'

const db = openTestDatabase(process.env.BENCH_URL ?? '', { size: 6 })
const httpClient = createHttpClient({ allowPrivate: true, userAgent: 'Bestow' })
const context = { db, httpClient, clock: systemClock, onError: console.error }
const concurrency = Number(process.env.BENCH_CONCURRENCY ?? 256)
const engine = webhooks.startEngine(context, {
  slots: concurrency,
  maxPerAccount: concurrency,
  maxPerEndpoint: 64,
  maxPerFastEndpoint: 64,
  pollIntervalMs: 50,
})
process.once('SIGTERM', async () => {
  await engine.stop()
  httpClient.close()
  await db.pool.end()
})
console.log('ready')
