import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '#platform/postgres/database'
import { percentile } from '#reliability/support/service-harness'
import { eventInput } from '#test/webhook-harness'
import * as webhooks from '#webhooks'
import { openIsolationHarness, startWorker, stopWorker, type Target } from './isolation-harness.ts'

/** One of the costliest filters that are allowed: it reads a text of 20 KB a hundred times. It leaves out every event. */
const hostileFilter = `[${Array.from({ length: 100 }, (_, n) => n).join()}].all(n, body.reference.lowerAscii() != "y") && false`

const endpoints = 100
const eventsPerSecond = Number(process.env.BENCH_HOSTILE_EVENTS ?? 10)
const seconds = Number(process.env.BENCH_DURING ?? 20)

/**
 * Measures a healthy account beside one whose hundred endpoints have the costliest filter, and get ten events a second with
 * the largest bodies: a thousand filters a second. The healthy account is measured alone, and beside the same events with
 * a filter that costs nothing.
 */
export async function measureHostileFilters(url: string, ports: readonly number[]): Promise<void> {
  const harness = await openIsolationHarness(url, ports)
  const healthy = await harness.createEndpoints(await harness.createAccount(), 3, false)
  const account_id = await harness.createAccount()
  const hostile = await harness.createEndpoints(account_id, endpoints, true)
  const ids = new Set(healthy.map(({ id }) => id))
  const worker = await startWorker(url)
  let turn = 0
  const next = () => healthy[turn++ % healthy.length] as Target
  const runHealthy = (length: number) =>
    harness.runPhase(next, ids, { seconds: length, perSecond: 50 })

  const setFilter = (filter: string) =>
    inTransaction(harness.db, account_id, async (ctx) => {
      for (const { id } of hostile)
        await webhooks.updateEndpoint(ctx, id, { filter }, { allowPrivate: true })
    })

  const text = 'x'.repeat(20_000)
  async function runBoth(filter: string) {
    await setFilter(filter)
    let isOver = false
    const record = async () => {
      while (!isOver) {
        const input = eventInput(account_id)
        const gift = { ...input.gift, reference: text }
        await inTransaction(harness.db, account_id, async (ctx) => {
          webhooks.record(ctx, { ...input, gift })
        })
        await sleep(1_000 / eventsPerSecond)
      }
    }
    const recording = record()
    const phase = await runHealthy(seconds)
    isOver = true
    await recording
    return phase
  }

  await runHealthy(2)
  const phases = {
    alone: await runHealthy(seconds),
    'filters that cost nothing': await runBoth('false'),
    'the costliest filters': await runBoth(hostileFilter),
  }
  const { cpu } = await stopWorker(worker)
  await harness.clearQueue()
  await harness.close()
  const [alone] = Object.values(phases)
  console.log('| beside | delivered | rate to alone | p50 | p95 | p95 to alone |')
  for (const [name, phase] of Object.entries(phases)) {
    const p95 = percentile(phase.latencies, 0.95)
    const aloneP95 = percentile(alone?.latencies ?? [], 0.95)
    const share = phase.latencies.filter(Number.isFinite).length / phase.latencies.length
    console.log(
      `| ${name} | ${(100 * share).toFixed(1)} % | ${(phase.arrivedPerSecond / (alone?.arrivedPerSecond ?? 1)).toFixed(2)} | ${percentile(phase.latencies, 0.5).toFixed(0)} ms | ${p95.toFixed(0)} ms | ${(p95 / aloneP95).toFixed(1)} × |`,
    )
  }
  console.log(`CPU of the worker: ${cpu.toFixed(1)} s`)
}
