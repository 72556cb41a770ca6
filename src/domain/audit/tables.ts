/** Who did it. The operator works at the command line; the system is us, when time does it. */
export interface Actor {
  kind: 'person' | 'api_token' | 'oauth_client' | 'recipient' | 'operator' | 'system'
  /** The id of the person, token, client or contact. */
  id?: string
  /** What they were called then. */
  name?: string
  /** The IP address that they came from. */
  address?: string
}

/** What it was done to. */
interface AuditSubject {
  /** A noun of the house: `gift_request`, `person`, `endpoint`, … */
  kind: string
  id: string
  /** What a person calls it: a reference, a name. */
  name?: string
}

export interface NewAuditEntry {
  actor: Actor
  /** noun.verb: `person.invite`, `gift_request.cancel`. */
  action: string
  subject: AuditSubject
  /**
   * What it was and what it became, `{ before, after }`, and whatever else explains it. No secrets; and
   * of recipients nothing but ids, since nothing here can be erased.
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

/** What the log can be narrowed to. An `action` without a dot means every verb of that noun. */
export interface AuditFilter {
  actor_id?: string
  subject_id?: string
  action?: string
  after_moment?: Date
  before_moment?: Date
}

export type AuditTables = {
  'access.audit_entry': {
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
}
