import type { FastifyRequest } from 'fastify'
import type { ClientCredentials } from '#api-keys'
import { isId } from '#platform/lib/ids'
import { OAuthError } from './errors.ts'
import type { Parameters } from './parameters.ts'

/**
 * Parses the credentials of a client. The id and the secret come from the body or from HTTP Basic. The API
 * key comes from its header.
 */
export function parseClientCredentials(
  { headers }: FastifyRequest,
  parameters: Parameters,
): ClientCredentials {
  const key = headers['x-api-key']
  const api_key = Array.isArray(key) ? key.join() : key
  const tenant = parameters.get('tenant')
  const { authorization } = headers
  const client_id = toClientId(parameters.get('client_id'))
  const client_secret = parameters.get('client_secret')
  // Many clients send a bearer token by default. A bearer token does not authenticate a client.
  if (authorization === undefined || /^bearer /i.test(authorization))
    return { tenant, api_key, client_id, client_secret }

  const basic = parseBasic(authorization)
  if (basic === undefined) throw invalidClient(true)
  if (client_secret !== undefined || (client_id !== undefined && client_id !== basic.client_id))
    throw new OAuthError(
      'invalid_request',
      'Send the client id and secret once: in the Authorization header or in the body.',
    )
  return { tenant, api_key, ...basic }
}

/**
 * Converts an id to lower case. Ids are equal in upper and lower case (RFC 9562, 4). The ids of apps that
 * registered themselves are not UUIDs, so they stay unchanged.
 */
const toClientId = (text: string | undefined): string | undefined =>
  text !== undefined && isId(text) ? text.toLowerCase() : text

/**
 * Creates the error of a client with a missing or incorrect credential. The error is always the same,
 * whichever credential is wrong.
 */
export const invalidClient = (isBasic: boolean): OAuthError =>
  new OAuthError(
    'invalid_client',
    'Unknown client: tenant, client_id, client_secret and x-api-key must belong together.',
    {
      status: 401,
      headers: isBasic ? { 'www-authenticate': 'Basic realm="Bestow", charset="UTF-8"' } : {},
    },
  )

/**
 * Decodes HTTP Basic. The client encodes the id and the secret like a form before it joins them (RFC 6749,
 * 2.3.1).
 */
function parseBasic(header: string) {
  const [, base64] = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header) ?? []
  const [, id, secret] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(base64 ?? '', 'base64').toString()) ?? []
  if (id === undefined || secret === undefined) return undefined
  try {
    return { client_id: toClientId(decode(id)), client_secret: decode(secret) }
  } catch {
    return undefined
  }
}

const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
