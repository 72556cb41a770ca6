import type { Values } from '#platform/lib/connector-settings'
import type { ProviderState } from './identity-provider.ts'

/** An identity provider of an account, without its secret. */
export interface SingleSignOnProvider {
  id: string
  kind: string
  name: string
  /** The settings that are not secret. */
  settings: Values
  /** True if all members except admins must sign in through a provider. */
  is_required: boolean
  /** True if people with an address of a proven domain become users at their first sign-in. */
  admits_new: boolean
  /** The time when a sign-in through the provider first succeeded. Null before the first success. */
  tested_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface ProviderRow extends SingleSignOnProvider {
  account_id: string
  /** In the address of responses. */
  path_id: string
  /** The value of the secret setting; null for a kind without one. */
  secret_encrypted: Buffer | null
  /** Null before the settings were saved. */
  state: ProviderState | null
  subject_scope: string | null
}

/** A provider as the page of its account shows it. */
export interface ListedProvider extends ProviderRow {
  /** The number of members who have signed in with it. */
  members: number
}

/**
 * The purpose of an authorization request: to sign in, to accept an invitation, to confirm the identity of a
 * signed-in user, or to test the provider.
 */
export type SignOnPurpose = 'sign_in' | 'invitation' | 'confirmation' | 'test'

export interface SignOnRequestRow {
  account_id: string
  provider_id: string
  state_hash: Buffer
  browser_hash: Buffer
  purpose: SignOnPurpose
  user_id: string | null
  session_id: string | null
  invitation_id: string | null
  /** True if the person opened the invitation with the link in its email. */
  is_email_proven: boolean
  created_at: Date
  expires_at: Date
}

/** Returns the encryption context of the secret of a provider. */
export const providerSecretContext = (id: string) => `single sign-on ${id}`
