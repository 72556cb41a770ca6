import { randomGiftCounts, type Scenario } from './scenario-runner.ts'

/** Stops and starts two processes on the same data in turn. */
export const restarts = ({ restarts: count }: { restarts: number }): Scenario => ({
  name: 'restarts',
  serviceCount: 2,
  restMs: 20,
  async run({ service, second, load, gifts }) {
    const failures: string[] = []
    let slowestStopMs = 0
    for (const [round, giftCount] of randomGiftCounts(count, gifts).entries()) {
      await load.reached(giftCount)
      const target = round % 2 === 0 ? service : second
      const { code, ms } = await target.stop()
      slowestStopMs = Math.max(slowestStopMs, ms)
      if (code !== 0) failures.push(`a stop ended with exit code ${code}`)
      if (ms > 30_000) failures.push(`a stop took ${ms.toFixed(0)} ms`)
      target.start()
      await target.waitUntilReady()
    }
    return {
      summary: `${count} rolling restarts, the longest stop ${(slowestStopMs / 1000).toFixed(1)} s`,
      failures,
    }
  },
})
