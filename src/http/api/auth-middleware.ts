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
    /** The requested API version: its name and the version itself. */
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
 * Checks each request before its route: version, then token and its allowed addresses, then rate limit (decisions §1), then
 * scope. Only requests to the API root may omit the version.
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
    apiKeys.assertAllowedAddress(caller, request.ip) // before the limit: a leaked key must not use up the quota
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

/** A path with a trailing slash matches the route of one resource with an empty id. */
const hasEmptyParam = ({ params }: FastifyRequest): boolean =>
  Object.values(params as object).includes('')

const emptyParamMessage = 'The path has an empty id. Remove the slash at its end, or add the id.'

const unsupportedVersion = (versions: Versions, now: Date) =>
  new ApiError('unsupported_api_version', {
    message: `Send the header Service-API-Version with one of: ${listSupportedAt(versions, now).join(', ')}.`,
  })

/** Returns the version name of the header. A repeated header gives a name that no version has. */
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

/** The headers that identify the client besides the token. */
export const credentialsFrom = ({ headers }: FastifyRequest): apiKeys.TokenHeaders => ({
  api_key: joinHeader(headers['x-api-key']),
  tenant: joinHeader(headers['x-service-tenant']),
  client: joinHeader(headers['x-service-client']),
})

/** Joins a repeated header to a value that matches nothing. */
const joinHeader = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join() : header

/**
 * Returns the token after the scheme `Bearer`, in any case (RFC 9110, 11.1), and one space. Any other header gives an
 * empty token, which belongs to no account.
 */
const parseBearer = (header = ''): string => /^bearer (.+)$/is.exec(header)?.[1] ?? ''
