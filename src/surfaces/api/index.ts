/**
 * The public API: what integrators call, at `{origin}/api`.
 *
 * A request passes the gate (version, token, limit), finds its route, and runs in one transaction of
 * its account. Whatever goes wrong leaves as one of the refusals of the contract.
 */
import type { FastifyInstance } from 'fastify'
import type * as access from '#access'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import type { Database } from '#platform/postgres'
import { refuse } from './answers.ts'
import { keepBytes, refuseParameters } from './body.ts'
import { campaignRoutes } from './campaigns.ts'
import { eventRoutes } from './events.ts'
import { gate } from './gate.ts'
import { giftRequests } from './gift-requests.ts'
import { createLimiter } from './limit.ts'
import { oneLinks } from './one-links.ts'
import { seenOf } from './seen.ts'
import { serveFrom } from './serve.ts'
import { testHelpers } from './test-helpers.ts'

export interface ApiOptions {
  db: Database
  authenticate: access.Authenticate
  /** Requests a second for each token or OAuth client; 0 for no limit. */
  rateLimit: number
  /** What `GET /` answers: the name of the API and its version. */
  name: string
  /** Keeps what was asked in mind for the admins; nobody does when left out. */
  log?: access.RequestLog
}

export function api({ db, authenticate, rateLimit, name, log }: ApiOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    keepBytes(app)
    const { versions } = db.deployment
    const limit = createLimiter(rateLimit)
    const now = db.clock
    app.setErrorHandler((error, request, reply) => refuse(error, request, reply, versions))
    if (log !== undefined) {
      app.addHook('onResponse', async (request, reply) => log.log(seenOf(request, reply)))
      app.addHook('onClose', () => log.stop())
    }
    app.addHook('onRequest', gate({ authenticate, limit, versions, now, root: app.prefix }))
    app.setNotFoundHandler((request, reply) =>
      refuse(new ApiError('not_found'), request, reply, versions),
    )
    app.get('/', (request, reply) => {
      refuseParameters(request)
      return reply.type('text/plain; charset=utf-8').send(name)
    })
    const serve = serveFrom(db)
    giftRequests(app, serve, gifting.createPrefetcher(db))
    campaignRoutes(app, serve)
    oneLinks(app, serve)
    eventRoutes(app, serve)
    if (db.deployment.stage === 'staging') testHelpers(app, serve)
  }
}
