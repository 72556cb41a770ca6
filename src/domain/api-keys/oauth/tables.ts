export interface OAuthClient {
  /** Also the `client_id`. */
  id: string
  kind: 'private' | 'public'
  name: string
  api_key_last_four: string
  redirect_uris: string[]
  created_at: Date
  last_issued_at: Date | null
  /** Until then the secret before this one is good too. */
  previous_secret_until: Date | null
  revoked_at: Date | null
}

export type OAuthTables = {
  'access.oauth_client': OAuthClient & {
    account_id: string
    secret_hash: Buffer | null
    previous_secret_hash: Buffer | null
    api_key_hash: Buffer
  }
  'access.oauth_grant': {
    account_id: string
    id: string
    client_id: string
    user_id: string | null
    created_at: Date
    revoked_at: Date | null
  }
  'access.oauth_token': {
    account_id: string
    id: string
    grant_id: string
    kind: 'access' | 'refresh'
    token_hash: Buffer
    created_at: Date
    expires_at: Date
    used_at: Date | null
    revoked_at: Date | null
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
