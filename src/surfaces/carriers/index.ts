/**
 * Where carriers tell us what became of parcels: `POST /carriers/{name}/{key}`. The key is a secret
 * between us and that carrier, and what it says is believed only when it is signed.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as fulfilment from '#fulfilment'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres'

export interface CarriersOptions {
  db: Database
  shipping: fulfilment.ShippingConfig
}

const largest = 1024 * 1024 // bytes; the whole history of a parcel is a few thousand

export const carriers = ({ db, shipping }: CarriersOptions) =>
  async function carriersRoutes(app: FastifyInstance): Promise<void> {
    app.removeAllContentTypeParsers() // the signature is over the bytes as they came
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: largest },
      (_request, body, done) => done(null, body),
    )
    app.post<{ Params: { name: string; key: string } }>(
      '/carriers/:name/:key',
      { bodyLimit: largest },
      async (request, reply) => {
        const { name, key } = request.params
        const inbox = shipping.carriers.get(name)?.inbox
        if (inbox === undefined || !isSame(key, inbox.key)) return say(reply, 404, 'not found')
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const heard = await inbox.parse({ headers: request.headers, body })
        if (heard.kind === 'forged') return say(reply, 401, 'the signature is not right')
        if (heard.kind === 'other') return say(reply, 200, 'of no concern here')
        const { tracking } = heard
        const tracked = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
          fulfilment.recordTracking(ctx, tracking),
        )
        request.log.info({ carrier: name, ref: tracking.carrier_ref, tracked }, 'a carrier said')
        return tracked === 'early'
          ? say(reply.header('retry-after', '60'), 503, 'ask again soon')
          : say(reply, 200, tracked)
      },
    )
  }

const say = (reply: FastifyReply, status: number, words: string) =>
  reply.code(status).type('text/plain; charset=utf-8').send(`${words}\n`)

function isSame(given: string, key: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(key)]
  return a.length === b.length && timingSafeEqual(a, b)
}
