import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** What is left after a request was counted. */
interface Allowance {
  isExceeded: boolean
  /** Requests left in this window. */
  left: number
  /** Seconds until the window ends. */
  waitSeconds: number
}

/** Who sends a request. Tokens of one OAuth client are one client: it can get as many as it likes. */
interface RateLimitKeys {
  client: string
  account: string
}

export interface RateLimit {
  /** Requests in one window. */
  readonly quota: number
  /** Counts `points` requests. Each process counts for itself. */
  take(keys: RateLimitKeys, points?: number): Promise<Allowance>
}

export const windowSeconds = 2 // so that twice the rate may come in one burst

/** All clients of an account together may send so many times what one of them may. */
const accountFactor = 4

/** Limits each client to `perSecond` requests a second with bursts of twice as many, and its account to four times that. */
export function createRateLimit(perSecond: number): RateLimit {
  const quota = perSecond * windowSeconds
  const limiterOf = (points: number) => new RateLimiterMemory({ points, duration: windowSeconds })
  const clients = limiterOf(quota)
  const accounts = limiterOf(quota * accountFactor)
  return {
    quota,
    async take({ client, account }, points = 1) {
      const own = await consume(clients, client, points)
      if (own.consumedPoints > quota) return allowanceOf(own, 0, true) // not for the others of its account to bear
      const all = await consume(accounts, account, points)
      if (all.consumedPoints > quota * accountFactor) return allowanceOf(all, 0, true)
      return allowanceOf(own, quota - own.consumedPoints, false)
    },
  }
}

async function consume(limiter: RateLimiterMemory, key: string, points: number) {
  try {
    return await limiter.consume(key, points)
  } catch (rejected) {
    if (rejected instanceof RateLimiterRes) return rejected
    throw rejected
  }
}

const allowanceOf = (state: RateLimiterRes, left: number, isExceeded: boolean): Allowance => ({
  isExceeded,
  left: Math.max(0, left),
  waitSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
})
