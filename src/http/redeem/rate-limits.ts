import { createKeyedRateLimit, type KeyedRateLimit } from '#platform/lib/keyed-rate-limit'

/** Rate limits of the recipient pages. */
export interface RateLimits {
  /** Requests from one IP address, which many visitors may share (NAT of an office or conference). */
  address: KeyedRateLimit
  /** Requests for one gift. */
  code: KeyedRateLimit
  /** Unknown codes from one IP address. Limits further unknown codes only, never a valid code. */
  misses: KeyedRateLimit
  /** One-link claims from one network: without allowed domains, no other check stops invented email addresses. */
  claims: KeyedRateLimit
  /** One-link claims from one network where the link is sent by email. */
  mailedClaims: KeyedRateLimit
  /** Claims with one email address, since each claim may send an email to it. */
  email: KeyedRateLimit
}

/** Creates the limits from requests per second of one IP address (0: no limits) and claims per hour of one network. */
export const createRateLimits = (perSecond: number, claimsPerHour: number): RateLimits => ({
  address: createKeyedRateLimit(perSecond * 10, 5),
  code: createKeyedRateLimit(perSecond, 10),
  misses: createKeyedRateLimit(perSecond === 0 ? 0 : 60, 300),
  claims: createKeyedRateLimit(perSecond === 0 ? 0 : claimsPerHour, 3600),
  mailedClaims: createKeyedRateLimit(perSecond === 0 ? 0 : claimsPerHour * 10, 3600),
  email: createKeyedRateLimit(perSecond === 0 ? 0 : 6, 600),
})
