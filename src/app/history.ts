import * as audit from '#audit'
import * as mail from '#email'
import * as gifting from '#gifting'
import type { Retention } from '#platform/config/retention-settings'
import type { TxContext } from '#platform/postgres/database'
import {
  createPartitions,
  dropExpired,
  type HistoryTable,
} from '#platform/postgres/history-partitions'

/** A history table and its retention period in days; 0 is without limit. */
interface RetainedHistory {
  table: HistoryTable
  days: number
}

const listHistory = (retention: Retention): RetainedHistory[] => [
  { table: gifting.transitionHistory, days: retention.transitions },
  { table: gifting.noteHistory, days: 0 },
  { table: mail.messageHistory, days: retention.emailLog },
  // A gift request can have emails until it ends, which the email module cannot see: twice the time is enough.
  { table: mail.dedupKeyHistory, days: 2 * retention.emailLog },
  { table: audit.entryHistory, days: retention.audit },
]

/** Returns the housekeeping of partitioned history tables. Each step runs in a transaction for ALL_ACCOUNTS of its own. */
export const historySteps = (retention: Retention): ((ctx: TxContext) => Promise<unknown>)[] =>
  listHistory(retention).flatMap(({ table, days }) => [
    (ctx: TxContext) => createPartitions(ctx, table),
    ...(days === 0 ? [] : [(ctx: TxContext) => dropExpired(ctx, table, days)]),
  ])
