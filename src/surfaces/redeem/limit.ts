import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** So many in so many seconds for each key. Each node counts for itself. */
export interface Limit {
  /** Counts one more. Answers the seconds to wait when it was one too many. */
  take(key: string): Promise<number | undefined>
  /** Takes one back that was counted. */
  giveBack(key: string): Promise<void>
}

/** What is counted on these pages. */
export interface Limits {
  /** Requests from one address: a whole hall may stand behind it. */
  address: Limit
  /** Requests for one gift. */
  code: Limit
  /** Codes that open nothing, from one address. Limits further misses only, never a code that is right. */
  misses: Limit
  /** Claims of one-links from one network: without domains nothing else stops invented addresses. */
  claims: Limit
  /** Claims of one-links that send the link by email, from one network. */
  mailedClaims: Limit
  /** Claims with one e-mail address, each of which may send it a letter. */
  email: Limit
}

/** `perSecond` requests of one address; 0 for no limit at all. `claimsPerHour` of one network. */
export const createLimits = (perSecond: number, claimsPerHour: number): Limits => ({
  address: createLimit(perSecond * 10, 5),
  code: createLimit(perSecond, 10),
  misses: createLimit(perSecond === 0 ? 0 : 60, 300),
  claims: createLimit(perSecond === 0 ? 0 : claimsPerHour, 3600),
  mailedClaims: createLimit(perSecond === 0 ? 0 : claimsPerHour * 10, 3600),
  email: createLimit(perSecond === 0 ? 0 : 6, 600),
})

function createLimit(points: number, seconds: number): Limit {
  if (points === 0) return { take: async () => undefined, giveBack: async () => undefined }
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return {
    async take(key) {
      try {
        await limiter.consume(key)
        return undefined
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected
        return secondsOf(rejected)
      }
    },
    async giveBack(key) {
      await limiter.reward(key)
    },
  }
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))
