import type { FastifyReply, FastifyRequest } from 'fastify'
import * as apiKeys from '#api-keys'
import { ApiError, type WireError } from '#contract'
import { isId } from '#platform/lib/ids'
import { credentialsFrom } from './auth-middleware.ts'

/**
 * Builds the request log entry of a request. Ids in the path are logged only if they are UUIDs, because codes of links
 * and tokens are secrets. Of the query only names are logged, of the body nothing.
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

/** An unmatched path may contain arbitrary data, so only segments that look like API names are logged. */
const redactPath = (url: string): string => {
  const [path = ''] = url.split('?', 1)
  return path
    .split('/')
    .map((part) => (/^[a-z_.-]{0,40}$/.test(part) ? part : '…'))
    .slice(0, 8)
    .join('/')
}

/**
 * Returns the names of query parameters without their values. A name that does not look like a parameter becomes an
 * ellipsis.
 */
function loggedQueryNames(query: unknown): string[] {
  const names = Object.keys((query ?? {}) as object).slice(0, 20)
  return [...new Set(names.map((name) => (isParameter(name) ? name : '…')))]
}

const isParameter = (name: string): boolean => /^[a-z_]{1,40}(\[[a-z_]{1,40}\])?$/.test(name)

const errorLabel = ({ code, param }: { code: string; param?: string }) =>
  param !== undefined && isKnownParam(param) ? `${code} ${param}` : code

/**
 * Accepts names of members and parameters, and the one header that is validated. Names made up by the client are not
 * logged, because they may contain arbitrary data.
 */
const isKnownParam = (param: string): boolean =>
  /^[a-z_]{1,40}(\.([a-z_]{1,40}|\d{1,4}))*$|^Idempotency-Key$/.test(param)

/** Messages about JSON that cannot be parsed quote the body, so the log has the general message instead. */
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

/** Returns only the first product of a User-Agent with its version, such as `python-requests/2.31.0`. */
const parseClientProduct = (header = ''): string | undefined =>
  /^[A-Za-z][A-Za-z-]{1,23}\/\d{1,5}(\.\d{1,5}){0,3}(?![\w.-])/.exec(header)?.[0] ??
  /^(node|undici|Ruby)$/.exec(header)?.[0]
