import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import * as fulfilment from '#fulfilment'
import { ipRateLimitKey } from '#platform/lib/ip-address'
import { createKeyedRateLimit } from '#platform/lib/keyed-rate-limit'
import type { Database } from '#platform/postgres/database'

type CardRequest = FastifyRequest<{
  Params: { token: string }
  Querystring: { format?: unknown; marks?: unknown }
}>

const formats: readonly fulfilment.CardFormat[] = ['a6', 'dl', 'a5_folded', 'letter_folded']

/** Registers `GET /cards/{token}`, with which a warehouse elsewhere fetches the card of a parcel as PDF. */
export function cardRoute(app: FastifyInstance, db: Database): void {
  const documents = fulfilment.createDocumentRenderer()
  app.addHook('onClose', () => documents.close())
  const limits = {
    // rendering takes time, and one warehouse fetches many cards from one address
    card: createKeyedRateLimit(10, 60),
    misses: createKeyedRateLimit(60, 300),
  }
  app.get('/cards/:token', async (request: CardRequest, reply) => {
    const { format, marks = 'off' } = request.query
    if (format !== undefined && !formats.includes(format as fulfilment.CardFormat))
      return sendText(reply, 400, `format must be one of ${formats.join(', ')}`)
    if (marks !== 'on' && marks !== 'off') return sendText(reply, 400, 'marks must be on or off')
    const { token } = request.params
    const found = await fulfilment.findLinkedCard(db, token, {
      ...(format !== undefined && { format: format as fulfilment.CardFormat }),
      has_marks: marks === 'on',
    })
    const wait =
      found === undefined
        ? await limits.misses.consume(ipRateLimitKey(request.ip))
        : await limits.card.consume(token)
    if (wait !== undefined) return sendLater(reply, wait)
    if (found === undefined)
      return sendText(reply, 404, 'There is no such card, or its link has ended.')
    try {
      const pdf = await documents.render(found.account_id, found.document)
      return withHeaders(reply)
        .type('application/pdf')
        .header('content-disposition', 'inline; filename="card.pdf"')
        .send(pdf)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'too_many_requests')
        return sendLater(reply, error.retryAfterSeconds ?? 5)
      throw error
    }
  })
}

const withHeaders = (reply: FastifyReply) =>
  reply.headers({
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })

const sendLater = (reply: FastifyReply, seconds: number) =>
  sendText(reply.header('retry-after', String(seconds)), 429, 'Too many requests. Retry later.')

const sendText = (reply: FastifyReply, status: number, text: string) =>
  withHeaders(reply).code(status).type('text/plain; charset=utf-8').send(`${text}\n`)
