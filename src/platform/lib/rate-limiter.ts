import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** What is left after a request was counted. */
interface Allowance {
  isExceeded: boolean
  /** Requests left in this window. */
  remaining: number
  /** Seconds until the window ends. */
  retryAfterSeconds: number
}

/** Who sends a request. Tokens of one OAuth client are one client: it can get as many as it likes. */
interface RateLimitKeys {
  client: string
  account: string
}

export interface RateLimiter {
  /** Requests in one window. */
  readonly quota: number
  /** Counts `points` requests. Each process counts for itself. */
  take(keys: RateLimitKeys, points?: number): Promise<Allowance>
}

export const windowSeconds = 2 // so that twice the rate may come in one burst

/** All clients of an account together may send so many times what one of them may. */
const accountFactor = 4

/** Limits each client to `perSecond` requests a second with bursts of twice as many, and its account to four times that. */
export function createRateLimiter(perSecond: number): RateLimiter {
  const quota = perSecond * windowSeconds
  const createLimiter = (points: number) =>
    new RateLimiterMemory({ points, duration: windowSeconds })
  const clients = createLimiter(quota)
  const accounts = createLimiter(quota * accountFactor)
  return {
    quota,
    async take({ client, account }, points = 1) {
      const clientState = await consume(clients, client, points)
      if (clientState.consumedPoints > quota) return toAllowance(clientState, 0, true) // not for the others of its account to bear
      const accountState = await consume(accounts, account, points)
      if (accountState.consumedPoints > quota * accountFactor)
        return toAllowance(accountState, 0, true)
      return toAllowance(clientState, quota - clientState.consumedPoints, false)
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

const toAllowance = (state: RateLimiterRes, remaining: number, isExceeded: boolean): Allowance => ({
  isExceeded,
  remaining: Math.max(0, remaining),
  retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
})
