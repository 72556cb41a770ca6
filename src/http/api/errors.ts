import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { ApiError, type ErrorCode, getNewestVersion, type Version, type Versions } from '#contract'
import { isUnavailable } from '#platform/postgres/database'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error of the request. Undefined if the response is not an error. */
    apiError?: ApiError
  }
}

/**
 * Converts any error to an `ApiError` and sends it. Every error of the public API passes through this
 * function.
 */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  versions: Versions,
): FastifyReply {
  const apiError = toApiError(error, request)
  request.apiError = apiError
  if (apiError.status >= 500) request.log.error({ err: error }, 'the request failed')
  if (apiError.status === 401) reply.header('www-authenticate', 'Bearer')
  if (apiError.retryAfterSeconds !== undefined && !reply.hasHeader('retry-after'))
    reply.header('retry-after', String(apiError.retryAfterSeconds))
  const version = request.version ?? inferVersion(request, versions)
  return reply
    .code(apiError.status)
    .header('content-type', version.contentType)
    .send(Buffer.from(version.renderError(apiError)))
}

/**
 * Chooses the version for an error response if the request has no version. It is the version whose media type
 * the client prefers, by the q-values of Accept. If Accept names no such media type, the media type of the
 * body decides.
 */
function inferVersion({ headers }: FastifyRequest, versions: Versions): Version {
  const newest = versions[getNewestVersion(versions)] as Version
  const types = Object.values(versions).map(({ contentType }) => contentType)
  const accept = stripParameters(headers.accept ?? '')
  const isNamed = types.some((type) => accept.includes(type))
  const preferred = isNamed
    ? new Negotiator({ headers: { accept } }).mediaType(types)
    : stripParameters(headers['content-type'] ?? '')
  return Object.values(versions).find(({ contentType }) => contentType === preferred) ?? newest
}

/**
 * Removes all parameters of media ranges except the weight. A media type of JSON:API with an extension still
 * means JSON:API.
 */
const stripParameters = (ranges: string): string =>
  ranges
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return weight === undefined ? type : `${type};${weight}`
    })
    .join(',')

/**
 * Converts any error to an `ApiError`. If the route is unknown, the result is `not_found`, regardless of
 * errors in the body.
 */
function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return isUnknownReference(error, request) ? referenceAsId : error
  if (isUnavailable(error)) return new ApiError('unavailable')
  if (request.is404) return new ApiError('not_found')
  const code = (error as { code?: string } | null)?.code ?? ''
  return new ApiError(codesByFastifyError[code] ?? 'internal_error')
}

/** Returns whether a gift request was not found because its path has the reference in place of the id. */
function isUnknownReference({ code }: ApiError, { params, routeOptions }: FastifyRequest): boolean {
  const { id } = (params ?? {}) as { id?: string }
  const isGiftPath = routeOptions.url?.includes('/gift_requests/:id') === true
  return code === 'not_found' && isGiftPath && id !== undefined && /^GR-\w{8}$/i.test(id)
}

const referenceAsId = new ApiError('not_found', {
  message:
    'This is the reference of a gift request, and the path needs its id. GET /gift_requests?reference=… returns the id.',
})

const codesByFastifyError: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  ECONNRESET: 'invalid_json',
}
