/**
 * What the web app calls, at `{origin}/admin/api`: JSON for people who are signed in. The conventions
 * are the API's (errors, lists, snake_case), but for who asks: a session cookie and a role.
 *
 * - An *operation* is one line of a table: where it is, who may do it, what it does.
 * - The *gate* asks for session, role, tier and origin, in this order, before the body is read.
 */
import { EventEmitter } from 'node:events'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as access from '#access'
import { ApiError, assertJsonLimits, assertTextDepth, throwIfAny } from '#contract'
import * as fulfilment from '#fulfilment'
import { type Database, inTransaction, readTransaction } from '#platform/postgres'
import { deviceCookieName } from '#platform/session-cookie'
import { refuse, send } from './answers.ts'
import { pass } from './gate.ts'
import { createOpenStreams } from './open-streams.ts'
import { Answer, type Operation, sent, type Within } from './operation.ts'
import { operations } from './operations.ts'

export { operations } from './operations.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; set by the gate, before the body is read. */
    member: access.SessionUser | undefined
  }
}

export interface AdminOptions {
  db: Database
  /** Whether webhooks may go to private addresses; they may not when left out. */
  webhookAllowPrivate?: boolean
  /** The ports that webhooks may go to; any when left out. */
  webhookPorts?: readonly number[] | undefined
  /** Whether a mail server is set, or emails are kept to look at; true when left out. */
  canSendEmail?: boolean
  /** Who takes parcels that are sent again; by hand when left out. */
  shipping?: fulfilment.ShippingConfig
}

/** Registers below `/admin/api`. */
export function admin({
  db,
  webhookAllowPrivate: allowPrivate = false,
  webhookPorts: ports,
  canSendEmail = true,
  shipping = byHand,
}: AdminOptions) {
  const ground = { db, allowPrivate, ports, canSendEmail, shipping }
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(cookie)
    endStreams(app)
    app.decorateRequest('member')
    app.removeContentTypeParser('text/plain') // JSON or nothing: what forms can send is not read
    boundDepth(app)
    app.setErrorHandler((error, request, reply) => refuse(error, request, reply))
    app.setNotFoundHandler((request, reply) => refuse(new ApiError('not_found'), request, reply))
    for (const operation of operations)
      app.route({
        method: operation.method,
        url: operation.path,
        bodyLimit: operation.bodyLimit,
        onRequest: async (request) => {
          request.member = await pass(db, request, operation)
        },
        handler: (request, reply) => serve(ground, operation, request, reply),
      })
  }
}

/** Bodies are parsed as usual, once their depth is known. */
function boundDepth(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      try {
        assertTextDepth(body)
      } catch (error) {
        return done(error as Error)
      }
      void parse(request, body, done)
    },
  )
}

/** The largest forms, a product with its pictures and a list of a hundred rows, have some 7,000. */
const maxValues = 10_000

const byHand = fulfilment.shippingFromConfig({
  stage: 'production',
  carrier: 'manual',
  simulator: 'told',
  easyPost: undefined,
})

/** Live pages would hold the server open for as long as somebody looks: they end before it closes. */
function endStreams(app: FastifyInstance): void {
  const closing = new EventEmitter().setMaxListeners(0) // one for each page that is open
  app.decorate('closing', closing)
  app.decorate('openStreams', createOpenStreams())
  app.addHook('preClose', async () => {
    closing.emit('now')
  })
}

async function serve(
  ground: Ground,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db } = ground
  const body = readBody(operation, request)
  const given = { ...askedOf(ground, request, reply), body, ...whoAsks(request.member, request) }
  const answer =
    operation.opens === 'nothing'
      ? await operation.handle(given as Within<unknown>)
      : await inWork(db, operation, given as Within<unknown>)
  if (answer === sent) return reply
  if (answer instanceof Answer) return send(reply, answer.status, answer.body)
  return answer === undefined ? send(reply, 204, undefined) : send(reply, 200, answer)
}

interface Ground {
  db: Database
  allowPrivate: boolean
  ports: readonly number[] | undefined
  canSendEmail: boolean
  shipping: fulfilment.ShippingConfig
}

const askedOf = (ground: Ground, request: FastifyRequest, reply: FastifyReply) => ({
  ...ground,
  params: request.params as Record<string, string>,
  query: request.query,
  where: {
    address: request.ip,
    user_agent: request.headers['user-agent'] ?? '',
    device_token: request.cookies[deviceCookieName(ground.db.deployment)],
  },
  request,
  reply,
})

function whoAsks(member: access.SessionUser | undefined, { ip }: FastifyRequest) {
  if (member === undefined) return {}
  const { person_id: id, name } = member
  return { member, actor: { kind: 'person', id, name, address: ip } as const }
}

/** A staging account's clock may run ahead of ours. */
function inWork(db: Database, { method, handle }: Operation, given: Within<unknown>) {
  const real = db.clock()
  const { account_id, clock_ahead_ms } = given.member
  return (method === 'GET' ? readTransaction : inTransaction)(
    db,
    account_id,
    (ctx) => handle({ ...given, ctx, real: { ...ctx, now: real } }),
    new Date(real.getTime() + clock_ahead_ms),
  )
}

function readBody({ shape }: Operation, { body }: FastifyRequest): unknown {
  if (shape === undefined) return undefined
  assertJsonLimits(body, { maxValues, maxEntries: maxValues }) // before the shape, which looks at every value
  throwIfAny(shape(body ?? {}))
  return body ?? {}
}
