/** The parts of a provider's discovery document that sign-in needs. */
export interface ProviderMetadata {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  id_token_signing_alg_values_supported: string[]
  token_endpoint_auth_methods_supported?: string[]
  authorization_response_iss_parameter_supported?: boolean
}

/** The OpenID Connect provider of an account, without its secret. */
export interface SingleSignOnProvider {
  id: string
  issuer: string
  client_id: string
  /** True if all members except admins must sign in through the provider. */
  is_required: boolean
  /** The time when a sign-in through the provider first succeeded. Null before the first success. */
  tested_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface ProviderRow extends SingleSignOnProvider {
  account_id: string
  client_secret_encrypted: Buffer
  metadata: ProviderMetadata
}

/**
 * The purpose of an authorization request: to sign in, to accept an invitation, to confirm the identity of a
 * signed-in user, or to test the provider.
 */
export type SignOnPurpose = 'sign_in' | 'invitation' | 'confirmation' | 'test'

export interface SignOnRequestRow {
  account_id: string
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

/** Returns the encryption context of a client secret. */
export const clientSecretContext = (id: string) => `single sign-on ${id}`
