/**
 * The audit log: who changed what in an account, before and after, and from where. It is added to in
 * the transaction of the change itself, and never changed.
 */
export { audit } from './audit.ts'
export { type AuditFilter, listActions, listAudit } from './list.ts'
export type { Actor, AuditEntry, NewAuditEntry } from './tables.ts'
