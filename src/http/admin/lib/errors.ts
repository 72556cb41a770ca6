import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '#contract'
import { isUnavailable } from '#platform/postgres/database'

/** Converts any error to an API error of the contract, and sends it in the format of the public API. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const apiError = toApiError(error, request)
  if (apiError.status >= 500) request.log.error({ err: error }, 'the request failed')
  if (apiError.retryAfterSeconds !== undefined && !reply.hasHeader('retry-after'))
    reply.header('retry-after', String(apiError.retryAfterSeconds))
  return sendJson(reply, apiError.status, { errors: apiError.errors().slice(0, maxErrors) })
}

const maxErrors = 100 // more than a form shows; a response to an unknown client must be small

const sendJson = (reply: FastifyReply, status: number, body: unknown): FastifyReply =>
  sendJsonText(reply, status, toJson(body))

/** Converts a body to JSON text. Returns undefined if there is no body. */
export const toJson = (body: unknown): string | undefined =>
  body === undefined ? undefined : JSON.stringify(body)

export const sendJsonText = (
  reply: FastifyReply,
  status: number,
  text: string | undefined,
): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json')
    .send(text)

function toApiError(error: unknown, { routeOptions }: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) return new ApiError('unavailable')
  const code = (error as { code?: string } | null)?.code ?? ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const kibibytes = Math.floor((routeOptions.bodyLimit ?? 0) / 1024)
    return new ApiError('payload_too_large', {
      message: `The body is larger than ${kibibytes.toLocaleString('en')} KiB.`,
    })
  }
  return new ApiError(codesByFastifyError[code] ?? 'internal_error')
}

const codesByFastifyError: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  ECONNRESET: 'invalid_json',
}
