import { setTimeout as sleep } from 'node:timers/promises'
import { readDeliveryMetrics } from './delivery-metrics.ts'
import type { Scenario } from './scenario-runner.ts'

const leaseExpiryMs = 66_000 // milliseconds until a lease of 60 s has ended and the sweep has found it

/**
 * Pauses one of two delivering processes (SIGSTOP) while its attempts are in flight. Resumes it when the
 * other process has taken over these attempts, so that its results are late.
 */
export const pauseBeyondLease = (): Scenario => ({
  name: 'pause',
  deployment: { externalDatabase: true },
  async run({ service, second, load, gifts, receiver }) {
    second.start()
    await second.waitUntilReady()
    await load.reached(gifts * 0.3)
    await receiver.configure('mode', 'hangs')
    await sleep(500)
    const pid = second.pid()
    process.kill(pid, 'SIGSTOP')
    await receiver.configure('mode', 'well')
    await sleep(leaseExpiryMs)
    process.kill(pid, 'SIGCONT')
    await second.waitUntilReady()
    await sleep(1_000)
    const metrics = await readDeliveryMetrics(second)
    const otherMetrics = await readDeliveryMetrics(service)
    const { code } = await second.stop()
    return {
      summary: `one of two processes stopped for 66 s: ${metrics.stale} late results rejected, ${otherMetrics.swept} taken over`,
      failures: [
        ...(metrics.stale === 0 ? ['no result was late'] : []),
        ...(code !== 0 ? [`the paused process ended with exit code ${code}`] : []),
      ],
    }
  },
})
