import { setTimeout as sleep } from 'node:timers/promises'
import { familyOf, postmasterIn, send } from './server-processes.ts'
import { moments, pause, type Scenario, type Stage } from './stage.ts'

/** How the embedded server dies, in turn. */
const deaths = ['whole', 'postmaster', 'with the service', 'stopped', 'starting service'] as const

/** The embedded server is killed under the running service, which has to bring it back by itself. */
export const databaseKills = ({ kills }: { kills: number }): Scenario => ({
  name: 'database',
  async trouble(stage) {
    const { service, load } = stage
    const away: number[] = []
    for (const [round, moment] of moments(kills, stage.gifts).entries()) {
      await load.reached(moment)
      await pause(0, 150)
      const began = Date.now()
      await die(stage, deaths[round % deaths.length] ?? 'whole')
      await readyAgain(stage)
      away.push((Date.now() - began) / 1000)
    }
    const { endedByItself } = service.counts
    return {
      words: `${kills} deaths of the database, ready again after ${Math.max(...away).toFixed(1)} s at most`,
      complaints: endedByItself > 0 ? [`the service ended by itself ${endedByItself} times`] : [],
    }
  },
})

async function die(stage: Stage, death: (typeof deaths)[number]): Promise<void> {
  const { service, dataDir } = stage
  if (death === 'starting service') {
    await service.kill()
    service.start()
    await pause(200, 1_000)
  }
  const server = postmasterIn(dataDir)
  if (server === undefined) return
  switch (death) {
    case 'postmaster':
      return send([server], 'SIGKILL')
    case 'stopped':
      return send([server], 'SIGINT')
    case 'with the service':
      send(familyOf(server), 'SIGKILL')
      await service.kill()
      return service.start()
    default:
      return send(familyOf(server), 'SIGKILL')
  }
}

/** Readiness may take a moment to turn red; then it must turn green. */
async function readyAgain({ service }: Stage): Promise<void> {
  await sleep(300)
  await service.ready()
}
