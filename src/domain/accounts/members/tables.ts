import type { Role } from '../account/tables.ts'

export interface Member {
  id: string
  name: string
  email: string
  role: Role
  has_password: boolean
  has_totp: boolean
  passkeys: number
  /** Whether the member has signed in with single sign-on. */
  has_single_sign_on: boolean
  created_at: Date
  last_seen_at: Date | null
}

export interface Invitation {
  id: string
  email: string
  name: string
  role: Role
  /** `id` is null for an operator, who is no user of the account. */
  invited_by: { id: string | null; name: string }
  created_at: Date
  expires_at: Date
}

export interface InvitationRow {
  account_id: string
  id: string
  email: string
  email_key: string
  name: string
  role: Role
  token_hash: Buffer
  /** The hash of the link in the email, which proves the address. */
  mailed_token_hash: Buffer | null
  invited_by: string | null
  /** The name of an operator, who is no user of the account; otherwise null. */
  inviter_name: string | null
  created_at: Date
  expires_at: Date
}

/** A user, as the administration of members writes it. */
export interface MemberRow {
  account_id: string
  id: string
  email: string
  email_key: string
  /** When the person proved the address; null for an address that no one proved. */
  email_proven_at: Date | null
  name: string
  role: Role
  password_hash: string | null
  totp_encrypted: Buffer | null
  totp_enabled_at: Date | null
  removed_at: Date | null
  created_at: Date
}
