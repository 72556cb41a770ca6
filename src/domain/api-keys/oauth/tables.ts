import type { GrantedScope } from '#contract'
import type { Audience } from './audience.ts'

export interface OAuthClient {
  /** The same value as `client_id` in OAuth. */
  id: string
  kind: 'private' | 'public'
  name: string
  api_key_last_four: string
  redirect_uris: string[]
  /** The scopes that its tokens may have. */
  scopes: readonly GrantedScope[]
  created_at: Date
  last_issued_at: Date | null
  /** The previous secret is valid until this time. */
  previous_secret_until: Date | null
  revoked_at: Date | null
}

export type OAuthTables = {
  'access.oauth_client': OAuthClient & {
    account_id: string
    secret_hash: Buffer | null
    /** The digest of the client_id of a client that registered itself. */
    registration_hash: Buffer | null
    previous_secret_hash: Buffer | null
    api_key_hash: Buffer
  }
  'access.oauth_grant': {
    account_id: string
    id: string
    client_id: string
    user_id: string | null
    scopes: readonly GrantedScope[]
    audience: Audience
    /** How many gifts agents with this grant may send in 24 hours; null if they may not send. */
    daily_cap: number | null
    /** Where the code of a consent went; null for an exchange of credentials. */
    redirect_uri: string | null
    created_at: Date
    revoked_at: Date | null
  }
  'access.oauth_token': {
    account_id: string
    id: string
    grant_id: string
    kind: 'access' | 'refresh'
    token_hash: Buffer
    /** Set if the request asked for fewer scopes than the grant has. */
    scopes: readonly GrantedScope[] | null
    created_at: Date
    expires_at: Date
    used_at: Date | null
    revoked_at: Date | null
    /** With the refresh token itself, yields the pair of tokens that replaced it. */
    successor_salt: Buffer | null
  }
  'access.oauth_code': {
    account_id: string
    id: string
    grant_id: string
    code_hash: Buffer
    redirect_uri: string
    code_challenge: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
}
