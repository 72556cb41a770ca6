import type { FastifyRequest } from 'fastify'
import type * as accounts from '#accounts'
import type * as apiKeys from '#api-keys'
import type { GrantedScope } from '#contract/scopes'
import type { ResponseCost } from '#platform/lib/request-cost'
import type { Actor } from '#platform/postgres/database'

/** Who sends a request, and what they may do. A token and the session of a user both become a grant. */
export interface Grant {
  account_id: string
  tier: accounts.Tier
  stage: accounts.Stage
  /** Milliseconds by which the account's test clock is ahead of real time; 0 in production. */
  clock_offset_ms: number
  actor: Actor
  /** `hasScope` of the contract reads them. */
  scopes: readonly GrantedScope[]
  /** The signed-in user; undefined for a token. */
  user: accounts.SessionUser | undefined
  /** Hides in the text of a response what the user does not see. */
  mask: ((text: string) => string) | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any route of the API runs. */
    grant: Grant
    /** Charges the rate limit for a request that does the work of several: `weight` additional requests. */
    charge: (weight: number) => Promise<void>
    /** Charges the rate limit for what a response cost. Returns the seconds until the caller is within its limit. */
    chargeCost: (cost: ResponseCost) => Promise<number>
  }
}

export function toTokenGrant(caller: apiKeys.Caller, { ip }: FastifyRequest): Grant {
  const { account_id, tier, stage, clock_offset_ms, scopes, via, client_id, token_id } = caller
  const kind = via === 'oauth' ? 'oauth_client' : 'api_token'
  const actor: Actor = { kind, id: client_id ?? token_id, address: ip }
  return {
    ...{ account_id, tier, stage, clock_offset_ms, actor, scopes },
    user: undefined,
    mask: undefined,
  }
}
