/**
 * The public API for integrators, at `{origin}/api`.
 * A request passes the auth middleware (version, token, rate limit), is matched to a route, and runs in one transaction
 * of its account. Every error is sent as one of the API errors of the contract.
 */
import type { FastifyInstance } from 'fastify'
import type * as apiKeys from '#api-keys'
import type { DownloadOptions } from '#catalogue'
import { ApiError } from '#contract'
import * as fulfilment from '#fulfilment'
import type { Database } from '#platform/postgres/database'
import { attentionRoutes } from './attention.ts'
import { authenticateRequest } from './auth-middleware.ts'
import { parseAsBuffer, rejectParameters } from './body.ts'
import { campaignChangeRoutes } from './campaign-changes.ts'
import { campaignRoutes } from './campaigns.ts'
import { claimRoutes } from './claims.ts'
import { createApiRateLimiter } from './client-rate-limit.ts'
import { deliveryRoutes } from './deliveries.ts'
import { type EndpointRules, endpointRoutes } from './endpoints.ts'
import { sendError } from './errors.ts'
import { eventRoutes } from './events.ts'
import { exportRoutes } from './exports.ts'
import { giftChangeRoutes } from './gift-changes.ts'
import { giftDetailRoutes } from './gift-details.ts'
import { giftRequestRoutes } from './gift-requests.ts'
import { greetingRoutes } from './greetings.ts'
import { createHandler, type Handle } from './handler.ts'
import { oneLinkRoutes } from './one-links.ts'
import { bindOperation } from './operation-of-route.ts'
import { pictureRoutes } from './pictures.ts'
import { productRoutes } from './products.ts'
import { recipientRoutes } from './recipients.ts'
import { reportRoutes } from './reports.ts'
import { toLogEntry } from './request-log-entry.ts'
import { stockRoutes } from './stock.ts'
import { testHelperRoutes } from './test-helpers.ts'
import { variantRoutes } from './variants.ts'
import { warehouseRoutes } from './warehouses.ts'

const publicServers: DownloadOptions = { allowPrivate: false, ports: undefined }

export interface ApiOptions {
  db: Database
  authenticate: apiKeys.Authenticate
  /** Requests per second for each token or OAuth client; 0 for no limit. */
  rateLimit: number
  /** The response of `GET /`: the name of the API and its version. */
  name: string
  /** Logs requests for admins; without it, requests are not logged. */
  log?: apiKeys.RequestLog
  /** The carriers of new parcels; without it, the simulator. */
  shipping?: fulfilment.ShippingConfig
  /** The servers from which pictures can be copied. Defaults to public servers. */
  downloads?: DownloadOptions
  /** The URLs that webhook endpoints may have. Defaults to public addresses. */
  endpointRules?: EndpointRules
}

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
    app.addHook('onRoute', bindOperation)
    const { versions } = db.deployment
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
    app.get('/', (request, reply) => {
      rejectParameters(request)
      return reply.type('text/plain; charset=utf-8').send(name)
    })
    const handle = createHandler(db)
    giftRequestRoutes(app, handle, db)
    giftChangeRoutes(app, handle, shipping)
    giftDetailRoutes(app, handle, shipping)
    greetingRoutes(app, handle)
    campaignRoutes(app, handle)
    campaignChangeRoutes(app, handle)
    productRoutes(app, handle)
    variantRoutes(app, handle)
    stockRoutes(app, handle)
    warehouseRoutes(app, handle)
    pictureRoutes(app, handle, db, downloads)
    oneLinkRoutes(app, handle)
    claimRoutes(app, handle)
    recipientRoutes(app, handle)
    feedRoutes(app, handle, db)
    endpointRoutes(app, handle, endpointRules)
    deliveryRoutes(app, handle)
    if (db.deployment.stage === 'staging') testHelperRoutes(app, handle)
  }
}

/** The operations that only read: reports, exports and feeds. */
function feedRoutes(app: FastifyInstance, handle: Handle, db: Database): void {
  reportRoutes(app, handle)
  exportRoutes(app, db)
  eventRoutes(app, handle)
  attentionRoutes(app, handle)
}
