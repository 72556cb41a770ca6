import type { FastifyInstance, FastifyReply } from 'fastify'
import { serializeList } from 'structured-headers'
import type * as apiKeys from '#api-keys'
import { assertWithinLimit, createRateLimiter, windowSeconds } from '#platform/lib/rate-limiter'
import type { Database } from '#platform/postgres/database'
import { shareQuotas } from '#platform/rate-limits/share-quotas'

/**
 * Counts a request, reports the remaining quota in the response headers, and throws above the limit.
 * @param weight  the number of requests to count, capped at half of a burst so that the request can succeed
 */
export type ApiRateLimiter = (
  caller: apiKeys.Caller,
  reply: FastifyReply,
  weight?: number,
) => Promise<void>

/**
 * Limits each client to `perSecond` requests per second with bursts of twice as many, and sends the header fields of
 * the IETF draft on rate limit headers. 0 disables the limit. The limit holds for all
 * processes together.
 */
export function createApiRateLimiter(
  app: FastifyInstance,
  db: Database,
  perSecond: number,
): ApiRateLimiter {
  if (perSecond === 0) return async () => {}
  const limit = createRateLimiter(perSecond, shareQuotas(app, { db, name: 'api', perSecond }))
  const policy = serializeField({ q: limit.quota, w: windowSeconds })
  const maxWeight = Math.max(1, Math.floor(limit.quota / 2))
  return async ({ client_id, token_id, account_id }, reply, weight = 1) => {
    if (weight <= 0) return
    const allowance = await limit.take(
      { client: client_id ?? token_id, account: account_id },
      Math.min(weight, maxWeight),
    )
    const { remaining, retryAfterSeconds } = allowance
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', serializeField({ r: remaining, t: retryAfterSeconds }))
    assertWithinLimit(allowance, reply)
  }
}

const serializeField = (parameters: Record<string, number>) =>
  serializeList([['default', new Map(Object.entries(parameters))]])
