import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findDuplicateMember } from '#platform/lib/json-members'
import { OAuthError } from './errors.ts'

/**
 * The parameters of a request. Each parameter appears at most once. A parameter without a value counts as
 * absent (RFC 6749, 3.2).
 */
export type Parameters = ReadonlyMap<string, string>

const bodyLimit = 64 * 1024

/** Makes the server store bodies as raw bytes, because a parsed body no longer shows duplicate parameters. */
export function parseAsBuffer(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  )
}

export function parseBody(request: FastifyRequest): Parameters {
  const text = decodeBody(request)
  if (isForm(request)) return rejectDuplicates(new URLSearchParams(text))
  if (isJson(request)) return rejectDuplicates(parseMembers(text))
  throw new OAuthError(
    'invalid_request',
    'Send the body as application/json or application/x-www-form-urlencoded.',
    { status: 415 },
  )
}

export function parseQuery({ url }: FastifyRequest): Parameters {
  const index = url.indexOf('?')
  return rejectDuplicates(new URLSearchParams(index < 0 ? '' : url.slice(index + 1)))
}

export const isJson = (request: FastifyRequest) => mediaType(request) === 'application/json'
const isForm = (request: FastifyRequest) =>
  mediaType(request) === 'application/x-www-form-urlencoded'

const mediaType = ({ headers }: FastifyRequest) =>
  (headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase()

/** Returns the value of a parameter. Throws an error if the parameter is absent. */
export function getRequired(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is required.`)
  return value
}

function decodeBody({ body }: FastifyRequest): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    )
  } catch {
    throw new OAuthError('invalid_request', 'The body is not UTF-8.')
  }
}

function rejectDuplicates(pairs: Iterable<readonly [string, string]>): Parameters {
  const all = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (all.has(name))
      throw new OAuthError('invalid_request', `${toPrintable(name)} was sent twice.`)
    all.set(name, value)
  }
  for (const [name, value] of all) if (value === '') all.delete(name)
  return all
}

/**
 * The parameters that the authorization server knows. The server ignores all other parameters, whatever their
 * type (RFC 6749, 3.2).
 */
const knownParameters: ReadonlySet<string> = new Set([
  ...['grant_type', 'tenant', 'client_id', 'client_secret', 'scope', 'resource', 'refresh_token'],
  ...['code', 'redirect_uri', 'code_verifier', 'token', 'token_type_hint'],
])

/** Parses a JSON object, and returns its known members in their original order. */
function parseMembers(text: string): [string, string][] {
  const members: [string, string][] = []
  for (const [name, value] of Object.entries(parseObject(text))) {
    if (value === null || !knownParameters.has(name)) continue
    if (typeof value !== 'string')
      throw new OAuthError('invalid_request', `${toPrintable(name)} must be a string.`)
    members.push([name, value])
  }
  if (findDuplicateMember(text) !== undefined)
    throw new OAuthError('invalid_request', 'A member of the body was sent twice.')
  return members
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    throw new OAuthError('invalid_request', 'The body is not valid JSON.')
  }
  throw new OAuthError('invalid_request', 'The body must be a JSON object.')
}

/**
 * Replaces the characters that must not be in `error_description`. It contains ASCII characters without
 * quotes and backslashes (RFC 6749, 5.2).
 */
const toPrintable = (name: string) =>
  name.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 60)
