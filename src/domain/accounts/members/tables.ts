import type { Permission, Role } from '#contract/permissions'

export interface Member {
  id: string
  name: string
  email: string
  role: Role
  role_name: string | null
  permissions: readonly Permission[]
  has_password: boolean
  has_totp: boolean
  passkeys: number
  /** Whether the member has signed in with single sign-on. */
  has_single_sign_on: boolean
  /** Whether the identity provider of the account manages the member with SCIM. */
  is_provisioned: boolean
  /** When an admin suspended the member; null for an active one. */
  suspended_at: Date | null
  created_at: Date
  last_seen_at: Date | null
}

export interface Invitation {
  id: string
  email: string
  name: string
  role: Role
  role_name: string | null
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

/** A user, as the administration of members changes it. */
export interface MemberRow {
  /** Null for a removed user. */
  person_id: string | null
  email_key: string
  name: string
  role: Role
  removed_at: Date | null
  suspended_at: Date | null
}
