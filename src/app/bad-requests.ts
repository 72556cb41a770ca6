import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '#contract'
import { isUnavailable } from '#platform/postgres/database'
import { closeAfterDraining, drainAfterResponse } from './lingering-close.ts'

/**
 * Responds to a connection whose request is not valid or too slow. No route receives such a request. Closes a
 * connection on which nothing was sent without a response. A client may have opened that connection in
 * advance, and would take the response for the response to its first request.
 */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  const isUnused = socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || !socket.writable || isUnused || hasStartedResponse(socket)) {
    socket.destroy()
    return
  }
  const apiError = clientErrorFor(error.code ?? '')
  const body = errorBody(apiError)
  const head = [
    `HTTP/1.1 ${apiError.status} ${statusTexts[apiError.status] ?? 'Bad Request'}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `request-id: ${randomUUID()}`,
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  closeAfterDraining(socket)
}

/** Rejects a request that can be parsed but violates a rule of HTTP, such as a missing Host header. */
export function rejectBadRequest(response: ServerResponse, message: string, status = 400): void {
  if (response.socket !== null) drainAfterResponse(response.socket)
  const body = errorBody(new ApiError('invalid_json', { message, status }))
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'request-id': randomUUID(),
      connection: 'close',
    })
    .end(body)
}

/**
 * Handles all errors outside the APIs that have their own error format: errors of unknown
 * paths, pages, images and metrics.
 */
export function replyToError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const apiError = toApiError(error, request)
  if (apiError.status >= 500) request.log.error({ err: error }, 'the request failed')
  if (apiError.code === 'unavailable') reply.header('retry-after', '2')
  void reply
    .code(apiError.status)
    .header('content-type', 'application/json')
    .send(errorBody(apiError))
}

/**
 * Converts an error to an API error. Checks the route before the body, so that an unknown route returns 404
 * whatever the body contains.
 */
function toApiError(error: unknown, { is404 }: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) return new ApiError('unavailable')
  if (is404) return new ApiError('not_found')
  const { code = '', statusCode = 500 } = (error ?? {}) as { code?: string; statusCode?: number }
  const errorCode = fastifyErrors[code]
  if (errorCode !== undefined) return new ApiError(errorCode)
  if (statusCode < 400 || statusCode >= 500) return new ApiError('internal_error')
  return new ApiError('invalid_json', {
    status: statusCode,
    message: 'The request cannot be read as it was sent.',
  })
}

const fastifyErrors: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_NOT_FOUND: 'not_found',
}

/** Returns whether a response has started. A second response must never follow it on the connection. */
const hasStartedResponse = (socket: Socket): boolean =>
  (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent ===
  true

const statusTexts: Readonly<Record<number, string>> = {
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
}

function clientErrorFor(code: string): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('invalid_json', {
      message: 'The request did not arrive in time.',
      status: 408,
    })
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiError('payload_too_large', { message: 'The headers are too large.', status: 431 })
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new ApiError('payload_too_large', { message: 'The chunk extensions are too large.' })
  return new ApiError('invalid_json', { message: 'The request is not valid HTTP/1.1.' })
}

const errorBody = (apiError: ApiError) => JSON.stringify({ errors: apiError.errors() })
