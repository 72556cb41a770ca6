import type { FastifyInstance, FastifyReply } from 'fastify'
import { serializeList } from 'structured-headers'
import type * as apiKeys from '#api-keys'
import {
  type Allowance,
  assertWithinLimit,
  createRateLimiter,
  windowSeconds,
} from '#platform/lib/rate-limiter'
import { type ResponseCost, toAdditionalRequests } from '#platform/lib/request-cost'
import type { Database } from '#platform/postgres/database'
import { shareQuotas } from '#platform/rate-limits/share-quotas'

/** The rate limit of the API. */
export interface ApiRateLimiter {
  /**
   * Counts a request, sends the remaining quota in the response headers, and throws an error above the limit.
   * @param weight  the number of requests to count. At most half of a burst is counted, so that the request
   *   can succeed
   */
  take(caller: apiKeys.Caller, reply: FastifyReply, weight?: number): Promise<void>
  /**
   * Counts the cost of a response, even above the limit. Returns the seconds until the caller is within the
   * limit again.
   */
  charge(caller: apiKeys.Caller, reply: FastifyReply, cost: ResponseCost): Promise<number>
}

const unlimited: ApiRateLimiter = { take: async () => {}, charge: async () => 0 }

/**
 * Limits each client to `perSecond` requests per second, with bursts of twice as many requests. It sends the
 * header fields of the IETF draft on rate limit headers. 0 disables the limit. All processes together count
 * for the limit.
 */
export function createApiRateLimiter(
  app: FastifyInstance,
  db: Database,
  perSecond: number,
): ApiRateLimiter {
  if (perSecond === 0) return unlimited
  const limit = createRateLimiter(perSecond, shareQuotas(app, { db, name: 'api', perSecond }))
  const policy = serializeField({ q: limit.quota, w: windowSeconds })
  const maxWeight = Math.max(1, Math.floor(limit.quota / 2))
  const report = (reply: FastifyReply, { remaining, retryAfterSeconds }: Allowance) => {
    if (reply.sent) return // a download has already sent its headers
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', serializeField({ r: remaining, t: retryAfterSeconds }))
  }
  return {
    async take(caller, reply, weight = 1) {
      if (weight <= 0) return
      const allowance = await limit.take(toKeys(caller), Math.min(weight, maxWeight))
      report(reply, allowance)
      assertWithinLimit(allowance, reply)
    },
    async charge(caller, reply, cost) {
      const points = toAdditionalRequests(cost)
      if (points === 0) return 0
      const allowance = await limit.charge(toKeys(caller), points)
      report(reply, allowance)
      return allowance.isExceeded ? allowance.retryAfterSeconds : 0
    },
  }
}

const toKeys = ({ client_id, token_id, account_id }: apiKeys.Caller) => ({
  client: client_id ?? token_id,
  account: account_id,
})

const serializeField = (parameters: Record<string, number>) =>
  serializeList([['default', new Map(Object.entries(parameters))]])
