import type { FastifyReply } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { serializeList } from 'structured-headers'
import { Refusal } from '#contract'

/**
 * Counts a request and says in the answer's headers how many are left; refuses past the limit.
 *
 * @param weight  how many requests it counts as; never more than half of a burst, so that it can succeed
 */
export type Limiter = (key: string, reply: FastifyReply, weight?: number) => Promise<void>

const window = 2 // seconds: so that twice the rate may come in one burst

/**
 * Limits each token to `perSecond` requests a second with bursts of twice as many, and prints the
 * fields of the IETF draft on rate limit headers. 0 switches it off. Each node counts for itself.
 */
export function createLimiter(perSecond: number): Limiter {
  if (perSecond === 0) return async () => {}
  const quota = perSecond * window
  const limiter = new RateLimiterMemory({ points: quota, duration: window })
  const policy = fieldOf({ q: quota, w: window })
  const heaviest = Math.max(1, Math.floor(quota / 2))
  return async (key, reply, weight = 1) => {
    if (weight <= 0) return
    const state = await limiter
      .consume(key, Math.min(weight, heaviest))
      .catch((rejected: unknown) => {
        if (rejected instanceof RateLimiterRes) return rejected
        throw rejected
      })
    const wait = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
    const left = Math.max(0, quota - state.consumedPoints)
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', fieldOf({ r: left, t: wait }))
    if (state.consumedPoints <= quota) return
    reply.header('retry-after', String(wait))
    throw new Refusal('too_many_requests')
  }
}

const fieldOf = (parameters: Record<string, number>) =>
  serializeList([['default', new Map(Object.entries(parameters))]])
