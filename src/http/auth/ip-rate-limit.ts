import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts one more for a key. Answers the seconds to wait when it was one too many. */
export interface IpRateLimit {
  consume(key: string): Promise<number | undefined>
}

/** So many in so many seconds for each key. Each node counts for itself. */
export function createIpRateLimit(points: number, seconds: number): IpRateLimit {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return {
    async consume(key) {
      try {
        await limiter.consume(key)
        return undefined
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected
        return Math.max(1, Math.ceil(rejected.msBeforeNext / 1000))
      }
    },
  }
}
