import type { FastifyReply, FastifyRequest } from 'fastify'
import * as apiKeys from '#api-keys'
import {
  ApiError,
  deprecationHeaders,
  findVersion,
  getNewestVersion,
  listSupportedAt,
  type Version,
  type Versions,
} from '#contract'
import type { ApiRateLimiter } from './client-rate-limit.ts'
import { toTokenGrant } from './kernel/grant.ts'
import { requireScope, requireVersionOfOperation } from './kernel/require-operation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The token of the request, for the log. */
    caller?: apiKeys.Caller
    /** The name of the requested API version. `version` is the version itself. */
    apiVersion: string
    version: Version
  }
}

export interface AuthMiddlewareOptions {
  authenticate: apiKeys.Authenticate
  limit: ApiRateLimiter
  versions: Versions
  now: () => Date
  /** The path of the API root. */
  root: string
}

const unauthorized = new ApiError('unauthorized')

/**
 * Checks each request before its route. The order is: version, token with its allowed addresses, rate limit
 * (decisions §1), scope. Only requests to the API root may omit the version.
 */
export function authenticateRequest({
  authenticate,
  limit,
  versions,
  now,
  root,
}: AuthMiddlewareOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const name = requestedVersion(request, versions, root)
    const version = findVersion(versions, name)
    if (version === undefined || isSunset(version, now)) throw unsupportedVersion(versions, now())
    request.apiVersion = name
    request.version = version
    if (version.deprecation !== undefined) reply.headers(deprecationHeaders(version.deprecation))
    const { headers } = request
    const caller = await authenticate(parseBearer(headers.authorization), credentialsFrom(request))
    if (caller === undefined) throw unauthorized
    request.caller = caller
    request.grant = toTokenGrant(caller, request)
    apiKeys.assertAllowedAddress(caller, request.ip) // goes first, because a leaked key must not use up the quota
    await limit.take(caller, reply)
    request.charge = (weight) => limit.take(caller, reply, weight)
    request.chargeCost = (cost) => limit.charge(caller, reply, cost)
    if (hasEmptyParam(request)) throw new ApiError('not_found', { message: emptyParamMessage })
    requireVersionOfOperation(request)
    requireScope(request, reply)
    if (!request.is404 && !version.satisfiesAccept(headers.accept ?? ''))
      throw notAcceptable(version)
  }
}

/**
 * Returns whether a parameter in the path is empty. A path with a trailing slash would otherwise match the
 * route of one resource with an empty id.
 */
const hasEmptyParam = ({ params }: FastifyRequest): boolean =>
  Object.values(params as object).includes('')

const emptyParamMessage = 'The path has an empty id. Remove the slash at its end, or add the id.'

const unsupportedVersion = (versions: Versions, now: Date) =>
  new ApiError('unsupported_api_version', {
    message: `Send the header Service-API-Version with one of: ${listSupportedAt(versions, now).join(', ')}.`,
  })

/**
 * Returns the name of the version in the header. If the header is repeated, the result is a name that no
 * version has.
 */
function requestedVersion(request: FastifyRequest, versions: Versions, root: string): string {
  const requested = request.headers['service-api-version']
  return requested === undefined && isRoot(request, root)
    ? getNewestVersion(versions)
    : String(requested)
}

const isSunset = ({ deprecation }: Version, now: () => Date): boolean =>
  deprecation !== undefined && now() >= deprecation.sunset

const notAcceptable = ({ contentType }: Version) =>
  new ApiError('unsupported_media_type', {
    status: 406,
    message: `Accept ${contentType} without parameters: no other representation is available.`,
  })

const isRoot = ({ method, url }: FastifyRequest, root: string) =>
  (method === 'GET' || method === 'HEAD') &&
  (url === root || url === `${root}/` || url.startsWith(`${root}/?`) || url.startsWith(`${root}?`))

/** Reads the headers that identify the client in addition to the token. */
export const credentialsFrom = ({ headers }: FastifyRequest): apiKeys.TokenHeaders => ({
  api_key: joinHeader(headers['x-api-key']),
  tenant: joinHeader(headers['x-service-tenant']),
  client: joinHeader(headers['x-service-client']),
})

/** Joins the values of a repeated header. The result matches no valid value. */
const joinHeader = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join() : header

/**
 * Returns the token that follows the scheme `Bearer` and one space. Upper and lower case do not matter (RFC
 * 9110, 11.1). Any other header gives an empty token, which belongs to no account.
 */
const parseBearer = (header = ''): string => /^bearer (.+)$/is.exec(header)?.[1] ?? ''
