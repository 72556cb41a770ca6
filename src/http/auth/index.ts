/**
 * The OAuth server: the token endpoint, revocation, the consent page, and the metadata that tells clients the
 * URLs. The errors follow OAuth and not the API. The plugin also has the page that ends the daily email,
 * because this page needs no sign-in either.
 */
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { ProviderKinds } from '#accounts'
import { ipRateLimitKey } from '#platform/lib/ip-address'
import { createKeyedRateLimit } from '#platform/lib/keyed-rate-limit'
import type { Database } from '#platform/postgres/database'
import { authorize } from './authorize.ts'
import { OAuthError, sendError } from './errors.ts'
import { metadataRoute, resourceMetadataRoute } from './metadata.ts'
import { parseAsBuffer } from './parameters.ts'
import { providerLogoutRoute } from './provider-logout.ts'
import { registerRoute } from './register.ts'
import { revokeRoute } from './revoke.ts'
import { tokenRoute } from './token.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

export interface AuthOptions {
  db: Database
  /**
   * The maximum number of requests per second from one address, with bursts of twice as many. 0 means no
   * limit.
   */
  rateLimit: number
  /** Whether clients can register themselves and get tokens for /mcp. */
  isMcpEnabled?: boolean
  /** The kinds of identity providers, which can end sessions. By default, there are none. */
  providerKinds?: ProviderKinds
}

/** Creates a plugin for the server. The caller registers it at the root of the origin. */
export function auth({ db, rateLimit, isMcpEnabled = false, providerKinds }: AuthOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(cookie)
    parseAsBuffer(app)
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
    if (rateLimit > 0) limitByIp(app, rateLimit)
    tokenRoute(app, db, isMcpEnabled)
    revokeRoute(app, db)
    unsubscribeRoutes(app, db)
    if (providerKinds !== undefined) providerLogoutRoute(app, db, providerKinds)
    metadataRoute(app, db.deployment, isMcpEnabled)
    if (isMcpEnabled) {
      registerRoute(app, db, rateLimit)
      resourceMetadataRoute(app, db.deployment)
    }
    await app.register(authorize(db, isMcpEnabled))
  }
}

function limitByIp(app: FastifyInstance, perSecond: number): void {
  const limit = createKeyedRateLimit(perSecond * 2, 2)
  app.addHook('onRequest', async (request) => {
    const wait = await limit.consume(ipRateLimitKey(request.ip))
    if (wait === undefined) return
    throw new OAuthError('temporarily_unavailable', 'Too many requests. Try again later.', {
      status: 429,
      headers: { 'retry-after': String(wait) },
    })
  })
}
