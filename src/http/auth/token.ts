import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as apiKeys from '#api-keys'
import { expandScopes, fullAccess } from '#contract'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { parseAudience } from './audience.ts'
import { invalidClient, parseClientCredentials } from './client-credentials.ts'
import { invalidScopeMessage, invalidTarget, OAuthError } from './errors.ts'
import { getRequired, isJson, type Parameters, parseBody } from './parameters.ts'

type Grant = (
  db: Database,
  parameters: Parameters,
  credentials: apiKeys.ClientCredentials,
  audience: apiKeys.Audience | undefined,
) => Promise<apiKeys.GrantResult>

/** The supported grant types. To add a grant type, add a line to this object. */
const grants: Readonly<Record<string, Grant>> = {
  client_credentials: (db, parameters, credentials, audience) => {
    getRequired(parameters, 'tenant')
    return inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      apiKeys.grantByCredentials(ctx, credentials, { scope: parameters.get('scope'), audience }),
    )
  },
  refresh_token: (db, parameters, credentials, audience) => {
    const token = getRequired(parameters, 'refresh_token')
    // Standard OAuth clients send their client_id and no tenant. Clients that send JSON send only the tenant.
    if (credentials.client_id === undefined) getRequired(parameters, 'tenant')
    return inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      apiKeys.grantByRefresh(ctx, token, credentials, { scope: parameters.get('scope'), audience }),
    )
  },
  authorization_code: (db, parameters, credentials, audience) => {
    if (credentials.client_id === undefined) getRequired(parameters, 'client_id')
    if (parameters.has('scope'))
      throw new OAuthError(
        'invalid_scope',
        'The scopes of a code were granted on the authorization page: omit scope.',
      )
    const codeRequest = {
      code: getRequired(parameters, 'code'),
      redirect_uri: getRequired(parameters, 'redirect_uri'),
      code_verifier: getRequired(parameters, 'code_verifier'),
    }
    return inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      apiKeys.grantByCode(ctx, codeRequest, credentials, { audience }),
    )
  },
}

export const grantTypes = Object.keys(grants)

/** Registers the route `POST /auth/token`, which gives tokens to clients (interface §5.2, RFC 6749). */
export function tokenRoute(app: FastifyInstance, db: Database, isMcpEnabled: boolean): void {
  app.post('/auth/token', async (request, reply) => {
    const parameters = parseBody(request)
    const credentials = parseClientCredentials(request, parameters)
    const grant_type = getRequired(parameters, 'grant_type')
    const grant = Object.hasOwn(grants, grant_type) ? grants[grant_type] : undefined
    if (grant === undefined)
      throw new OAuthError(
        'unsupported_grant_type',
        `The supported grant types are ${grantTypes.join(', ')}.`,
      )
    const audience = parseAudience(db, parameters.get('resource'), isMcpEnabled)
    const result = await grant(db, parameters, credentials, audience)
    if (typeof result === 'string') throw toGrantError(result, request)
    return reply
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      .header('content-type', 'application/json')
      .send(JSON.stringify(toTokenResponse(request, result, parameters.has('scope'))))
  })
}

const toTokenResponse = (
  request: FastifyRequest,
  issued: apiKeys.IssuedTokens,
  hasScopeParameter: boolean,
) => ({
  token_type: 'bearer',
  expires_in: issued.expires_in,
  access_token: issued.access_token,
  refresh_token: issued.refresh_token,
  ...renderScope(request, issued.scopes, hasScopeParameter),
})

/**
 * Returns the granted scopes for the response. If the request names no scope and gets full access, the
 * response to a JSON request has a scope of null, as in the interface. RFC 6749 allows only a string or no
 * scope. Clients of that standard send forms and reject null, so the response to a form omits the scope.
 */
function renderScope(
  request: FastifyRequest,
  granted: readonly string[],
  hasScopeParameter: boolean,
): { scope?: string | null } {
  const isDefault = !hasScopeParameter && granted.length === 1 && granted[0] === fullAccess
  if (!isDefault) return { scope: expandScopes(granted).join(' ') }
  return isJson(request) ? { scope: null } : {}
}

function toGrantError(grantError: apiKeys.GrantError, { headers }: FastifyRequest): OAuthError {
  if (grantError === 'invalid_target') return invalidTarget()
  if (grantError === 'invalid_client') return invalidClient(headers.authorization !== undefined)
  return grantError === 'invalid_scope'
    ? new OAuthError('invalid_scope', invalidScopeMessage)
    : new OAuthError('invalid_grant', 'The code or refresh token is invalid or has expired.')
}
