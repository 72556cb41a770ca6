import type { Scenario } from './scenario-runner.ts'

/**
 * Kills the primary under load and promotes its synchronous standby. The service processes (default: two)
 * are not notified and must reconnect.
 */
export const failover = ({ serviceCount = 2 }: { serviceCount?: 1 | 2 } = {}): Scenario => ({
  name: 'failover',
  deployment: { externalDatabase: 'pair' },
  serviceCount,
  async run({ load, gifts, replicationPair, service, second }) {
    if (replicationPair === undefined) throw new Error('failover requires a primary and a standby')
    const nodes = serviceCount === 2 ? [service, second] : [service]
    await load.reached(gifts * 0.4)
    const ms = await replicationPair.failOver()
    const startedAt = Date.now()
    await Promise.all(nodes.map((node) => node.waitUntilReady()))
    const readySeconds = (Date.now() - startedAt) / 1000
    await load.done
    const ended = nodes.filter(({ counts }) => counts.unexpectedExits > 0)
    return {
      summary: `primary killed, standby promoted in ${ms.toFixed(0)} ms, ${nodes.length} nodes ready ${readySeconds.toFixed(1)} s later, ${load.stats.unavailable} responses with 503`,
      failures: ended.map(({ base }) => `the service at ${base} exited`),
    }
  },
})
