import type { FastifyReply } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '#contract'

/** The state of a rate limit after a request was counted. */
export interface Allowance {
  isExceeded: boolean
  /** The number of requests that remain in this window. */
  remaining: number
  /** The seconds until the window ends. */
  retryAfterSeconds: number
}

/**
 * The sender of a request. All tokens of an OAuth client count as one client, because it can create any
 * number of tokens. All sessions of a user count as one client for the same reason.
 */
export interface RateLimitKeys {
  client: string
  account: string
}

/** Divides quotas between processes. The client '' stands for the account as a whole. */
export interface QuotaDivision {
  /** Returns how much of a quota this process may use in a window of this many seconds. */
  localQuota(key: RateLimitKeys, quota: number, windowSeconds: number): number
  /** Counts requested points, and whether they were allowed. */
  record(key: RateLimitKeys, points: number, isAllowed: boolean): void
}

/** A division that gives each process the whole quota. */
const undivided: QuotaDivision = { localQuota: (_key, quota) => quota, record: () => {} }

export interface RateLimiter {
  /** The number of requests that one window allows. */
  readonly quota: number
  /** Counts this number of requests against the limit. */
  take(keys: RateLimitKeys, points?: number): Promise<Allowance>
  /** Counts `points` requests for work that is already done, even above the limit. */
  charge(keys: RateLimitKeys, points: number): Promise<Allowance>
}

export const windowSeconds = 2 // a window of two seconds allows bursts of twice the rate

/** The quota of an account, as a multiple of the quota of one client. */
const accountFactor = 4

/**
 * Creates a rate limiter. It limits each client to `perSecond` requests a second, with bursts of twice as
 * many, and limits its account to four times that rate.
 *
 * @param division  how processes share the quotas. By default, each process counts separately
 */
export function createRateLimiter(perSecond: number, division = undivided): RateLimiter {
  const quota = perSecond * windowSeconds
  const createLimiter = (points: number) =>
    new RateLimiterMemory({ points, duration: windowSeconds })
  const clients = createLimiter(quota)
  const accounts = createLimiter(quota * accountFactor)

  /**
   * Counts points of a client, or of an account as a whole. Returns the points that remain. The number is
   * negative above the limit.
   */
  async function count(key: RateLimitKeys, points: number, isDone: boolean) {
    const isAccount = key.client === ''
    const max = isAccount ? quota * accountFactor : quota
    const local = division.localQuota(key, max, windowSeconds)
    const state = await consume(
      isAccount ? accounts : clients,
      isAccount ? key.account : `${key.account} ${key.client}`,
      points,
    )
    const isWithin = state.consumedPoints <= local
    division.record(key, points, isDone || isWithin)
    return { state, isWithin, left: Math.floor(local) - state.consumedPoints }
  }

  return {
    quota,
    async take({ client, account }, points = 1) {
      const ofClient = await count({ account, client }, points, false)
      if (!ofClient.isWithin) return toAllowance(ofClient.state, 0, true) // rejected requests do not use up the quota of the account
      const ofAccount = await count({ account, client: '' }, points, false)
      if (!ofAccount.isWithin) return toAllowance(ofAccount.state, 0, true)
      return toAllowance(ofClient.state, ofClient.left, false)
    },
    async charge({ client, account }, points) {
      const ofClient = await count({ account, client }, points, true)
      const ofAccount = await count({ account, client: '' }, points, true)
      const { state, left } = ofAccount.isWithin ? ofClient : ofAccount
      return toAllowance(state, left, left < 0)
    },
  }
}

/** Sends `Retry-After` and throws if a request exceeds its limit. */
export function assertWithinLimit(
  { isExceeded, retryAfterSeconds }: Allowance,
  reply: Pick<FastifyReply, 'header'>,
  message?: string,
): void {
  if (!isExceeded) return
  reply.header('retry-after', String(retryAfterSeconds))
  throw new ApiError('too_many_requests', message === undefined ? {} : { message })
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
