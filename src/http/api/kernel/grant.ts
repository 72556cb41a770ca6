import type { FastifyRequest } from 'fastify'
import type * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import type { GrantedScope } from '#contract/scopes'
import type { ResponseCost } from '#platform/lib/request-cost'
import type { Actor } from '#platform/postgres/database'

/**
 * The sender of a request, and the permissions of this sender. A token and the session of a user both become
 * a grant.
 */
export interface Grant {
  account_id: string
  tier: accounts.Tier
  stage: accounts.Stage
  /**
   * The milliseconds by which the test clock of the account is ahead of real time. The value is 0 in
   * production.
   */
  clock_offset_ms: number
  actor: Actor
  /** The scopes of the sender. `hasScope` of the contract checks them. */
  scopes: readonly GrantedScope[]
  /** The signed-in user. Undefined for a token. */
  user: accounts.SessionUser | undefined
  /** Masks the data in the text of a response that the user may not see. */
  mask: ((text: string) => string) | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The permissions of the sender. The value is set before any route of the API runs. */
    grant: Grant
    /**
     * Charges the rate limit for `weight` additional requests. A request that does the work of several
     * requests calls it.
     */
    charge: (weight: number) => Promise<void>
    /**
     * Charges the rate limit for the cost of a response. Returns the seconds until the caller is within the
     * limit.
     */
    chargeCost: (cost: ResponseCost) => Promise<number>
  }
}

export function toTokenGrant(caller: apiKeys.Caller, { ip }: FastifyRequest): Grant {
  const { account_id, tier, stage, clock_offset_ms, scopes } = caller
  const actor = apiKeys.toActor(caller, ip)
  return {
    ...{ account_id, tier, stage, clock_offset_ms, actor, scopes },
    user: undefined,
    mask: undefined,
  }
}
