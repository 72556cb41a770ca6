import { moments, pause, type Scenario, type Stage } from './stage.ts'
import { connect } from './truth.ts'

export interface KillOptions {
  kills: number
  name?: string
  /** False for those in a hurry: what the dead had in flight is given back without the wait of a minute. */
  waitsForLeases?: boolean
}

/**
 * The service is killed at random moments, one in each part of the load, and started again at once on
 * the same data. Every third time it is killed once more within its first second.
 */
export const kills = ({
  kills: count,
  name = 'kills',
  waitsForLeases = true,
}: KillOptions): Scenario => ({
  name,
  countsKills: true,
  async trouble(stage) {
    const { service, load } = stage
    for (const [round, moment] of moments(count, stage.gifts).entries()) {
      await load.reached(moment)
      await pause(0, 150)
      await service.kill()
      service.start()
      if (round % 3 !== 1) continue
      await pause(100, 1_000)
      await service.kill()
      service.start()
    }
    if (!waitsForLeases) await endLeases(stage)
    await service.ready()
    const { kills, endedByItself } = service.counts
    return {
      words: `${kills} kills of the service`,
      complaints: endedByItself > 0 ? [`the service ended by itself ${endedByItself} times`] : [],
    }
  },
})

/** Whoever holds a lease is dead at this moment; the clock of the database shall say so too. */
export async function endLeases({ service, attach }: Stage): Promise<void> {
  await service.kill()
  const database = await attach()
  const client = await connect(database.superuserUrl)
  await client.query('update webhooks.lease set until = now()')
  await client.end()
  service.start()
  await service.ready()
  await database.detach()
}
