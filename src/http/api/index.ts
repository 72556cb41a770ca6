/**
 * The public API for integrators, at `{origin}/api`. A request passes the auth middleware, which checks
 * version, token and rate limit. Then the route of its operation handles it in one transaction of its
 * account. Every error response is one of the API errors in the contract.
 */
import type { FastifyInstance } from 'fastify'
import type * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import { authenticateRequest } from './auth-middleware.ts'
import { createApiRateLimiter } from './client-rate-limit.ts'
import { createApiDeps, type OperationOptions } from './deps.ts'
import { sendError } from './errors.ts'
import { parseAsBuffer } from './kernel/body.ts'
import { registerRoutes } from './kernel/route.ts'
import { toLogEntry } from './request-log-entry.ts'
import { apiRoutes } from './routes.ts'

export { toAppItems } from './attention.ts'
export { listDeliveries } from './deliveries.ts'
export { toGiftQuery } from './gift-query.ts'
export { toMediaView } from './greeting-view.ts'
export { toApprover, toSender, toSendingUser } from './kernel/acting-user.ts'
export { hideAddresses } from './kernel/hide-addresses.ts'
export { apiRoutes } from './routes.ts'
export { type AuthorizeUser, isForUsers, requirementOf, userApi } from './user-api.ts'

export interface ApiOptions extends OperationOptions {
  authenticate: apiKeys.Authenticate
  /** The maximum number of requests per second for each token or OAuth client. 0 means no limit. */
  rateLimit: number
  /** The log of requests for admins. Without a log, requests are not logged. */
  log?: apiKeys.RequestLog
}

/** Creates a plugin for the server. The caller registers it with the prefix `/api`. */
export function api({ authenticate, rateLimit, log, ...options }: ApiOptions) {
  const { db } = options
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
    const isAvailable = ({ operation }: (typeof apiRoutes)[number]) =>
      stage === 'staging' || operation.isStagingOnly !== true
    registerRoutes(app, createApiDeps(options), apiRoutes.filter(isAvailable))
  }
}
