import type { FastifyReply, FastifyRequest } from 'fastify'
import { Types } from 'scimmy'
import { ApiError, type ErrorCode } from '#contract'
import { isUnavailable } from '#platform/postgres/database'

export const contentType = 'application/scim+json; charset=utf-8'

/** Builds an error of the client (RFC 7644, 3.12). */
export const scimError = (scimType: string, detail: string, status = 400): Error =>
  new Types.Error(status, scimType, detail)

interface ErrorResponse {
  status: number
  scimType?: string | undefined
  detail: string
}

/** Converts any error to the form of RFC 7644, 3.12, and sends it. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, scimType, detail } = toErrorResponse(error, request)
  if (status >= 500) request.log.error({ err: error }, 'the request failed')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (
    error instanceof ApiError &&
    error.retryAfterSeconds !== undefined &&
    !reply.hasHeader('retry-after')
  )
    reply.header('retry-after', String(error.retryAfterSeconds))
  void reply
    .code(status)
    .header('content-type', contentType)
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(scimType && { scimType }),
        detail,
      }),
    )
}

function toErrorResponse(error: unknown, request: FastifyRequest): ErrorResponse {
  if (error instanceof Types.Error) {
    const { status, scimType, message } = error as Error & { status: number; scimType?: string }
    return { status, scimType, detail: message }
  }
  const apiError = toApiError(error, request)
  const { status, code, message, fieldErrors } = apiError
  if (fieldErrors.length === 0)
    return {
      status,
      detail: message,
      ...(code === 'invalid_json' && { scimType: 'invalidSyntax' }),
    }
  const detail = fieldErrors.map((each) => `${each.param} ${each.message}.`).join(' ')
  return status === 409
    ? { status, scimType: 'uniqueness', detail }
    : { status: 400, scimType: 'invalidValue', detail }
}

function toApiError(error: unknown, { is404 }: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) return new ApiError('unavailable')
  if (is404) return new ApiError('not_found')
  const { code = '' } = (error ?? {}) as { code?: string }
  const known = errorsByFastifyCode[code]
  return known === undefined
    ? new ApiError('internal_error')
    : new ApiError(known[0], { message: known[1] })
}

const errorsByFastifyCode: Readonly<Record<string, [code: ErrorCode, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body is larger than 64 kB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'Send the body as application/scim+json.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_json',
    'The body is not as long as Content-Length says.',
  ],
}
