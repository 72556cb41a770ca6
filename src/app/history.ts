import * as audit from '#audit'
import * as mail from '#email'
import * as gifting from '#gifting'
import type { Retention } from '#platform/config/retention-settings'
import type { Log } from '#platform/observability/log'
import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import {
  createPartitions,
  dropExpired,
  findBackfills,
  type HistoryTable,
  runBackfill,
} from '#platform/postgres/history-partitions'

/** A history table and its retention period in days. The period 0 stores the table forever. */
interface RetainedHistory {
  table: HistoryTable
  days: number
}

const listHistory = (retention: Retention): RetainedHistory[] => [
  { table: gifting.transitionHistory, days: retention.transitions },
  { table: gifting.noteHistory, days: 0 },
  { table: mail.messageHistory, days: retention.emailLog },
  // A gift request can have emails until it ends. The email module cannot see this end, so twice the
  // retention period is enough.
  { table: mail.dedupKeyHistory, days: 2 * retention.emailLog },
  { table: audit.entryHistory, days: retention.audit },
]

/**
 * Returns the housekeeping steps of partitioned history tables. Each step runs in a
 * separate transaction for ALL_ACCOUNTS.
 */
export const historySteps = (retention: Retention): ((ctx: TxContext) => Promise<unknown>)[] =>
  listHistory(retention).flatMap(({ table, days }) => [
    (ctx: TxContext) => createPartitions(ctx, table),
    ...(days === 0 ? [] : [(ctx: TxContext) => dropExpired(ctx, table, days)]),
  ])

const maxRoundMs = 20_000

/**
 * Creates a function that copies rows of large history tables to partitions, for
 * at most 20 seconds in a round.
 */
export function createBackfillRound(db: Database, log: Log) {
  let isStopping = false
  return {
    async round(): Promise<number> {
      const [first] = await readTransaction(db, ALL_ACCOUNTS, findBackfills)
      if (first === undefined) return 0
      const { table_name, copied_rows } = first
      const deadline = Date.now() + maxRoundMs
      const result = await runBackfill(db, table_name, () => isStopping || Date.now() > deadline)
      log.info({ table: table_name, copied_rows, result }, 'copying a table to monthly partitions')
      return result === 'copied elsewhere' ? 0 : 1
    },
    stop() {
      isStopping = true
    },
  }
}
