import type { FastifyReply } from 'fastify'
import { serializeList } from 'structured-headers'
import type * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import { createRateLimiter, windowSeconds } from '#platform/lib/rate-limiter'

/**
 * Counts a request and says in the answer's headers how many are left; refuses past the limit.
 *
 * @param weight  how many requests it counts as; never more than half of a burst, so that it can succeed
 */
export type ApiRateLimiter = (
  caller: apiKeys.Caller,
  reply: FastifyReply,
  weight?: number,
) => Promise<void>

/**
 * Limits each client to `perSecond` requests a second with bursts of twice as many, and prints the
 * fields of the IETF draft on rate limit headers. 0 switches it off. Each node counts for itself.
 */
export function createApiRateLimiter(perSecond: number): ApiRateLimiter {
  if (perSecond === 0) return async () => {}
  const limit = createRateLimiter(perSecond)
  const policy = serializeField({ q: limit.quota, w: windowSeconds })
  const maxWeight = Math.max(1, Math.floor(limit.quota / 2))
  return async ({ client_id, token_id, account_id }, reply, weight = 1) => {
    if (weight <= 0) return
    const { isExceeded, remaining, retryAfterSeconds } = await limit.take(
      { client: client_id ?? token_id, account: account_id },
      Math.min(weight, maxWeight),
    )
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', serializeField({ r: remaining, t: retryAfterSeconds }))
    if (!isExceeded) return
    reply.header('retry-after', String(retryAfterSeconds))
    throw new ApiError('too_many_requests')
  }
}

const serializeField = (parameters: Record<string, number>) =>
  serializeList([['default', new Map(Object.entries(parameters))]])
