import type { Permission, Role } from '#contract/permissions'
import type { Stage, Tier } from '../account/tables.ts'

/**
 * Why the policy of an account does not let a session in: the network of the request; the person has no second factor yet; the
 * person has one, and the session began without it.
 */
export type Restriction = 'network' | 'set_up_second_factor' | 'use_second_factor'

export type SignInMethod =
  | 'password'
  | 'password_and_code'
  | 'passkey'
  | 'invitation'
  | 'setup'
  | 'single_sign_on'

/** The origin of a sign-in request. */
export interface RequestOrigin {
  address: string
  user_agent: string
  /** The device token from an earlier sign-in; see `known-devices.ts`. */
  device_token?: string | undefined
}

/** A signed-in browser. */
export interface Session {
  id: string
  method: SignInMethod
  address: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

/** A signed-in user, with the account that the request is for. */
export interface SessionUser {
  session_id: string
  /** The person who signed in. Sign-in methods and sessions belong to the person. */
  person_id: string
  /** The person as a user of the account. */
  user_id: string
  name: string
  email: string
  role: Role
  /** The name of a role that the account has made; null for a built-in role. */
  role_name: string | null
  permissions: readonly Permission[]
  /** Whether the user operates the installation. */
  is_operator: boolean
  has_totp: boolean
  /** Why the policy of the account refuses all but the person's own sign-in; null if it refuses nothing. */
  restriction: Restriction | null
  method: SignInMethod
  /** True for a program with a token of operators, which has no session and no account. */
  is_program?: true
  /** When the user of a session by single sign-on last confirmed their identity. */
  confirmed_at: Date | null
  account_id: string
  account_name: string
  tier: Tier
  stage: Stage
  region: string
  clock_offset_ms: number
}

export interface Passkey {
  id: string
  name: string
  is_synced: boolean
  created_at: Date
  last_used_at: Date | null
}

/** A person who signs in. Belongs to no account. */
export interface PersonRow {
  id: string
  email: string
  email_key: string
  email_proven_at: Date | null
  is_operator: boolean
  password_hash: string | null
  /** Whether the password was set in a session by single sign-on, so that its provider could know it. */
  password_by_single_sign_on?: boolean
  totp_encrypted: Buffer | null
  totp_enabled_at: Date | null
  totp_last_step: number | null
  created_at: Date
}

export type Suspension = 'account' | 'member'

/** An account that a person may enter, and the person as its user. */
export interface Membership {
  account_id: string
  account_name: string
  user_id: string
  name: string
  /** The address of the person, as the account knows it. */
  email: string
  role: Role
  role_name: string | null
  /** Whether the account is suspended, or only the person in it. */
  suspension: Suspension | null
  /** Whether the policy of the account asks for a newer session, or one that has not paused for so long. */
  needs_new_session: boolean
  requires_second_factor: boolean
  allowed_networks: string[]
  /** Whether the person enters only with a sign-in at the identity provider of the account. */
  needs_single_sign_on: boolean
}

export interface BackupCodeRow {
  person_id: string
  code_hash: Buffer
}

export interface PasskeyRow extends Passkey {
  person_id: string
  /** Whether it was added in a session by single sign-on. */
  by_single_sign_on: boolean
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
}

export interface SessionRow extends Session {
  person_id: string
  /** The account that a page opens by default; for a session by single sign-on the only one. */
  account_id: string
  token_hash: Buffer
  confirmed_at: Date | null
  /** The identity provider that authenticated the person, and its name for the session. */
  provider_id: string | null
  provider_session: string | null
}

/** The request for which a session is looked up. */
export interface EntryRequest {
  /** The address of the client behind trusted proxies. */
  address: string
  /** The account that the request names. */
  account_id?: string | undefined
}

export interface PasswordResetRow {
  id: string
  person_id: string
  token_hash: Buffer
  created_at: Date
  expires_at: Date
}

export interface EmailChangeRow {
  person_id: string
  email: string
  email_key: string
  token_hash: Buffer
  created_at: Date
  expires_at: Date
}
