/** Why a check did not prove a domain. */
export type DomainProblem = 'record_missing' | 'dns_failed' | 'proven_elsewhere'

/** A domain of an account. */
export interface Domain {
  id: string
  /** A-labels in lower case. */
  name: string
  created_at: Date
  /** Null while no check has found the record. */
  proven_at: Date | null
  checked_at: Date | null
  /** The result of the last check; null if it found the record. */
  problem: DomainProblem | null
  /** When the record of a proven domain was missing first. */
  missing_since: Date | null
}

export interface DomainRow extends Domain {
  account_id: string
  token: string
  /** How many checks in a row have missed the record of a proven domain. */
  missed: number
  due_at: Date | null
}
