import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts a request for a key. Returns the seconds to wait if the limit is exceeded. */
export interface IpRateLimit {
  consume(key: string): Promise<number | undefined>
}

/** Limits each key to `points` requests in `seconds` seconds. Each node counts on its own. */
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
