import type { FastifyReply } from 'fastify'
import type * as accounts from '#accounts'
import { assertWithinLimit, createRateLimiter } from '#platform/lib/rate-limiter'

type UserRateLimiter = (member: accounts.SessionUser, reply: FastifyReply) => Promise<void>

/**
 * Limits each user to `perSecond` requests per second with bursts of twice as many, and all users of an account to four
 * times that. An open page sends less than one request per second. 0 disables the limit. Each process counts separately.
 */
export function createUserRateLimiter(perSecond: number): UserRateLimiter {
  if (perSecond === 0) return async () => {}
  const limit = createRateLimiter(perSecond)
  return async ({ user_id, account_id }, reply) => {
    const allowance = await limit.take({ client: user_id, account: account_id })
    assertWithinLimit(allowance, reply, 'Too many requests at once. Try again in a few seconds.')
  }
}
