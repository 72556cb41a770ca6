import type { Log } from '#platform/log'
import { type Loop, startLoop } from '#platform/loop'
import { createStatus, type MigrationStatus } from '#platform/migrate'
import { type Database, everyone, reading, type TxContext } from '#platform/postgres'

export interface SchemaWatch {
  /** How the schema stands to the code that this process was started with. */
  status: (ctx: TxContext) => Promise<MigrationStatus>
  stop: Loop['stop']
}

const every = 5_000 // milliseconds: that long an older process may stumble over a newer schema

/**
 * Looks whether a newer version has changed the schema under this process. When the change is not one
 * that older code may live with, `onOvertaken` hears of it, once: every statement from then on might fail,
 * or, worse, do something else than it was written for.
 */
export function watchSchema(
  db: Database,
  log: Log,
  onOvertaken: (problem: string) => void,
  pause = every,
): SchemaWatch {
  const status = createStatus()
  let isTold = false
  const loop = startLoop({
    name: 'schema',
    every: pause,
    async run() {
      const found = await reading(db, everyone, status)
      if (isTold || found.state !== 'unusable' || found.isNewer !== true) return 0
      isTold = true
      onOvertaken(found.problem)
      return 0
    },
    onError: (error) => log.debug({ err: error }, 'the schema could not be looked at'),
  })
  return { status, stop: loop.stop }
}
