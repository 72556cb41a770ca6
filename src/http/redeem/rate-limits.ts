import { createKeyedRateLimit, type KeyedRateLimit } from '#platform/lib/keyed-rate-limit'

/** Rate limits of the recipient pages, counted by each process. The limits of claims are in the database. */
export interface RateLimits {
  /** Requests from one IP address, which many visitors may share (NAT of an office or conference). */
  address: KeyedRateLimit
  /** Requests for one gift. */
  code: KeyedRateLimit
  /** Unknown codes from one IP address. Limits further unknown codes only, never a valid code. */
  misses: KeyedRateLimit
}

/** Creates the limits from requests per second of one IP address; 0 means no limits. */
export const createRateLimits = (perSecond: number): RateLimits => ({
  address: createKeyedRateLimit(perSecond * 10, 5),
  code: createKeyedRateLimit(perSecond, 10),
  misses: createKeyedRateLimit(perSecond === 0 ? 0 : 60, 300),
})
