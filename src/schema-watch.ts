import type { Log } from '#platform/log'
import { type PollingLoop, startPollingLoop } from '#platform/loop'
import { createMigrationStatusReader, type MigrationStatus } from '#platform/migrate'
import { ALL_ACCOUNTS, type Database, readTransaction, type TxContext } from '#platform/postgres'

export interface SchemaWatch {
  /** How the schema stands to the code that this process was started with. */
  status: (ctx: TxContext) => Promise<MigrationStatus>
  stop: PollingLoop['stop']
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
  const status = createMigrationStatusReader()
  let isTold = false
  const loop = startPollingLoop({
    name: 'schema',
    intervalMs: pause,
    async run() {
      const found = await readTransaction(db, ALL_ACCOUNTS, status)
      if (isTold || found.state !== 'unusable' || found.isAhead !== true) return 0
      isTold = true
      onOvertaken(found.problem)
      return 0
    },
    onError: (error) => log.debug({ err: error }, 'the schema could not be looked at'),
  })
  return { status, stop: loop.stop }
}
