import type { FastifyInstance } from 'fastify'
import { ApiError } from '#contract'
import * as mail from '#email'
import { sha256 } from '#platform/crypto/encryption'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'

export interface BounceWebhookOptions {
  db: Database
  /** The bearer token of the mail server. Without a token, the route does not exist. */
  secret: string | undefined
}

const maxBytes = 1024 * 1024

/**
 * Creates the plugin for the route `POST /mail/bounces`. A mail server forwards a bounce message
 * (message/rfc822) with `Authorization: Bearer {BESTOW_BOUNCE_SECRET}`. The response says whether the bounce
 * refers to an email of this service.
 */
export const bounceWebhook =
  ({ db, secret }: BounceWebhookOptions) =>
  async (app: FastifyInstance): Promise<void> => {
    if (secret === undefined) return
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_, body, done) =>
      done(null, body),
    )
    app.post('/mail/bounces', async (request, reply) => {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (!sha256(token).equals(sha256(secret))) {
        const apiError = new ApiError('unauthorized')
        return reply.code(apiError.status).send({ errors: apiError.errors() })
      }
      const source = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const bounce = await mail.parseBounce(source)
      const is_known =
        bounce !== undefined &&
        (await inTransaction(db, ALL_ACCOUNTS, (ctx) => mail.recordBounce(ctx, bounce)))
      return reply.send({ is_known })
    })
  }
