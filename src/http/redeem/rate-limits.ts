import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Limits requests per key in a time window. Each process counts separately. */
export interface RateLimit {
  /** Counts one request. Returns the seconds to wait if the limit is exceeded. */
  consume(key: string): Promise<number | undefined>
  /** Reverts one counted request. */
  refund(key: string): Promise<void>
}

/** Rate limits of the recipient pages. */
export interface RateLimits {
  /** Requests from one IP address, which many visitors may share (NAT of an office or conference). */
  address: RateLimit
  /** Requests for one gift. */
  code: RateLimit
  /** Unknown codes from one IP address. Limits further unknown codes only, never a valid code. */
  misses: RateLimit
  /** One-link claims from one network: without allowed domains, no other check stops invented email addresses. */
  claims: RateLimit
  /** One-link claims from one network where the link is sent by email. */
  mailedClaims: RateLimit
  /** Claims with one email address, since each claim may send an email to it. */
  email: RateLimit
}

/** Creates the limits from requests per second of one IP address (0: no limits) and claims per hour of one network. */
export const createRateLimits = (perSecond: number, claimsPerHour: number): RateLimits => ({
  address: createRateLimit(perSecond * 10, 5),
  code: createRateLimit(perSecond, 10),
  misses: createRateLimit(perSecond === 0 ? 0 : 60, 300),
  claims: createRateLimit(perSecond === 0 ? 0 : claimsPerHour, 3600),
  mailedClaims: createRateLimit(perSecond === 0 ? 0 : claimsPerHour * 10, 3600),
  email: createRateLimit(perSecond === 0 ? 0 : 6, 600),
})

function createRateLimit(points: number, seconds: number): RateLimit {
  if (points === 0) return { consume: async () => undefined, refund: async () => undefined }
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return {
    async consume(key) {
      try {
        await limiter.consume(key)
        return undefined
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected
        return retryAfterSeconds(rejected)
      }
    },
    async refund(key) {
      await limiter.reward(key)
    },
  }
}

const retryAfterSeconds = ({ msBeforeNext }: RateLimiterRes) =>
  Math.max(1, Math.ceil(msBeforeNext / 1000))
