import type { Stage, Tier } from '#accounts'
import type { GrantedScope } from '#contract'
import type { Actor } from '#platform/postgres/database'
import type { Audience } from '../oauth/audience.ts'

/** The account and the token of a request. */
export interface Caller {
  account_id: string
  tier: Tier
  stage: Stage
  region: string
  token_id: string
  /** The kind of token. OAuth clients use access tokens. */
  via: 'api_token' | 'oauth'
  client_id: string | null
  /** The consent or exchange of credentials that an access token comes from; null for an API token. */
  grant_id: string | null
  /** The user who has authorized an app; null for an API token and for client credentials. */
  user_id: string | null
  /** The team for which an API token sends; null for all. */
  team_id: string | null
  /** The granted scopes; `hasScope` of the contract reads them. */
  scopes: readonly GrantedScope[]
  /** The addresses that may use the token; see `assertAllowedAddress`. Empty for every address. */
  allowed_addresses: readonly string[]
  /** The networks of the account's policy, where it acts on this token. Empty for every network. */
  allowed_networks: readonly string[]
  /** Whether the policy requires a second factor of the user, who has none. */
  lacks_second_factor: boolean
  /** Milliseconds by which the account's test clock is ahead of real time; 0 in production. */
  clock_offset_ms: number
}

export interface CallerRow extends Caller {
  token_hash: Buffer
  /** Whether the last use was recorded less than a minute ago. */
  is_use_noted: boolean
  tenant: string
  /** The resource that an access token is for; null for an API token, which is for all. */
  audience: Audience | null
  /** The hash of the API key that an access token requires. */
  api_key_hash: Buffer | null
  /** The scopes that the client of an access token may have; null for an API token. */
  client_scopes: readonly GrantedScope[] | null
}

/** Returns the actor of a request with a token: the app of OAuth, with the user who has authorized it, or the token. */
export const toActor = (
  { via, client_id, token_id, user_id, team_id }: Caller,
  address: string,
): Actor => ({
  kind: via === 'oauth' ? 'oauth_client' : 'api_token',
  id: client_id ?? token_id,
  address,
  ...(user_id !== null && { user_id }),
  ...(team_id !== null && { team_id }),
})
