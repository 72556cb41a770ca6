import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#platform/log'
import { isAway } from '#platform/postgres'

const patience = 60_000 // milliseconds; whoever runs us may then think of something else
const betweenTries = 500

/** Takes a step of the start. Takes it again, for a minute, while the database is away or still starting. */
export async function whenThere<T>(step: () => Promise<T>, log: Log): Promise<T> {
  for (const until = Date.now() + patience; ; await sleep(betweenTries)) {
    try {
      return await step()
    } catch (error) {
      if (!isAway(error) || Date.now() > until) throw error
      log.warn({ err: error }, 'the database is away; the start waits for it')
    }
  }
}
