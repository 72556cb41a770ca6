import type { FastifyRequest } from 'fastify'
import type { ClientCredentials } from '#api-keys'
import { isId } from '#platform/lib/ids'
import { OAuthError } from './errors.ts'
import type { Parameters } from './parameters.ts'

/** Parses the client credentials: from the body, or id and secret from HTTP Basic; the API key from its header. */
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
  // many clients send a bearer token by default; such a token does not authenticate a client
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

/** The same id in upper and lower case (RFC 9562, 4). Ids of apps that registered themselves are no UUIDs. */
const toClientId = (text: string | undefined): string | undefined =>
  text !== undefined && isId(text) ? text.toLowerCase() : text

/** The same error for every missing or incorrect credential. */
export const invalidClient = (isBasic: boolean): OAuthError =>
  new OAuthError(
    'invalid_client',
    'Unknown client: tenant, client_id, client_secret and x-api-key must belong together.',
    {
      status: 401,
      headers: isBasic ? { 'www-authenticate': 'Basic realm="Bestow", charset="UTF-8"' } : {},
    },
  )

/** Decodes HTTP Basic. Id and secret are form-encoded before they are joined (RFC 6749, 2.3.1). */
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
