/**
 * The route that receives tracking messages of carriers: `POST /carriers/{name}/{key}`. The key is a secret
 * that only the carrier knows. The route accepts only signed messages.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as fulfilment from '#fulfilment'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'

export interface CarriersOptions {
  db: Database
  shipping: fulfilment.ShippingConfig
}

const maxBytes = 1024 * 1024 // enough, because the tracking history of a parcel has a few thousand bytes

export const carriers = ({ db, shipping }: CarriersOptions) =>
  async function carriersRoutes(app: FastifyInstance): Promise<void> {
    app.removeAllContentTypeParsers() // because the signature covers the raw bytes
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      (_request, body, done) => done(null, body),
    )
    app.post<{ Params: { name: string; key: string } }>(
      '/carriers/:name/:key',
      { bodyLimit: maxBytes },
      async (request, reply) => {
        const { name, key } = request.params
        const inbox = shipping.carriers.get(name)?.inbox
        if (inbox === undefined || !isEqualConstantTime(key, inbox.key))
          return sendText(reply, 404, 'not found')
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const message = await inbox.parse({ headers: request.headers, body })
        if (message.kind === 'forged') return sendText(reply, 401, 'invalid signature')
        if (message.kind === 'other') return sendText(reply, 200, 'ignored')
        if (message.kind === 'invalid') return sendText(reply, 400, message.problem)
        const { tracking } = message
        const tracked = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
          fulfilment.recordTracking(ctx, tracking),
        )
        request.log.info(
          { carrier: name, ref: tracking.carrier_ref, tracked },
          'received a carrier message',
        )
        return tracked === 'pending'
          ? sendText(reply.header('retry-after', '60'), 503, 'retry later')
          : sendText(reply, 200, tracked)
      },
    )
  }

const sendText = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).type('text/plain; charset=utf-8').send(`${text}\n`)

function isEqualConstantTime(received: string, key: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(key)]
  return a.length === b.length && timingSafeEqual(a, b)
}
