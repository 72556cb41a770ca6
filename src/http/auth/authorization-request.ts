import type { FastifyRequest } from 'fastify'
import * as apiKeys from '#api-keys'
import type { GrantedScope } from '#contract'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import {
  invalidScopeMessage,
  invalidTargetMessage,
  OAuthError,
  type OAuthErrorCode,
} from './errors.ts'
import { getRequired, type Parameters, parseQuery } from './parameters.ts'

/** An authorization request with a validated client and redirect URI. */
export interface AuthorizationRequest {
  client_id: string
  redirect_uri: string
  state: string | undefined
  code_challenge: string
  /** The scopes that the user grants when they allow the app. */
  scopes: readonly GrantedScope[]
  /** The resource for which the tokens of the app are valid. */
  audience: apiKeys.Audience
}

export interface AuthorizationAttempt {
  authorization: AuthorizationRequest
  client: apiKeys.AuthorizingClient
}

/** An error that the app receives through a redirect of the browser. */
export class RedirectError extends Error {
  readonly location: string
  readonly client: apiKeys.AuthorizingClient
  /** The description that the user sees before the redirect. */
  readonly reason: string
  constructor(location: string, client: apiKeys.AuthorizingClient, reason: string) {
    super('redirect to the app')
    this.location = location
    this.client = client
    this.reason = reason
  }
}

/**
 * Parses the request `GET /auth/authorize` (RFC 6749, 4.1.1; RFC 7636). Until the client and its redirect URI
 * are known and belong together, this page shows the errors. A browser is never redirected to a URI that is
 * not registered.
 */
export async function parseAuthorizationRequest(
  request: FastifyRequest,
  db: Database,
  isMcpEnabled: boolean,
): Promise<AuthorizationAttempt> {
  const parameters = parseQuery(request)
  const client_id = getRequired(parameters, 'client_id')
  const redirect_uri = getRequired(parameters, 'redirect_uri')
  const client = await findClient(db, { client_id, redirect_uri })
  const state = parameters.get('state')
  const audience = findAudience(db, client, parameters.get('resource'), isMcpEnabled)
  const scopes = findScopes(client, parameters.get('scope'))
  const requestError = findRequestError(parameters)
  if (requestError !== undefined || audience === undefined || scopes === undefined) {
    const otherError = audience === undefined ? invalidTarget : invalidScope
    const [error, error_description] = requestError ?? otherError
    const location = buildRedirect(db, { redirect_uri, state }, { error, error_description })
    throw new RedirectError(location, client, error_description)
  }
  const code_challenge = getRequired(parameters, 'code_challenge')
  const authorization = { client_id, redirect_uri, state, code_challenge, scopes, audience }
  return { client, authorization }
}

/**
 * Returns the resource of the request. A client that registered itself gets tokens only for /mcp. This is
 * also true if it names no resource, as older MCP clients do.
 */
function findAudience(
  db: Database,
  { account }: apiKeys.AuthorizingClient,
  resource: string | undefined,
  isMcpEnabled: boolean,
): apiKeys.Audience | undefined {
  const only = account === undefined ? 'mcp' : undefined
  if (resource === undefined) return only ?? 'api'
  const audience = apiKeys.parseResource(db.deployment.origin, resource)
  if (audience === 'mcp' && !isMcpEnabled) return undefined
  return only === undefined || audience === only ? audience : undefined
}

const findScopes = (
  { account, scopes }: apiKeys.AuthorizingClient,
  parameter: string | undefined,
) =>
  account === undefined
    ? apiKeys.resolveAgentScopes(parameter)
    : apiKeys.resolveScopeParameter(parameter, scopes)

/** Returns the client if the redirect URI is registered for it. Otherwise the function throws an error. */
export async function findClient(
  db: Database,
  { client_id, redirect_uri }: Pick<AuthorizationRequest, 'client_id' | 'redirect_uri'>,
): Promise<apiKeys.AuthorizingClient> {
  const client = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    apiKeys.findAuthorizingClient(ctx, client_id),
  )
  if (client === undefined) throw new OAuthError('invalid_request', unknownClientMessage)
  if (!client.redirect_uris.some((registered) => isSameRedirect(registered, redirect_uri)))
    throw new OAuthError('invalid_request', 'The app has not registered this redirect_uri.')
  return client
}

const unknownClientMessage =
  'No app has this client_id. If your app connected before, remove the connection in the app and add it again.'

/**
 * Returns whether two redirect URIs are the same. They must be exactly equal, but the port of a loopback
 * address may differ, because a native app may use any free port (RFC 8252, 7.3).
 */
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
  return undefined
}

const invalidScope: [OAuthErrorCode, string] = ['invalid_scope', invalidScopeMessage]
const invalidTarget: [OAuthErrorCode, string] = ['invalid_target', invalidTargetMessage]

/** Builds the redirect URI with the response parameters, the state of the app, and the issuer (RFC 9207). */
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
