import { setTimeout as sleep } from 'node:timers/promises'
import { readDeliveryMetrics } from './delivery-metrics.ts'
import type { Scenario, Testbed } from './scenario-runner.ts'

/**
 * Drops all data on all open database connections under load, three times in a row. Neither side is notified,
 * as with a firewall that has lost its state. New connections work.
 */
export const blackhole = (): Scenario => ({
  name: 'blackhole',
  restMs: 60,
  deployment: { externalDatabase: true, proxied: 'both' },
  async run(testbed) {
    const { load, gifts, proxy, service } = testbed
    const stallSeconds: number[] = []
    for (const share of [0.1, 0.4, 0.7]) {
      await load.reached(gifts * share)
      const before = load.stats.acknowledged.size
      proxy?.blackhole()
      const startedAt = Date.now()
      await sleep(300) // waits for the responses in transit
      await load.reached(Math.max(before, load.stats.acknowledged.size) + 100)
      stallSeconds.push((Date.now() - startedAt) / 1000)
    }
    await load.done
    return {
      summary: `all connections dead ${stallSeconds.length} times, ${stallSeconds.map((each) => each.toFixed(1)).join(', ')} s until 100 more were created, ${load.stats.unavailable} responses with 503`,
      failures: [
        ...(Math.max(...stallSeconds) > 45 ? ['no progress for more than 45 s'] : []),
        ...unexpectedExitFailures(service),
      ],
    }
  },
})

/**
 * Disconnects one of two delivering processes from the database for longer than its leases last, while the
 * receiver still accepts its requests. The other process takes over the deliveries.
 */
export const partition = (): Scenario => ({
  name: 'partition',
  restMs: 20,
  deployment: { externalDatabase: true, proxied: 'second' },
  async run({ load, gifts, proxy, service, second, receiver }) {
    second.start()
    await second.waitUntilReady()
    await load.reached(gifts * 0.3)
    await receiver.configure('mode', 'hangs')
    await sleep(500)
    proxy?.blackholeAll()
    await sleep(100)
    await receiver.configure('mode', 'well')
    await sleep(66_000)
    proxy?.restore()
    await second.waitUntilReady()
    await waitUntilSettled(second)
    const metrics = await readDeliveryMetrics(second)
    await second.stop()
    return {
      summary: `one of two processes cut off for 66 s: ${metrics.stale} late results rejected`,
      failures: [
        ...(metrics.stale === 0 ? ['no result was late'] : []),
        ...unexpectedExitFailures(service),
        ...unexpectedExitFailures(second),
      ],
    }
  },
})

async function waitUntilSettled(service: Testbed['service']): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await readDeliveryMetrics(service)).unsettled === 0) return
    await sleep(100)
  }
}

const unexpectedExitFailures = ({ counts }: Testbed['service']) =>
  counts.unexpectedExits > 0 ? ['a process exited'] : []
