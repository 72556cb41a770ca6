import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Limits the requests of each key in a time window. Each process counts separately. */
export interface KeyedRateLimit {
  /**
   * Counts requests, at most half of the limit at once. Returns the seconds to wait if the limit is exceeded.
   */
  consume(key: string, requests?: number): Promise<number | undefined>
  /** Reverts one counted request. */
  refund(key: string): Promise<void>
}

/** Allows each key `points` requests in `seconds` seconds. 0 points means no limit. */
export function createKeyedRateLimit(points: number, seconds: number): KeyedRateLimit {
  if (points === 0) return { consume: async () => undefined, refund: async () => undefined }
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return {
    async consume(key, requests = 1) {
      try {
        await limiter.consume(key, Math.min(requests, Math.max(1, Math.floor(points / 2))))
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
