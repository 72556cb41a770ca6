import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import * as mail from '#email'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'

export interface SmsWebhookOptions {
  db: Database
  /** The token of the provider; without one the routes do not exist. */
  token: string | undefined
}

const maxBytes = 64 * 1024
const noReply = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/** Words that stop text messages, as Twilio documents them, and the one that allows them again. */
const stopWords = /^\s*(stop|stopall|unsubscribe|cancel|end|quit|optout|revoke)\s*[.!]?\s*$/i
const startWords = /^\s*(start|unstop)\s*[.!]?\s*$/i

/**
 * The requests of the provider of text messages: `POST /sms/inbound` for a reply such as STOP, and `POST /sms/status/{id}.{code}` for
 * the status of a message. Each must have a valid `X-Twilio-Signature`. Nothing of a reply is stored except the choice.
 */
export const smsWebhook =
  ({ db, token }: SmsWebhookOptions) =>
  async (app: FastifyInstance): Promise<void> => {
    if (token === undefined) return
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_, body, done) =>
      done(null, body),
    )

    app.post('/sms/inbound', async (request, reply) => {
      const params = parseSigned(db, token, request)
      const isStopped = readChoice(params)
      const phone = params.get('From') ?? ''
      if (isStopped !== undefined)
        await inTransaction(db, ALL_ACCOUNTS, (ctx) => mail.recordOptOut(ctx, phone, isStopped))
      return reply.type('text/xml; charset=utf-8').send(noReply)
    })

    app.post<{ Params: { ref: string } }>('/sms/status/:ref', async (request, reply) => {
      const params = parseSigned(db, token, request)
      const [id = '', code = ''] = request.params.ref.split('.')
      const status = params.get('MessageStatus') ?? ''
      const error = params.get('ErrorCode') ?? ''
      await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
        mail.recordSmsStatus(ctx, { id, code, status, error }),
      )
      return reply.code(204).send()
    })
  }

/** Returns true for STOP, false for START, and undefined for any other reply. */
function readChoice(params: URLSearchParams): boolean | undefined {
  const type = params.get('OptOutType')
  const body = params.get('Body') ?? ''
  if (type === 'STOP' || stopWords.test(body)) return true
  return type === 'START' || startWords.test(body) ? false : undefined
}

/** The provider signs the public URL, not the one behind a proxy. */
function parseSigned(
  { deployment }: Database,
  token: string,
  { url, headers, body }: FastifyRequest,
): URLSearchParams {
  const params = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')
  const signature = headers['x-twilio-signature']
  const isValid =
    typeof signature === 'string' &&
    mail.hasValidSignature(token, `${deployment.origin}${url}`, params, signature)
  if (!isValid) throw new ApiError('unauthorized')
  return params
}
