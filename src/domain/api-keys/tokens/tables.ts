import type { GrantedScope } from '#contract'

export interface ApiToken {
  id: string
  name: string
  last_four: string
  scopes: readonly GrantedScope[]
  /** IP addresses and ranges in CIDR notation, without duplicates. Empty if every address may use the token. */
  allowed_addresses: readonly string[]
  created_at: Date
  last_used_at: Date | null
  /** When the token ends by itself; null if it does not. */
  expires_at: Date | null
  /** When a user revoked the token. */
  expired_at: Date | null
  /** The team for which the token sends. Null: it sends for no team, and every campaign. */
  team_id: string | null
}

/** The days before the expiry of a token on which the admins get an email. */
export type ReminderDays = 1 | 7

export interface ApiTokenRow extends ApiToken {
  account_id: string
  token_hash: Buffer
  /** The last reminder of the expiry: so many days before it. */
  reminded_days: ReminderDays | null
}
