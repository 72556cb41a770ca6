import type { Scenario } from './stage.ts'

/** The primary dies under load and its synchronous standby takes its place. Nobody tells the service. */
export const failover = (): Scenario => ({
  name: 'failover',
  installation: { outside: 'pair' },
  async trouble({ load, gifts, pair, service }) {
    if (pair === undefined) throw new Error('this needs a primary and a standby')
    await load.reached(gifts * 0.4)
    const ms = await pair.failOver()
    const began = Date.now()
    await service.ready()
    const green = (Date.now() - began) / 1000
    await load.done
    return {
      words: `primary killed, standby promoted in ${ms.toFixed(0)} ms, ready ${green.toFixed(1)} s later, ${load.seen.unavailable} answers of 503`,
      complaints: service.counts.endedByItself > 0 ? ['the service ended by itself'] : [],
    }
  },
})
