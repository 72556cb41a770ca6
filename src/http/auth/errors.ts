import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import { isUnavailable } from '#platform/postgres/database'

/** The error codes of RFC 6749 and its extensions. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'temporarily_unavailable'
  | 'server_error'

export const invalidScopeMessage =
  'The client may not have one of these scopes. Ask for scopes of this client, separated by spaces, or omit scope.'

/**
 * Creates the error of a request with a wrong `resource`. The `resource` does not belong to this deployment,
 * or differs from the `resource` that the user agreed to (RFC 8707).
 */
export const invalidTarget = (): OAuthError =>
  new OAuthError('invalid_target', invalidTargetMessage)

export const invalidTargetMessage =
  'The client may not have tokens for this resource. Send the resource that the metadata of the MCP server names, or omit it.'

/** An error in the format of OAuth. This format differs from the format of the API. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: OAuthErrorCode,
    description: string,
    { status = 400, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    super(description)
    this.name = 'OAuthError'
    this.code = code
    this.status = status
    this.headers = headers
  }
}

/** Converts any error to an OAuth error. */
export function toOAuthError(error: unknown, request: FastifyRequest): OAuthError {
  if (error instanceof OAuthError) return error
  if (isUnavailable(error))
    return new OAuthError('temporarily_unavailable', 'The database is unavailable. Retry soon.', {
      status: 503,
      headers: { 'retry-after': '2' },
    })
  if (error instanceof ApiError && error.status < 500)
    return new OAuthError('invalid_request', error.message, { status: error.status })
  const code = (error as { code?: string } | null)?.code ?? ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new OAuthError('invalid_request', 'The body is larger than 64 KiB.', { status: 413 })
  if (code.startsWith('FST_ERR_CTP') || code === 'ECONNRESET')
    return new OAuthError('invalid_request', 'The body could not be read.')
  request.log.error({ err: error }, 'the request failed')
  return new OAuthError(
    'server_error',
    `Something went wrong on our side. Tell support the Request-Id ${request.id}.`,
    { status: 500 },
  )
}

/** Sends an error to a client program as JSON. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const oauthError = toOAuthError(error, request)
  return reply
    .code(oauthError.status)
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache', ...oauthError.headers })
    .header('content-type', 'application/json')
    .send(JSON.stringify({ error: oauthError.code, error_description: oauthError.message }))
}
