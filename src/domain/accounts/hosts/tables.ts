import type { DomainRow } from '../domains/tables.ts'

/** Why a check did not see a host point to this installation. */
export type HostProblem = 'record_missing' | 'points_elsewhere' | 'dns_failed'

/** The host of an account for the pages of its recipients. Other members are as in a domain. */
export interface HostRow extends Omit<DomainRow, 'token' | 'proven_at' | 'problem'> {
  /** The name and the domains above it. */
  names: string[]
  /** Since when a check has seen it point to this installation; null while new links do not use it. */
  verified_at: Date | null
  problem: HostProblem | null
}
