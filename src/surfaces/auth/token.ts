import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as access from '#access'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres'
import { claimsIn, notThem } from './claims.ts'
import { isJson, type Parameters, readBody, required } from './parameters.ts'
import { OAuthProblem } from './problems.ts'

type Exchange = (
  db: Database,
  parameters: Parameters,
  claims: access.ClientCredentials,
) => Promise<access.GrantResult>

/** The ways to tokens. To add one: its line here. */
const grants: Readonly<Record<string, Exchange>> = {
  client_credentials: (db, parameters, claims) => {
    required(parameters, 'tenant')
    return inTransaction(db, ALL_ACCOUNTS, (ctx) => access.grantByCredentials(ctx, claims))
  },
  refresh_token: (db, parameters, claims) => {
    const token = required(parameters, 'refresh_token')
    // Standard clients name themselves and know no tenant; ours name the tenant and nothing else.
    if (claims.client_id === undefined) required(parameters, 'tenant')
    return inTransaction(db, ALL_ACCOUNTS, (ctx) => access.grantByRefresh(ctx, token, claims))
  },
  authorization_code: (db, parameters, claims) => {
    if (claims.client_id === undefined) required(parameters, 'client_id')
    const asked = {
      code: required(parameters, 'code'),
      redirect_uri: required(parameters, 'redirect_uri'),
      code_verifier: required(parameters, 'code_verifier'),
    }
    return inTransaction(db, ALL_ACCOUNTS, (ctx) => access.grantByCode(ctx, asked, claims))
  },
}

export const grantTypes = Object.keys(grants)

/** `POST /auth/token` (interface §5.2, RFC 6749). */
export function tokenRoute(app: FastifyInstance, db: Database): void {
  app.post('/auth/token', async (request, reply) => {
    const parameters = readBody(request)
    const claims = claimsIn(request, parameters)
    const grant_type = required(parameters, 'grant_type')
    const exchange = Object.hasOwn(grants, grant_type) ? grants[grant_type] : undefined
    if (exchange === undefined)
      throw new OAuthProblem(
        'unsupported_grant_type',
        `The grant types here are ${grantTypes.join(', ')}.`,
      )
    if (parameters.has('scope'))
      throw new OAuthProblem('invalid_scope', 'There are no scopes here: leave scope out.')
    const outcome = await exchange(db, parameters, claims)
    if (typeof outcome === 'string') throw problemFor(outcome, request)
    return reply
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      .header('content-type', 'application/json')
      .send(JSON.stringify(answerTo(request, outcome)))
  })
}

/**
 * Our own shape has a scope of null. RFC 6749 knows only a string or none, and its clients, which send
 * forms, refuse null; so to a form we leave it out.
 */
const answerTo = (request: FastifyRequest, issued: access.IssuedTokens) => ({
  token_type: 'bearer',
  expires_in: issued.expires_in,
  access_token: issued.access_token,
  refresh_token: issued.refresh_token,
  ...(isJson(request) ? { scope: null } : {}),
})

const problemFor = (problem: access.GrantError, { headers }: FastifyRequest) =>
  problem === 'invalid_client'
    ? notThem(headers.authorization !== undefined)
    : new OAuthProblem('invalid_grant', 'The code or refresh token is not valid, or not any more.')
