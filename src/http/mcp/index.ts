/**
 * The Model Context Protocol server for agents, at `{origin}/mcp`, over streamable HTTP. By default, it is
 * off.
 * - A *tool* performs a task of a user, not one operation of the API.
 * - Sending and cancelling require a *preview* and a *confirmation*; see `#api-keys`, agents.
 * - Every call writes an entry to the audit log of the account.
 * The server has no state between requests, so any process can serve any request.
 */
import {
  type AuthInfo,
  createMcpHandler,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import type * as fulfilment from '#fulfilment'
import {
  assertWithinLimit,
  createRateLimiter,
  type QuotaDivision,
} from '#platform/lib/rate-limiter'
import { type ResponseCost, toAdditionalRequests } from '#platform/lib/request-cost'
import type { Log } from '#platform/observability/log'
import { type Database, isUnavailable } from '#platform/postgres/database'
import { shareQuotas } from '#platform/rate-limits/share-quotas'
import { createServers, type McpCaller } from './server.ts'

export interface McpOptions {
  db: Database
  authenticate: apiKeys.Authenticate
  /** The maximum number of requests per second for each token. 0 means no limit. */
  rateLimit: number
  version: string
  shipping: fulfilment.ShippingConfig
}

const bodyLimit = 256 * 1024 // the maximum size in bytes: enough for fifty recipients with addresses

/** Creates a plugin for the server. The caller registers it at the root of the origin. */
export function mcp({ db, authenticate, rateLimit, version, shipping }: McpOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const serverFor = createServers({ db, version, shipping })
    const handler = createMcpHandler(({ authInfo }) => serverFor(callerFrom(authInfo)), {
      onerror: (error) => app.log.debug({ err: error }, 'a request to /mcp'),
    })
    const limit = createMcpRateLimiter(
      rateLimit,
      shareQuotas(app, { db, name: 'mcp', perSecond: rateLimit }),
    )
    const ownHost = () => new URL(db.deployment.origin).hostname
    app.addHook('onClose', () => handler.close())
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    app.setErrorHandler((error, request, reply) =>
      sendError(error, request, reply, db.deployment.origin),
    )
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      handler: async (request, reply) => {
        const caller = await authenticateCaller(request, authenticate)
        apiKeys.assertAllowedAddress(caller, request.ip)
        await limit.take(caller, countCalls(request.body), reply)
        const webRequest = toWebRequest(request)
        // This check protects against DNS rebinding: a page of another site must not call the server through
        // a user's browser.
        const originError = originValidationResponse(webRequest, [ownHost()])
        if (originError !== undefined) return reply.send(originError)
        const authInfo = toAuthInfo({
          caller,
          address: request.ip,
          log: request.log as Log,
          chargeCost: (cost) => limit.charge(caller, cost),
        })
        return reply.send(await handler.fetch(webRequest, { authInfo }))
      },
    })
  }
}

async function authenticateCaller(
  { headers }: FastifyRequest,
  authenticate: apiKeys.Authenticate,
): Promise<apiKeys.Caller> {
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const only = (header: string | string[] | undefined) =>
    Array.isArray(header) ? header.join() : header
  const credentials = {
    api_key: only(headers['x-api-key']),
    tenant: only(headers['x-service-tenant']),
    client: only(headers['x-service-client']),
  }
  const caller = await authenticate(bearer, credentials, 'mcp')
  if (caller === undefined) throw new ApiError('unauthorized')
  return caller
}

/** Returns the data about the caller for the MCP server. The data does not contain the token. */
const toAuthInfo = (visitor: McpCaller): AuthInfo => ({
  token: '',
  clientId: visitor.caller.token_id,
  scopes: [...visitor.caller.scopes],
  extra: { visitor },
})

function callerFrom(authInfo: AuthInfo | undefined): McpCaller {
  const visitor = authInfo?.extra?.visitor
  if (visitor === undefined) throw new Error('request without authentication')
  return visitor as McpCaller
}

function toWebRequest({ raw, headers, method, body, protocol, host }: FastifyRequest): Request {
  const webHeaders = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const each of [value ?? []].flat()) webHeaders.append(name, each)
  return new Request(`${protocol}://${host || 'localhost'}${raw.url ?? '/'}`, {
    method,
    headers: webHeaders,
    ...(Buffer.isBuffer(body) ? { body: new Uint8Array(body) } : {}),
  })
}

/** The rate limit for calls of tools. */
interface McpRateLimiter {
  take(caller: apiKeys.Caller, calls: number, reply: FastifyReply): Promise<void>
  charge(caller: apiKeys.Caller, cost: ResponseCost): Promise<void>
}

function createMcpRateLimiter(perSecond: number, division: QuotaDivision): McpRateLimiter {
  if (perSecond === 0) return { take: async () => {}, charge: async () => {} }
  const limit = createRateLimiter(perSecond, division)
  const toKeys = ({ client_id, token_id, account_id: account }: apiKeys.Caller) => ({
    client: client_id ?? token_id,
    account,
  })
  return {
    take: async (caller, calls, reply) =>
      assertWithinLimit(await limit.take(toKeys(caller), calls), reply),
    async charge(caller, cost) {
      const points = toAdditionalRequests(cost)
      if (points > 0) await limit.charge(toKeys(caller), points)
    },
  }
}

/** Counts the calls of a request for the rate limit. Each call in a JSON-RPC batch counts as one. */
function countCalls(body: unknown): number {
  if (!Buffer.isBuffer(body) || body.toString('utf8', 0, 100).trimStart()[0] !== '[') return 1
  try {
    const batch: unknown = JSON.parse(body.toString('utf8'))
    return Array.isArray(batch) ? Math.max(1, batch.length) : 1
  } catch {
    return 1 // the protocol handler rejects this body later
  }
}

/** Sends an error that occurs before the protocol starts. The error has the format of the API. */
function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
): FastifyReply {
  const apiError = toApiError(error)
  if (apiError.status >= 500) request.log.error({ err: error }, 'the request failed')
  if (apiError.status === 401) reply.header('www-authenticate', toChallenge(request, origin))
  return reply.code(apiError.status).send({ errors: apiError.errors() })
}

/**
 * Builds the challenge for an MCP client. It says where the client signs in (RFC 9728, 5.1), and which scopes
 * it should request.
 */
function toChallenge({ headers }: FastifyRequest, origin: string): string {
  const error = headers.authorization === undefined ? '' : 'error="invalid_token", '
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
  const scope = apiKeys.agentScopes.join(' ')
  return `Bearer realm="bestow", ${error}resource_metadata="${metadata}", scope="${scope}"`
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) return new ApiError('unavailable')
  const code = (error as { code?: string } | null)?.code ?? ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('payload_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ApiError('unsupported_media_type')
  const isUnreadable = code.startsWith('FST_ERR_CTP') || code === 'ECONNRESET'
  return new ApiError(isUnreadable ? 'invalid_json' : 'internal_error')
}
