import type { FastifyRequest } from 'fastify'
import * as apiKeys from '#api-keys'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { OAuthError, type OAuthErrorCode } from './errors.ts'
import { getRequired, type Parameters, parseQuery } from './parameters.ts'

/** What an app asks a person, once it is sure which app asks and where the answer goes. */
export interface AuthorizationRequest {
  client_id: string
  redirect_uri: string
  state: string | undefined
  code_challenge: string
}

export interface AuthorizationAttempt {
  authorization: AuthorizationRequest
  client: apiKeys.AuthorizingClient
}

/** An error that the app should learn of, by sending the person back to it. */
export class RedirectError extends Error {
  readonly location: string
  readonly client: apiKeys.AuthorizingClient
  /** What is wrong, for the person who reads it here first. */
  readonly reason: string
  constructor(location: string, client: apiKeys.AuthorizingClient, reason: string) {
    super('the app is told')
    this.location = location
    this.client = client
    this.reason = reason
  }
}

/**
 * Reads `GET /auth/authorize` (RFC 6749, 4.1.1; RFC 7636). Until client and address are known and
 * belong together the person stays here: we never send anybody to an address that is not registered.
 */
export async function parseAuthorizationRequest(
  request: FastifyRequest,
  db: Database,
): Promise<AuthorizationAttempt> {
  const parameters = parseQuery(request)
  const client_id = getRequired(parameters, 'client_id')
  const redirect_uri = getRequired(parameters, 'redirect_uri')
  const client = await findClient(db, { client_id, redirect_uri })
  const state = parameters.get('state')
  const requestError = findRequestError(parameters)
  if (requestError !== undefined) {
    const [error, error_description] = requestError
    const location = buildRedirect(db, { redirect_uri, state }, { error, error_description })
    throw new RedirectError(location, client, error_description)
  }
  const code_challenge = getRequired(parameters, 'code_challenge')
  return { client, authorization: { client_id, redirect_uri, state, code_challenge } }
}

/** The client, if it may be answered there. */
export async function findClient(
  db: Database,
  { client_id, redirect_uri }: Pick<AuthorizationRequest, 'client_id' | 'redirect_uri'>,
): Promise<apiKeys.AuthorizingClient> {
  const client = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    apiKeys.findAuthorizingClient(ctx, client_id),
  )
  if (client === undefined)
    throw new OAuthError('invalid_request', 'We know no app by this client_id.')
  if (!client.redirect_uris.some((registered) => isSameRedirect(registered, redirect_uri)))
    throw new OAuthError('invalid_request', 'The app has not registered this redirect_uri.')
  return client
}

/** Equal to the letter, but for the port of a loopback address: a native app takes any free one (RFC 8252, 7.3). */
function isSameRedirect(registered: string, requested: string): boolean {
  if (registered === requested) return true
  const port = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/
  return port.test(registered) && registered.replace(port, '$1') === requested.replace(port, '$1')
}

function findRequestError(parameters: Parameters): [OAuthErrorCode, string] | undefined {
  const type = parameters.get('response_type')
  if (type === undefined) return ['invalid_request', 'response_type is required.']
  if (type !== 'code') return ['unsupported_response_type', 'The only response_type is code.']
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    return ['invalid_request', 'The only response_mode is query.']
  if (parameters.get('code_challenge_method') !== 'S256')
    return ['invalid_request', 'PKCE is required: code_challenge_method must be S256.']
  if (!/^[A-Za-z0-9_-]{43}$/.test(parameters.get('code_challenge') ?? ''))
    return ['invalid_request', 'code_challenge must be 43 characters of base64url.']
  if (parameters.has('scope'))
    return ['invalid_scope', 'There are no scopes here: leave scope out.']
  return undefined
}

/** The app's address with our answer, its own state, and who we are (RFC 9207). */
export function buildRedirect(
  { deployment }: Database,
  { redirect_uri, state }: Pick<AuthorizationRequest, 'redirect_uri' | 'state'>,
  responseParameters: Record<string, string>,
): string {
  const query = new URLSearchParams(responseParameters)
  if (state !== undefined) query.set('state', state)
  query.set('iss', deployment.origin)
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query}`
}
