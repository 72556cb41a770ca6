import { setTimeout as sleep } from 'node:timers/promises'
import { startOutside } from './installation.ts'
import { familyOf, send } from './server-processes.ts'
import type { Scenario, Stage } from './stage.ts'

export interface OutageOptions {
  seconds: number
  /** Stopped and started again by somebody else; or frozen: connections stay open, and nothing answers. */
  how: 'stopped' | 'frozen'
}

const patience = 13_000 // milliseconds: a wait for a connection, and the longest statement

/** The operator's database goes away under load and comes back, while the service lives on. */
export const outage = ({ seconds, how }: OutageOptions): Scenario => ({
  name: how === 'stopped' ? `outage ${seconds}` : `freeze ${seconds}`,
  installation: { outside: true },
  async trouble(stage) {
    const { load, gifts, outside, dataDir, service } = stage
    if (outside === undefined)
      throw new Error('this needs a database that is not the service’s own')
    await load.reached(gifts * 0.3)
    const health = watch(stage)
    if (how === 'stopped') await outside.stop('fast')
    else send(familyOf(outside.pid), 'SIGSTOP')
    await sleep(seconds * 1000)
    if (how === 'stopped')
      await startOutside(dataDir) // ours until this process ends
    else send(familyOf(outside.pid), 'SIGCONT')
    const began = Date.now()
    await service.ready()
    const green = (Date.now() - began) / 1000
    const seen = await health.end()
    await load.done
    return {
      words: `database ${how} for ${seconds} s, ${load.seen.unavailable} answers of 503, ready ${green.toFixed(1)} s after its return`,
      complaints: [
        ...(seen.sick > 0 ? [`/healthz failed ${seen.sick} times`] : []),
        ...(seen.red === 0 ? ['/readyz stayed green'] : []),
        ...(load.seen.unavailable === 0 ? ['nobody was answered 503'] : []),
        ...(load.seen.unanswered > 0 ? [`${load.seen.unanswered} requests got no answer`] : []),
        ...(load.seen.slowest > patience
          ? [`an answer took ${load.seen.slowest.toFixed(0)} ms`]
          : []),
        ...(service.counts.endedByItself > 0 ? ['the service ended by itself'] : []),
      ],
    }
  },
})

/** Asks for liveness and readiness as an orchestrator does. */
function watch({ service }: Stage) {
  const seen = { sick: 0, red: 0 }
  let isOver = false
  const ok = async (path: string) =>
    fetch(`${service.base}${path}`, { signal: AbortSignal.timeout(8_000) }).then(
      (answer) => answer.ok,
      () => false,
    )
  const asking = (async () => {
    while (!isOver) {
      if (!(await ok('/healthz'))) seen.sick += 1
      if (!(await ok('/readyz'))) seen.red += 1
      await sleep(200)
    }
  })()
  return {
    async end() {
      isOver = true
      await asking
      return seen
    },
  }
}
