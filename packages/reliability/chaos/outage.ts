import { setTimeout as sleep } from 'node:timers/promises'
import { processTree, signalAll } from './postgres-processes.ts'
import type { Scenario, Testbed } from './scenario-runner.ts'
import { startExternalDatabase } from './test-deployment.ts'

export interface OutageOptions {
  seconds: number
  /**
   * Whether the database is stopped and started again, or frozen, so that
   * connections stay open without a response.
   */
  mode: 'stopped' | 'frozen'
}

const maxResponseMs = 13_000 // in milliseconds: the connection timeout and the statement timeout together

/** Stops or freezes the operator's database under load, and resumes it. The service must survive. */
export const outage = ({ seconds, mode }: OutageOptions): Scenario => ({
  name: mode === 'stopped' ? `outage ${seconds}` : `freeze ${seconds}`,
  deployment: { externalDatabase: true },
  async run(testbed) {
    const { load, gifts, externalDatabase, dataDir, service } = testbed
    if (externalDatabase === undefined) throw new Error('an outage requires an external database')
    await load.reached(gifts * 0.3)
    const monitor = monitorHealth(testbed)
    if (mode === 'stopped') await externalDatabase.stop('fast')
    else signalAll(processTree(externalDatabase.pid), 'SIGSTOP')
    await sleep(seconds * 1000)
    if (mode === 'stopped')
      await startExternalDatabase(dataDir) // this process owns the data directory
    else signalAll(processTree(externalDatabase.pid), 'SIGCONT')
    const startedAt = Date.now()
    await service.waitUntilReady()
    const readySeconds = (Date.now() - startedAt) / 1000
    const health = await monitor.end()
    await load.done
    return {
      summary: `database ${mode} for ${seconds} s, ${load.stats.unavailable} responses with 503, ready ${readySeconds.toFixed(1)} s after its return`,
      failures: [
        ...(health.unhealthy > 0 ? [`/healthz failed ${health.unhealthy} times`] : []),
        ...(health.unready === 0 ? ['/readyz did not fail'] : []),
        ...(load.stats.unavailable === 0 ? ['no response was 503'] : []),
        ...(load.stats.unanswered > 0 ? [`${load.stats.unanswered} requests got no response`] : []),
        ...(load.stats.slowest > maxResponseMs
          ? [`a response took ${load.stats.slowest.toFixed(0)} ms`]
          : []),
        ...(service.counts.unexpectedExits > 0 ? ['the service exited'] : []),
      ],
    }
  },
})

/** Monitors liveness and readiness by polling, as an orchestrator does. */
function monitorHealth({ service }: Testbed) {
  const counts = { unhealthy: 0, unready: 0 }
  let isOver = false
  const isOk = async (path: string) =>
    fetch(`${service.base}${path}`, { signal: AbortSignal.timeout(8_000) }).then(
      (response) => response.ok,
      () => false,
    )
  const polling = (async () => {
    while (!isOver) {
      if (!(await isOk('/healthz'))) counts.unhealthy += 1
      if (!(await isOk('/readyz'))) counts.unready += 1
      await sleep(200)
    }
  })()
  return {
    async end() {
      isOver = true
      await polling
      return counts
    },
  }
}
