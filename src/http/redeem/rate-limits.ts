import { createKeyedRateLimit, type KeyedRateLimit } from '#platform/lib/keyed-rate-limit'

/**
 * The rate limits of the recipient pages. Each process counts separately. The limits of claims are in the
 * database.
 */
export interface RateLimits {
  /**
   * The limit of requests from one IP address. Many visitors may share an address (NAT of an office or
   * conference).
   */
  address: KeyedRateLimit
  /** The limit of requests for one gift. */
  code: KeyedRateLimit
  /**
   * The limit of unknown codes from one IP address. Above the limit, only more unknown codes are rejected,
   * and never a valid code.
   */
  misses: KeyedRateLimit
}

/** Creates the limits from the number of requests per second for one IP address. 0 means no limits. */
export const createRateLimits = (perSecond: number): RateLimits => ({
  address: createKeyedRateLimit(perSecond * 10, 5),
  code: createKeyedRateLimit(perSecond, 10),
  misses: createKeyedRateLimit(perSecond === 0 ? 0 : 60, 300),
})
