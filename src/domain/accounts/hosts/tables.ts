/** Why a check did not see a host point to this installation. */
export type HostProblem = 'record_missing' | 'points_elsewhere' | 'dns_failed'

/** The host of an account for the pages of its recipients. */
export interface Host {
  id: string
  /** A-labels in lower case. */
  name: string
  created_at: Date
  /** Since when a check has seen it point to this installation; null while new links do not use it. */
  verified_at: Date | null
  checked_at: Date | null
  /** The result of the last check; null if it saw the host point here. */
  problem: HostProblem | null
  /** When the records of a verified host were missing first. */
  missing_since: Date | null
}

export interface HostRow extends Host {
  account_id: string
  /** The name and the domains above it. */
  names: string[]
  /** How many checks in a row have missed the records of a verified host. */
  missed: number
  due_at: Date | null
}
