import type { HistoryTable } from '#platform/postgres/history-partitions'

/** The emails by month, except months with an unsent email. */
export const messageHistory: HistoryTable = {
  name: 'mail.message',
  findNeededSql: `select from mail.message where id >= $1 and id < $2 and state = 'queued' limit 1`,
}

/** The keys of emails, by the month of the gift request. */
export const dedupKeyHistory: HistoryTable = { name: 'mail.dedup_key' }
