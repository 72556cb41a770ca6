import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as apiKeys from '#api-keys'
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set by the gate before any route of the API sees the request. */
    caller: apiKeys.Caller
    /** The name of the version that is asked for, and the version itself. */
    apiVersion: string
    version: Version
    /** Counts a request that does the work of many against the limit, as so many more requests. */
    charge: (weight: number) => Promise<void>
  }
}

export interface AuthMiddlewareOptions {
  authenticate: apiKeys.Authenticate
  limit: ApiRateLimiter
  versions: Versions
  now: () => Date
  /** The path of the root of the API. */
  root: string
}

const unauthorized = new ApiError('unauthorized')

/**
 * What every request passes before its route: version, then token, then limit (decisions §1). Only
 * the root of the API may leave the version out.
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
    await limit(caller, reply)
    request.charge = (weight) => limit(caller, reply, weight)
    if (!request.is404 && !version.satisfiesAccept(headers.accept ?? ''))
      throw notAcceptable(version)
  }
}

const unsupportedVersion = (versions: Versions, now: Date) =>
  new ApiError('unsupported_api_version', {
    message: `Send the header Service-API-Version with one of: ${listSupportedAt(versions, now).join(', ')}.`,
  })

/** The name in the header; one that came twice names nothing that we would know. */
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
    message: `Accept ${contentType} without parameters: there is nothing else to answer with.`,
  })

const isRoot = ({ method, url }: FastifyRequest, root: string) =>
  (method === 'GET' || method === 'HEAD') &&
  (url === root || url === `${root}/` || url.startsWith(`${root}/?`) || url.startsWith(`${root}?`))

/** What comes beside the token. */
export const credentialsFrom = ({ headers }: FastifyRequest): apiKeys.TokenHeaders => ({
  api_key: joinHeader(headers['x-api-key']),
  tenant: joinHeader(headers['x-service-tenant']),
  client: joinHeader(headers['x-service-client']),
})

/** A header that came twice is none that we would know. */
const joinHeader = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join() : header

/**
 * The token after the scheme `Bearer`, in any case (RFC 9110, 11.1), and one space. Anything else gives an
 * empty token, which no account has.
 */
const parseBearer = (header = ''): string => /^bearer (.+)$/is.exec(header)?.[1] ?? ''
