import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** So many in so many seconds for each key. Each node counts for itself. */
export interface RateLimit {
  /** Counts one more. Answers the seconds to wait when it was one too many. */
  consume(key: string): Promise<number | undefined>
  /** Takes one back that was counted. */
  refund(key: string): Promise<void>
}

/** What is counted on these pages. */
export interface RateLimits {
  /** Requests from one address: a whole hall may stand behind it. */
  address: RateLimit
  /** Requests for one gift. */
  code: RateLimit
  /** Codes that open nothing, from one address. Limits further misses only, never a code that is right. */
  misses: RateLimit
  /** Claims of one-links from one network: without domains nothing else stops invented addresses. */
  claims: RateLimit
  /** Claims of one-links that send the link by email, from one network. */
  mailedClaims: RateLimit
  /** Claims with one e-mail address, each of which may send it a letter. */
  email: RateLimit
}

/** `perSecond` requests of one address; 0 for no limit at all. `claimsPerHour` of one network. */
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
