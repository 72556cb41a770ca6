import type { FastifyReply, FastifyRequest } from 'fastify'
import * as apiKeys from '#api-keys'
import { ApiError, type WireError } from '#contract'
import { isId } from '#platform/lib/ids'
import { credentialsFrom } from './auth-middleware.ts'

/**
 * Builds the entry of a request in the request log. The entry contains an id from the path only if it is a
 * UUID, because codes of links and tokens are secrets. It contains the names of the query parameters, but not
 * their values. It contains nothing of the body.
 */
export function toLogEntry(request: FastifyRequest, reply: FastifyReply): apiKeys.LoggedRequest {
  const { apiError, caller } = request
  const errors = apiError === undefined ? [] : apiError.errors().slice(0, 10)
  return {
    request_id: request.id,
    method: request.method,
    path: loggedPath(request),
    query: loggedQueryNames(request.query),
    status: reply.statusCode,
    ms: reply.elapsedTime,
    version: request.apiVersion,
    errors: errors.map(errorLabel),
    messages: errors.map(loggedMessage),
    idempotency: caller === undefined ? undefined : idempotencyDigest(request, caller),
    user_agent: parseClientProduct(request.headers['user-agent']),
    created_id: request.createdId,
    caller,
    headers: () => ({
      ...credentialsFrom(request),
      authorization: request.headers.authorization,
    }),
  }
}

function loggedPath({ routeOptions, url, params }: FastifyRequest): string {
  if (routeOptions.url === undefined) return redactPath(url)
  const values = params as Record<string, string>
  return routeOptions.url.replaceAll(/:(\w+)/g, (pattern, name: string) => {
    const value = values[name] ?? ''
    return isId(value) ? value.toLowerCase() : pattern
  })
}

/**
 * Removes unknown data from a path. A path without a route may contain any data, so the log has only the
 * parts that look like names of the API.
 */
const redactPath = (url: string): string => {
  const [path = ''] = url.split('?', 1)
  return path
    .split('/')
    .map((part) => (/^[a-z_.-]{0,40}$/.test(part) ? part : '…'))
    .slice(0, 8)
    .join('/')
}

/**
 * Returns the names of query parameters without their values. A name that does not look like a parameter
 * becomes an ellipsis.
 */
function loggedQueryNames(query: unknown): string[] {
  const names = Object.keys((query ?? {}) as object).slice(0, 20)
  return [...new Set(names.map((name) => (isParameter(name) ? name : '…')))]
}

const isParameter = (name: string): boolean => /^[a-z_]{1,40}(\[[a-z_]{1,40}\])?$/.test(name)

const errorLabel = ({ code, param }: { code: string; param?: string }) =>
  param !== undefined && isKnownParam(param) ? `${code} ${param}` : code

/**
 * Returns whether the log may contain a parameter name. It may contain the names of members and parameters,
 * and of the one header that is validated. A client can invent other names with any data, so the log omits
 * them.
 */
const isKnownParam = (param: string): boolean =>
  /^[a-z_]{1,40}(\.([a-z_]{1,40}|\d{1,4}))*$|^Idempotency-Key$/.test(param)

/**
 * Returns the message of an error for the log. A message about invalid JSON quotes the body, so the log gets
 * a general message instead.
 */
const loggedMessage = ({ code, message }: WireError): string =>
  code === 'invalid_json' ? new ApiError('invalid_json').message : message

function idempotencyDigest(
  { method, headers }: FastifyRequest,
  { account_id }: apiKeys.Caller,
): string | undefined {
  const key = headers['idempotency-key']
  if (method === 'GET' || method === 'HEAD' || typeof key !== 'string') return undefined
  return apiKeys.shortKeyDigest(account_id, key)
}

/**
 * Returns the first product in a User-Agent header with its version, such as `python-requests/2.31.0`. The
 * rest of the header is ignored.
 */
const parseClientProduct = (header = ''): string | undefined =>
  /^[A-Za-z][A-Za-z-]{1,23}\/\d{1,5}(\.\d{1,5}){0,3}(?![\w.-])/.exec(header)?.[0] ??
  /^(node|undici|Ruby)$/.exec(header)?.[0]
