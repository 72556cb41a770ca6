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
import type * as accounts from '#accounts'
import { ApiError, assertJsonLimits, assertTextDepth, throwIfAny } from '#contract'
import * as fulfilment from '#fulfilment'
import { deviceCookieName } from '#platform/lib/session-cookie'
import { type Database, inTransaction, readTransaction } from '#platform/postgres/database'
import { authorize } from './lib/auth-middleware.ts'
import { sendError, sendJson } from './lib/errors.ts'
import { type AdminRoute, HANDLED, JsonResponse, type TxRouteContext } from './lib/route.ts'
import { createOpenStreams } from './live-updates/open-streams.ts'
import { adminRoutes } from './routes.ts'

export { adminRoutes } from './routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; set by the gate, before the body is read. */
    member: accounts.SessionUser | undefined
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
  shipping = manualShipping,
}: AdminOptions) {
  const deps = { db, allowPrivate, ports, canSendEmail, shipping }
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(cookie)
    endStreamsOnClose(app)
    app.decorateRequest('member')
    app.removeContentTypeParser('text/plain') // JSON or nothing: what forms can send is not read
    limitJsonDepth(app)
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
    app.setNotFoundHandler((request, reply) => sendError(new ApiError('not_found'), request, reply))
    for (const route of adminRoutes)
      app.route({
        method: route.method,
        url: route.path,
        bodyLimit: route.bodyLimit,
        onRequest: async (request) => {
          request.member = await authorize(db, request, route)
        },
        handler: (request, reply) => handleRequest(deps, route, request, reply),
      })
  }
}

/** Bodies are parsed as usual, once their depth is known. */
function limitJsonDepth(app: FastifyInstance): void {
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

const manualShipping = fulfilment.shippingFromConfig({
  stage: 'production',
  carrier: 'manual',
  simulator: 'told',
  easyPost: undefined,
})

/** Live pages would hold the server open for as long as somebody looks: they end before it closes. */
function endStreamsOnClose(app: FastifyInstance): void {
  const closing = new EventEmitter().setMaxListeners(0) // one for each page that is open
  app.decorate('closing', closing)
  app.decorate('openStreams', createOpenStreams())
  app.addHook('preClose', async () => {
    closing.emit('now')
  })
}

async function handleRequest(
  deps: AdminDeps,
  route: AdminRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db } = deps
  const body = readBody(route, request)
  const context = {
    ...publicContext(deps, request, reply),
    body,
    ...sessionContext(request.member, request),
  }
  const result =
    route.transactionScope === 'nothing'
      ? await route.handle(context as TxRouteContext<unknown>)
      : await runInTransaction(db, route, context as TxRouteContext<unknown>)
  if (result === HANDLED) return reply
  if (result instanceof JsonResponse) return sendJson(reply, result.status, result.body)
  return result === undefined ? sendJson(reply, 204, undefined) : sendJson(reply, 200, result)
}

interface AdminDeps {
  db: Database
  allowPrivate: boolean
  ports: readonly number[] | undefined
  canSendEmail: boolean
  shipping: fulfilment.ShippingConfig
}

const publicContext = (deps: AdminDeps, request: FastifyRequest, reply: FastifyReply) => ({
  ...deps,
  params: request.params as Record<string, string>,
  query: request.query,
  requestOrigin: {
    address: request.ip,
    user_agent: request.headers['user-agent'] ?? '',
    device_token: request.cookies[deviceCookieName(deps.db.deployment)],
  },
  request,
  reply,
})

function sessionContext(member: accounts.SessionUser | undefined, { ip }: FastifyRequest) {
  if (member === undefined) return {}
  const { user_id: id, name } = member
  return { member, actor: { kind: 'person', id, name, address: ip } as const }
}

/** A staging account's clock may run ahead of ours. */
function runInTransaction(
  db: Database,
  { method, handle }: AdminRoute,
  context: TxRouteContext<unknown>,
) {
  const realTimeCtx = db.clock()
  const { account_id, clock_offset_ms } = context.member
  return (method === 'GET' ? readTransaction : inTransaction)(
    db,
    account_id,
    (ctx) => handle({ ...context, ctx, realTimeCtx: { ...ctx, now: realTimeCtx } }),
    new Date(realTimeCtx.getTime() + clock_offset_ms),
  )
}

function readBody({ validateBody }: AdminRoute, { body }: FastifyRequest): unknown {
  if (validateBody === undefined) return undefined
  assertJsonLimits(body, { maxValues, maxEntries: maxValues }) // before the shape, which looks at every value
  throwIfAny(validateBody(body ?? {}))
  return body ?? {}
}
