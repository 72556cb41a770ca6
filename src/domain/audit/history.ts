import type { HistoryTable } from '#platform/postgres/history-partitions'

/** The audit log by month. */
export const entryHistory: HistoryTable = { name: 'access.audit_entry' }
