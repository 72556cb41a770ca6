import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ipRateLimitKey } from '#platform/client-address'
import { isUnavailable } from '#platform/postgres'
import { askedIn, type Desk, frameFor } from './desk.ts'
import { awayPage, brokenPage, sorryPage, tooManyPage, unknownPage } from './ended-page.ts'
import type { Limit } from './limit.ts'
import { type Sheet, sendSheet } from './sheet.ts'
import { suited, wishesOf } from './tongue.ts'

/** Somebody, or somebody's program, asks for more than is good. */
class TooMany extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('too many requests')
    this.seconds = seconds
  }
}

/** Throws when there is a time to wait. */
export async function within(limit: Limit, key: string): Promise<void> {
  const seconds = await limit.take(key)
  if (seconds !== undefined) throw new TooMany(seconds)
}

/** A code that opens nothing. Too many of them slow down further ones; a code that is right always opens its gift. */
export const countMiss = ({ limits }: Desk, ip: string): Promise<void> =>
  within(limits.misses, ipRateLimitKey(ip))

/** Limits, and kind words for all that can go wrong: nobody ever sees anything but a page. */
export function guard(app: FastifyInstance, desk: Desk): void {
  const { address, code } = desk.limits
  app.addHook('onRequest', async (request) => {
    await within(address, ipRateLimitKey(request.ip))
    const { url = '' } = request.routeOptions
    if (url.startsWith('/r/')) await within(code, (request.params as { code: string }).code)
  })
  app.setErrorHandler((error, request, reply) => apologise(desk, error, request, reply))
}

function apologise(desk: Desk, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const wishes = wishesOf(request.headers['accept-language'])
  const tongue = desk.tongueOf(askedIn(request) ?? suited(wishes), wishes)
  const path = request.url.replace(/\?.*$/s, '')
  const to = (language: string) => `${path}?lang=${language}`
  const send = (sheet: Sheet) =>
    sendSheet(reply, frameFor(desk, tongue, undefined, { kind: 'link', to }), sheet)
  // A form is sent again by going back to it, where everything still stands.
  const back = request.method === 'POST' ? undefined : request.url
  if (error instanceof TooMany) {
    reply.header('retry-after', String(error.seconds))
    return send(tooManyPage(tongue, error.seconds))
  }
  if (isUnavailable(error)) {
    reply.header('retry-after', '5')
    return send(awayPage(tongue, back))
  }
  const { statusCode = 500 } = (error ?? {}) as FastifyError
  if (statusCode === 404) return send(unknownPage(tongue))
  if (statusCode < 500) {
    const words = [
      tongue.say('broken.heading'),
      tongue.say('broken.lead', { id: request.id }),
    ] as const
    return send(sorryPage(tongue, ...words, { status: statusCode }))
  }
  request.log.error({ err: error }, 'the request failed')
  return send(brokenPage(tongue, request.id, back))
}
