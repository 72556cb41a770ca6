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
  /** Returns whether the schema matches the code of this process. */
  status: (ctx: TxContext) => Promise<MigrationStatus>
  stop: PollingLoop['stop']
}

const defaultIntervalMs = 5_000 // milliseconds that an older process runs on a newer schema at most

/**
 * Checks whether a newer version has changed the schema. If the change is not compatible with older code, calls
 * `onSchemaOutdated` once, because any further statement could fail or have a wrong effect.
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
    intervalMs,
    async run() {
      const current = await readTransaction(db, ALL_ACCOUNTS, status)
      if (hasReported || current.state !== 'unusable' || current.isAhead !== true) return 0
      hasReported = true
      onSchemaOutdated(current.problem)
      return 0
    },
    onError: (error) => log.debug({ err: error }, 'the schema version could not be read'),
  })
  return { status, stop: loop.stop }
}
