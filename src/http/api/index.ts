/**
 * The public API for integrators, at `{origin}/api`.
 * A request passes the auth middleware (version, token, rate limit), is matched to the route of an operation, and runs in
 * one transaction of its account. Every error is sent as one of the API errors of the contract.
 */
import type { FastifyInstance } from 'fastify'
import type * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { authenticateRequest } from './auth-middleware.ts'
import { createApiRateLimiter } from './client-rate-limit.ts'
import { sendError } from './errors.ts'
import { parseAsBuffer } from './kernel/body.ts'
import { type ApiDeps, registerRoutes } from './kernel/route.ts'
import { toLogEntry } from './request-log-entry.ts'
import { apiRoutes } from './routes.ts'

const publicServers = { allowPrivate: false, ports: undefined } as const

export interface ApiOptions
  extends Pick<ApiDeps, 'db' | 'name'>,
    Partial<Pick<ApiDeps, 'shipping' | 'downloads' | 'endpointRules'>> {
  authenticate: apiKeys.Authenticate
  /** Requests per second for each token or OAuth client; 0 for no limit. */
  rateLimit: number
  /** Logs requests for admins; without it, requests are not logged. */
  log?: apiKeys.RequestLog
}

/** Without options, new parcels have the simulator, and pictures and webhooks have public servers. */
export function api({
  db,
  authenticate,
  rateLimit,
  name,
  log,
  shipping = fulfilment.createShippingConfig([fulfilment.simulator]),
  downloads = publicServers,
  endpointRules = publicServers,
}: ApiOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    parseAsBuffer(app)
    const { versions, stage } = db.deployment
    const limit = createApiRateLimiter(app, db, rateLimit)
    const now = db.clock
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply, versions))
    if (log !== undefined) {
      app.addHook('onResponse', async (request, reply) => log.log(toLogEntry(request, reply)))
      app.addHook('onClose', () => log.stop())
    }
    app.addHook(
      'onRequest',
      authenticateRequest({ authenticate, limit, versions, now, root: app.prefix }),
    )
    app.setNotFoundHandler((request, reply) =>
      sendError(new ApiError('not_found'), request, reply, versions),
    )
    const prefetchGift = gifting.createPrefetcher(db)
    const readGift = gifting.createGiftReader(db)
    const deps = { db, name, shipping, downloads, endpointRules, prefetchGift, readGift }
    const isAvailable = ({ operation }: (typeof apiRoutes)[number]) =>
      stage === 'staging' || operation.isStagingOnly !== true
    registerRoutes(app, deps, apiRoutes.filter(isAvailable))
  }
}
