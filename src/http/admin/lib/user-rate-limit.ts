import type { FastifyReply } from 'fastify'
import type * as accounts from '#accounts'
import { assertWithinLimit, createRateLimiter } from '#platform/lib/rate-limiter'
import { type ResponseCost, toAdditionalRequests } from '#platform/lib/request-cost'
import type { Operation } from './operation.ts'

/** The rate limit of the web app. */
export interface UserRateLimiter {
  /**
   * Counts a request as `weight` requests, but at most as half of a burst. Throws an error above the limit.
   */
  take(member: accounts.SessionUser, reply: FastifyReply, weight: number): Promise<void>
  /**
   * Counts the cost of a response, even above the limit. Returns the seconds until the user is within the
   * limit again.
   */
  charge(member: accounts.SessionUser, cost: ResponseCost): Promise<number>
}

/**
 * Limits each user to `perSecond` requests per second, with bursts of twice as many requests. All users of an
 * account together may send four times as many. An open page sends less than one request per second. 0
 * disables the limit. Each process counts separately.
 */
export function createUserRateLimiter(perSecond: number): UserRateLimiter {
  if (perSecond === 0) return { take: async () => {}, charge: async () => 0 }
  const limit = createRateLimiter(perSecond)
  const maxWeight = Math.max(1, Math.floor(limit.quota / 2))
  const toKeys = ({ user_id, account_id }: accounts.SessionUser) => ({
    client: user_id,
    account: account_id,
  })
  return {
    async take(member, reply, weight) {
      const allowance = await limit.take(toKeys(member), Math.min(weight, maxWeight))
      assertWithinLimit(allowance, reply, 'Too many requests at once. Try again in a few seconds.')
    },
    async charge(member, cost) {
      const points = toAdditionalRequests(cost)
      if (points === 0) return 0
      const { isExceeded, retryAfterSeconds } = await limit.charge(toKeys(member), points)
      return isExceeded ? retryAfterSeconds : 0
    },
  }
}

/** The number of requests that a body of each size counts as, for reading the body and checking its rows. */
const weightsByBody = { large: 10, file: 40, import: 40, binary: 20 } as const
/** The number of requests that a download counts as. */
export const downloadWeight = 20

/** Returns the number of requests that an operation counts as before its real cost is known. */
export const toWeight = ({ weight, bodySize, mediaTypes }: Operation): number => {
  if (weight !== undefined) return weight
  if (bodySize !== undefined) return weightsByBody[bodySize]
  return mediaTypes?.includes('text/csv') === true ? downloadWeight : 1
}
