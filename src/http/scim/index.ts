/**
 * SCIM 2.0 at `{origin}/scim/v2` (RFC 7643, RFC 7644): the identity provider of an account creates, changes and ends the users
 * of the account, and says in which groups they are.
 *
 * The token of the account is for this interface alone. Every change is in the audit log, with the actor `provisioning`.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as accounts from '#accounts'
import { ApiError, assertJsonLimits, assertTextDepth } from '#contract'
import { assertWithinLimit, createRateLimiter } from '#platform/lib/rate-limiter'
import { type Database, inTransaction, readTransaction } from '#platform/postgres/database'
import { shareQuotas } from '#platform/rate-limits/share-quotas'
import {
  describeServer,
  getResourceType,
  getSchema,
  listResourceTypes,
  listSchemas,
} from './discovery.ts'
import { contentType, sendError } from './errors.ts'
import { registerGroupRoutes } from './group-routes.ts'
import type { ScimRoutes } from './routes.ts'
import { registerUserRoutes } from './user-routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the token of an identity provider. */
    provisioningAccount: string | undefined
  }
}

export interface ScimOptions {
  db: Database
  /** The maximum number of requests per second for each account. The default is 0, which means no limit. */
  rateLimit?: number
}

export const scimPath = '/scim/v2'
const maxBytes = 64 * 1024

export const scim = ({ db, rateLimit = 0 }: ScimOptions) =>
  async function scimRoutes(app: FastifyInstance): Promise<void> {
    const base = () => `${db.deployment.origin}${scimPath}`
    app.decorateRequest('provisioningAccount', undefined)
    app.setErrorHandler(sendError)
    app.setNotFoundHandler((request, reply) => sendError(new ApiError('not_found'), request, reply))
    parseBodies(app)
    authenticateRequests(app, db, rateLimit)
    app.addHook('onSend', async (_request, reply, payload) => {
      if (reply.statusCode !== 204) reply.header('content-type', contentType)
      return payload
    })

    app.get('/ServiceProviderConfig', async () =>
      describeServer(base(), `${db.deployment.origin}/docs/provisioning`),
    )
    app.get('/Schemas', async () => listSchemas(base()))
    app.get<{ Params: { id: string } }>('/Schemas/:id', async ({ params }) =>
      getSchema(base(), params.id),
    )
    app.get('/ResourceTypes', async () => listResourceTypes(base()))
    app.get<{ Params: { id: string } }>('/ResourceTypes/:id', async ({ params }) =>
      getResourceType(base(), params.id),
    )
    const routes: ScimRoutes = {
      base,
      read: (request, run) => readTransaction(db, accountOf(request), run),
      write: (request, run) =>
        inTransaction(db, accountOf(request), run, db.clock(), {
          kind: 'provisioning',
          address: request.ip,
        }),
    }
    registerUserRoutes(app, routes)
    registerGroupRoutes(app, routes)
  }

function accountOf({ provisioningAccount }: FastifyRequest): string {
  if (provisioningAccount === undefined) throw new ApiError('unauthorized')
  return provisioningAccount
}

/** Authenticates each request before the server reads its body. */
function authenticateRequests(app: FastifyInstance, db: Database, perSecond: number): void {
  const limit =
    perSecond === 0
      ? undefined
      : createRateLimiter(perSecond, shareQuotas(app, { db, name: 'scim', perSecond }))
  app.addHook('onRequest', async (request, reply) => {
    const [, token = ''] = /^bearer (.+)$/is.exec(request.headers.authorization ?? '') ?? []
    const caller = await accounts.authenticateProvisioning(db, token)
    if (caller === undefined) throw new ApiError('unauthorized')
    request.provisioningAccount = caller.account_id
    const keys = { client: 'scim', account: caller.account_id }
    if (limit !== undefined) assertWithinLimit(await limit.take(keys), reply)
  })
}

/** Parses JSON of both media types. Limits its size, its depth and its lists before anything visits them. */
function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'string', bodyLimit: maxBytes },
    async (_request: FastifyRequest, text: string | Buffer) => {
      if (text.length === 0) return undefined
      assertTextDepth(String(text))
      const body = parseJson(String(text))
      assertJsonLimits(body, { maxValues: 10_000 })
      return body
    },
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('invalid_json')
  }
}
