/**
 * The routes that receive tracking messages of carriers: `POST /carriers/{name}/{key}` for the carriers of the
 * installation, and `POST /carriers/connections/{id}/{key}` for the connection of an account. The key is a secret that only
 * the carrier knows. The routes accept only signed messages. `GET /cards/{token}` returns the card of a parcel.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as fulfilment from '#fulfilment'
import { createRateLimiter, type RateLimiter } from '#platform/lib/rate-limiter'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import * as shops from '#shops'
import { cardRoute } from './card-route.ts'

export interface CarriersOptions {
  db: Database
  shipping: fulfilment.ShippingConfig
}

/** The inbox of a carrier, and the parcels about which it may report. */
interface Inbox {
  name: string
  inbox: fulfilment.WebhookInbox | undefined
  connection_id: string | null
  limit?: RateLimiter
}

const maxBytes = 1024 * 1024 // enough, because the tracking history of a parcel has a few thousand bytes

/** Messages of one connection a second. A message of a shop leads to a request to it, whose response may be hostile. */
const maxPerSecond = 10

export const carriers = ({ db, shipping }: CarriersOptions) =>
  async function carriersRoutes(app: FastifyInstance): Promise<void> {
    cardRoute(app, db)
    const limit = createRateLimiter(maxPerSecond)
    app.removeAllContentTypeParsers() // because the signature covers the raw bytes
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      (_request, body, done) => done(null, body),
    )
    app.post<{ Params: { name: string; key: string } }>(
      '/carriers/:name/:key',
      { bodyLimit: maxBytes },
      (request, reply) => {
        const { name, key } = request.params
        const { inbox } = shipping.carriers.get(name) ?? {}
        const target = { name, inbox, connection_id: null }
        return receive(db, target, key, request, reply)
      },
    )
    app.post<{ Params: { id: string; key: string } }>(
      '/carriers/connections/:id/:key',
      { bodyLimit: maxBytes },
      async (request, reply) => {
        const { id, key } = request.params
        const opened = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
          fulfilment.openInbox(ctx, id, shipping),
        )
        if (opened === undefined) return sendText(reply, 404, 'not found')
        return receive(
          db,
          { ...opened, connection_id: id.toLowerCase(), limit },
          key,
          request,
          reply,
        )
      },
    )
  }

async function receive(
  db: Database,
  { name, inbox, connection_id, limit }: Inbox,
  key: string,
  { headers, body: received, log }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (inbox === undefined || !isEqualConstantTime(key, inbox.key))
    return sendText(reply, 404, 'not found')
  const id = connection_id ?? ''
  const allowance = await limit?.take({ client: id, account: id })
  if (allowance?.isExceeded)
    return sendText(
      reply.header('retry-after', String(allowance.retryAfterSeconds)),
      429,
      'Too many messages. Retry later.',
    )
  const body = Buffer.isBuffer(received) ? received : Buffer.alloc(0)
  const message = await inbox.parse({ headers, body })
  if (message.kind === 'forged') return sendText(reply, 401, 'invalid signature')
  if (message.kind === 'other') return sendText(reply, 200, 'ignored')
  if (message.kind === 'unreachable')
    return sendText(reply.header('retry-after', '60'), 503, message.reason)
  if (message.kind === 'products') {
    await inTransaction(db, ALL_ACCOUNTS, (ctx) => shops.hasten(ctx, connection_id))
    return sendText(reply, 200, 'products are read soon')
  }
  if (message.kind === 'invalid') return sendText(reply, 400, message.problem)
  const tracking = { ...message.tracking, carrier: name }
  const tracked = await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    // the order of a shop may be a gift
    if (connection_id !== null) await shops.hastenGifts(ctx, connection_id)
    return fulfilment.recordTracking(ctx, tracking, connection_id)
  })
  log.info(
    { carrier: name, ref: tracking.carrier_ref, connection_id, tracked },
    'received a carrier message',
  )
  return tracked === 'pending'
    ? sendText(reply.header('retry-after', '60'), 503, 'retry later')
    : sendText(reply, 200, tracked)
}

const sendText = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).type('text/plain; charset=utf-8').send(`${text}\n`)

function isEqualConstantTime(received: string, key: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(key)]
  return a.length === b.length && timingSafeEqual(a, b)
}
