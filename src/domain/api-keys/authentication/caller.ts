import type { Stage, Tier } from '#accounts'

/** Whom a token belongs to. */
export interface Caller {
  account_id: string
  tier: Tier
  stage: Stage
  region: string
  token_id: string
  /** Which of the two kinds of token it is; an access token was given to an OAuth client. */
  via: 'api_token' | 'oauth'
  client_id: string | null
  /** How far the account's test clock runs ahead of the real one; 0 in production. */
  clock_offset_ms: number
}

export interface CallerRow extends Caller {
  token_hash: Buffer
  /** Whether the token's last use is on record to the minute. */
  is_use_noted: boolean
  tenant: string
  /** What has to come with an access token. */
  api_key_hash: Buffer | null
}
