import type { Actor } from '#platform/postgres/database'

/** The subject of a change. */
interface AuditSubject {
  /** The type of the subject: `gift_request`, `person`, `endpoint`, … */
  kind: string
  id: string
  /** A readable name: a reference or a name. */
  name?: string
}

export interface NewAuditEntry {
  /** noun.verb: `user.invite`, `gift_request.cancel`. */
  action: string
  subject: AuditSubject
  /**
   * The values before and after, `{ before, after }`, and other explanations. Must not contain secrets.
   * Recipients appear only as ids, because audit entries cannot be erased.
   */
  details?: Readonly<Record<string, unknown>>
}

export interface AuditEntry {
  id: string
  at: Date
  actor: { kind: Actor['kind']; id: string | null; name: string | null; address: string | null }
  action: string
  subject: { kind: string; id: string; name: string | null }
  details: Record<string, unknown>
}

/** The filters of the audit log. An `action` without a dot matches every verb of that noun. */
export interface AuditFilter {
  actor_id?: string
  subject_id?: string
  action?: string
  created_after?: Date
  created_before?: Date
}

export interface AuditEntryRow {
  account_id: string
  id: string
  at: Date
  actor_kind: Actor['kind']
  actor_id: string | null
  actor_name: string | null
  actor_address: string | null
  action: string
  subject_kind: string
  subject_id: string
  subject_name: string | null
  details: unknown
  /** The time of the account's clock; null in older entries. */
  account_at: Date | null
}
