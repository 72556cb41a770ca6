/**
 * The API of the web app, at `{origin}/admin/api`. It uses JSON and serves signed-in users. Errors, lists and
 * snake_case follow the public API. Authentication uses a session cookie and a role.
 * - A *route* is one entry of a table: method, path, required role, handler.
 * - The *auth middleware* checks session, role, tier and origin, in this order, before the server reads the
 *   body.
 * - The *rate limit* counts the requests of each user.
 */
import { setMaxListeners } from 'node:events'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as accounts from '#accounts'
import { ApiError, assertJsonLimits, assertTextDepth, throwIfAny } from '#contract'
import type { InstallationMail } from '#email'
import * as fulfilment from '#fulfilment'
import { hideAddresses, userApi } from '#http/api'
import type { EgressProxy } from '#platform/http-client/proxy'
import type { Network } from '#platform/http-client/ssrf'
import { createKeyedRateLimit, type KeyedRateLimit } from '#platform/lib/keyed-rate-limit'
import { createStopwatch, type Stopwatch } from '#platform/lib/request-cost'
import { deviceCookieName } from '#platform/lib/session-cookie'
import {
  atRealTime,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { readFromReplica } from '#platform/postgres/replica-reads'
import { createTableReader, type TableReader } from '#platform/tables/table-reader'
import { authorize } from './lib/auth-middleware.ts'
import { sendError, sendJsonText, toJson } from './lib/errors.ts'
import {
  type AdminRoute,
  HANDLED,
  JsonResponse,
  type PublicContext,
  type SessionContext,
  type TxRouteContext,
} from './lib/route.ts'
import type { SystemStatusReader } from './lib/system-status.ts'
import { createUserRateLimiter, toWeight, type UserRateLimiter } from './lib/user-rate-limit.ts'
import { createOpenStreams } from './live-updates/open-streams.ts'
import { adminRoutes } from './routes.ts'
import { createAuthorizeUser, webRoutes } from './web-routes.ts'

export * as adminContract from './contract.ts'
export type { Operation as AdminOperation } from './lib/operation.ts'
export type { SystemStatusReader } from './lib/system-status.ts'
export { adminRoutes } from './routes.ts'
export { type WebRoute, webRoutes } from './web-routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user. The auth middleware sets this member before the server reads the body. */
    member: accounts.SessionUser | undefined
  }
}

export interface AdminOptions {
  db: Database
  /** The maximum number of requests per second for each user. The default is 0, which means no limit. */
  rateLimit?: number
  /** Whether webhooks may go to private addresses. The default is false. */
  webhookAllowPrivate?: boolean
  /** The ports that webhooks may use. By default, all ports are allowed. */
  webhookPorts?: readonly number[] | undefined
  /** The private networks that webhooks may use. By default, none is allowed. */
  webhookNetworks?: readonly Network[] | undefined
  /** The proxy for outbound requests. By default, there is no proxy. */
  proxy?: EgressProxy | undefined
  /**
   * Whether the service can send emails: a mail server is configured, or the mailbox captures the emails. The
   * default is true.
   */
  canSendEmail?: boolean
  /**
   * The configuration of shipping, with the carrier of new parcels. By default, a person ships the parcels by
   * hand.
   */
  shipping?: fulfilment.ShippingConfig
  /** The kinds of identity providers for single sign-on. By default, there are none. */
  identityProviders?: readonly accounts.AnyIdentityProvider[]
  /** How the installation sends emails. Without it, accounts cannot test their own addresses. */
  installationMail?: InstallationMail | undefined
  /** The milliseconds between two polls of a stream of live updates. The default is 1,500. */
  livePollMs?: number
  /** Reads the state of the installation for operators. Without this function, the state is unavailable. */
  readSystemStatus?: SystemStatusReader | undefined
}

/** Creates a plugin for the server. The caller registers it with the prefix `/admin/api`. */
export function admin({
  db,
  rateLimit = 0,
  webhookAllowPrivate: allowPrivate = false,
  webhookPorts: ports,
  webhookNetworks: allowedNetworks,
  proxy,
  canSendEmail = true,
  shipping = manualShipping,
  identityProviders = [],
  livePollMs = 1_500,
  readSystemStatus,
  installationMail,
}: AdminOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const documents = fulfilment.createDocumentRenderer()
    const tables = createTableReader()
    app.addHook('onClose', async () => {
      await Promise.all([documents.close(), tables.close()])
    })
    const outbound = { allowPrivate, ports, allowedNetworks, proxy }
    const mail = { canSendEmail, installationMail }
    const page = {
      ...mail,
      ...{ shipping, identityProviders, livePollMs, documents, tables, readSystemStatus },
    }
    const websiteLimit = createKeyedRateLimit(6, 60)
    const deps = { db, ...outbound, ...page, websiteLimit, listOperations: () => webRoutes }
    await app.register(cookie)
    endStreamsOnClose(app)
    app.decorateRequest('member')
    const limit = createUserRateLimiter(rateLimit)
    const endpointRules = { allowPrivate, ports, allowedNetworks, proxy }
    const downloads = { allowPrivate, ports, proxy }
    await app.register(
      userApi({ db, shipping, downloads, endpointRules }, createAuthorizeUser(db, limit)),
    )
    app.removeContentTypeParser('text/plain') // HTML forms can send text/plain from other origins
    limitJsonDepth(app)
    acceptFiles(app)
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
    app.setNotFoundHandler((request, reply) => sendError(new ApiError('not_found'), request, reply))
    for (const route of adminRoutes)
      app.route({
        method: route.method,
        url: route.path,
        bodyLimit: route.bodyLimit,
        config: { isFrequent: route.isBackground || route.operation.isFrequent === true },
        onRequest: async (request, reply) => {
          request.member = await authorize(db, request, route.operation)
          if (request.member !== undefined) await countRequest(limit, route, request, reply)
        },
        handler: (request, reply) => handleRequest(deps, route, request, reply),
      })
  }
}

/**
 * Counts a request against the limit of its user. Bytes and time of the response are added when they are
 * known.
 */
async function countRequest(
  limit: UserRateLimiter,
  { operation }: AdminRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { member } = request
  if (member === undefined) return
  await limit.take(member, reply, toWeight(operation))
  request.chargeCost = (cost) => limit.charge(member, cost)
}

/** Checks the nesting depth of JSON bodies, and then parses them as usual. */
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

/** Reads a binary body. Only routes with a file use it. Each route limits the size. */
function acceptFiles(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
}

/**
 * The maximum number of values in a body. The largest forms have about 7,000 values, such as a product with
 * its images or a list of a hundred rows.
 */
const maxValues = 10_000

const manualShipping = fulfilment.createShippingConfig([fulfilment.manual])

/**
 * Ends the streams of live updates before the server closes. Otherwise open streams would prevent the close.
 */
function endStreamsOnClose(app: FastifyInstance): void {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal) // each open page has one listener
  app.decorate('closing', closing.signal)
  app.decorate('openStreams', createOpenStreams())
  app.addHook('preClose', async () => {
    closing.abort()
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
  const base = {
    ...publicContext(deps, request, reply),
    body,
    ...sessionContext(db, request.member, request),
  } as TxRouteContext<unknown>
  const stopwatch = createStopwatch()
  // This work needs no transaction. If the transaction runs again, this work does not.
  const context = { ...base, prepared: await route.prepare?.(base) }
  const result =
    route.transactionScope === 'none'
      ? await route.handle(context)
      : await runInTransaction(db, route, context, stopwatch)
  if (result === HANDLED) return reply
  const { status, body: value } =
    result instanceof JsonResponse
      ? result
      : new JsonResponse(result === undefined ? 204 : 200, result)
  const text = toJson(masksAddresses(route, request) ? hideAddresses(value) : value)
  await request.chargeCost?.({ bytes: Buffer.byteLength(text ?? ''), ms: stopwatch.ms() })
  return sendJsonText(reply, status, text)
}

/**
 * Returns whether the response hides the addresses and links of recipients. Users always see their own data
 * and public pages unchanged.
 */
const masksAddresses = ({ permission }: AdminRoute, { member }: FastifyRequest): boolean =>
  member !== undefined && permission !== 'any' && accounts.hidesAddresses(member)

interface AdminDeps {
  db: Database
  allowPrivate: boolean
  ports: readonly number[] | undefined
  allowedNetworks: readonly Network[] | undefined
  proxy: EgressProxy | undefined
  websiteLimit: KeyedRateLimit
  canSendEmail: boolean
  installationMail: InstallationMail | undefined
  shipping: fulfilment.ShippingConfig
  identityProviders: readonly accounts.AnyIdentityProvider[]
  livePollMs: number
  documents: fulfilment.DocumentRenderer
  tables: TableReader
  readSystemStatus: SystemStatusReader | undefined
  listOperations: PublicContext<unknown>['listOperations']
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

function sessionContext(
  db: Database,
  member: accounts.SessionUser | undefined,
  { ip }: FastifyRequest,
): Pick<SessionContext<unknown>, 'member' | 'actor' | 'transact'> | object {
  if (member === undefined) return {}
  const { user_id: id, name, account_id } = member
  const actor = { kind: 'user', id, name, address: ip } as const
  return {
    member,
    actor,
    transact: <T>(run: (ctx: TxContext) => Promise<T>) =>
      inTransaction(db, account_id, run, db.clock(), actor),
  }
}

/**
 * Runs the handler in a transaction with the time of the account. The test clock of a staging account may be
 * ahead of real time.
 */
function runInTransaction(
  db: Database,
  { method, handle, operation }: AdminRoute,
  context: TxRouteContext<unknown>,
  stopwatch: Stopwatch,
) {
  const { account_id } = context.member
  const run = (ctx: TxContext) =>
    handle({ ...context, ctx: operation.clock === 'real' ? atRealTime(ctx) : ctx })
  const now = accounts.accountNow(db, context.member)
  if (method !== 'GET')
    return inTransaction(db, account_id, stopwatch.measure(run), now, context.actor)
  // Only lists, searches and reports have a query.
  return operation.query === undefined
    ? readTransaction(db, account_id, run, now)
    : readFromReplica(db, account_id, stopwatch.measure(run), now)
}

function readBody({ validateBody }: AdminRoute, { body }: FastifyRequest): unknown {
  if (validateBody === undefined) return undefined
  assertJsonLimits(body, { maxValues, maxEntries: maxValues }) // before schema validation, which visits every value
  throwIfAny(validateBody(body ?? {}))
  return body ?? {}
}
