import { type PollingLoop, startPollingLoop } from '#platform/jobs/polling-loop'
import type { Log } from '#platform/observability/log'
import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { createMigrationStatusReader, type MigrationStatus } from '#platform/postgres/migrations'

export interface SchemaWatcher {
  /** How the schema stands to the code that this process was started with. */
  status: (ctx: TxContext) => Promise<MigrationStatus>
  stop: PollingLoop['stop']
}

const defaultIntervalMs = 5_000 // milliseconds: that long an older process may stumble over a newer schema

/**
 * Looks whether a newer version has changed the schema under this process. When the change is not one
 * that older code may live with, `onOvertaken` hears of it, once: every statement from then on might fail,
 * or, worse, do something else than it was written for.
 */
export function watchSchema(
  db: Database,
  log: Log,
  onSchemaOutdated: (problem: string) => void,
  intervalMs = defaultIntervalMs,
): SchemaWatcher {
  const status = createMigrationStatusReader()
  let hasReported = false
  const loop = startPollingLoop({
    name: 'schema',
    intervalMs: intervalMs,
    async run() {
      const current = await readTransaction(db, ALL_ACCOUNTS, status)
      if (hasReported || current.state !== 'unusable' || current.isAhead !== true) return 0
      hasReported = true
      onSchemaOutdated(current.problem)
      return 0
    },
    onError: (error) => log.debug({ err: error }, 'the schema could not be looked at'),
  })
  return { status, stop: loop.stop }
}
