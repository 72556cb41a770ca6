import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import * as mail from '#email'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'

export interface SmsWebhookOptions {
  db: Database
  /** The token of the provider. Without a token, the routes do not exist. */
  token: string | undefined
}

const maxBytes = 64 * 1024
const noReply = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/**
 * The words in the list of Twilio that stop text messages. The second pattern has the words that allow text
 * messages again.
 */
const stopWords = /^\s*(stop|stopall|unsubscribe|cancel|end|quit|optout|revoke)\s*[.!]?\s*$/i
const startWords = /^\s*(start|unstop)\s*[.!]?\s*$/i

/**
 * Creates the plugin for the requests of the provider of text messages. The provider sends `POST
 * /sms/inbound` for a reply such as STOP, and `POST /sms/status/{id}.{code}` for the status of a message.
 * Each request must have a valid `X-Twilio-Signature`. The service stores only the choice from a reply.
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

/**
 * Reads the choice of a recipient from a reply. Returns true for STOP, false for START, and undefined for any
 * other reply.
 */
function readChoice(params: URLSearchParams): boolean | undefined {
  const type = params.get('OptOutType')
  const body = params.get('Body') ?? ''
  if (type === 'STOP' || stopWords.test(body)) return true
  return type === 'START' || startWords.test(body) ? false : undefined
}

/**
 * Verifies the signature of a request and parses its body. The provider signs the public URL, and not the URL
 * that the server sees behind a proxy.
 */
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
