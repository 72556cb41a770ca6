/**
 * The audit log: who changed what in an account, before and after, and from where. Entries are inserted
 * in the transaction of the change itself, and are never updated.
 */

export { entryHistory } from './history.ts'
export { listEntries, listSubjectEntries } from './read.ts'
export { recordEntry } from './record-entry.ts'
export { recordGiftChange } from './record-gift-change.ts'
export type { AuditEntry, AuditFilter, NewAuditEntry } from './tables.ts'
