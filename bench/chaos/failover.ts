import type { Scenario } from './stage.ts'

/**
 * The primary dies under load and its synchronous standby takes its place. Nobody tells the service:
 * its processes, two unless told otherwise, find the way by themselves.
 */
export const failover = ({ services = 2 }: { services?: 1 | 2 } = {}): Scenario => ({
  name: 'failover',
  installation: { outside: 'pair' },
  services,
  async trouble({ load, gifts, pair, service, second }) {
    if (pair === undefined) throw new Error('this needs a primary and a standby')
    const nodes = services === 2 ? [service, second] : [service]
    await load.reached(gifts * 0.4)
    const ms = await pair.failOver()
    const began = Date.now()
    await Promise.all(nodes.map((node) => node.ready()))
    const green = (Date.now() - began) / 1000
    await load.done
    const ended = nodes.filter(({ counts }) => counts.endedByItself > 0)
    return {
      words: `primary killed, standby promoted in ${ms.toFixed(0)} ms, ${nodes.length} nodes ready ${green.toFixed(1)} s later, ${load.seen.unavailable} answers of 503`,
      complaints: ended.map(({ base }) => `the service at ${base} ended by itself`),
    }
  },
})
