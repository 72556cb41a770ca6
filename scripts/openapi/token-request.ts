import { type TProperties, Type } from 'typebox'

/*
 * The request bodies of the token endpoint, with one schema for each grant type. A body is JSON or a form.
 * The endpoint ignores unknown members, and a member without a value counts as absent.
 */

const required = (description: string) => Type.String({ minLength: 1, description })
const optional = (description: string) => Type.Optional(Type.String({ description }))

const scope = optional(
  'Scopes, separated by spaces. Default: all scopes of the client or of the refresh token.',
)

/** The rule that a secret belongs to an id: both come in the body, or both come by HTTP Basic. */
const withClient = { dependentRequired: { client_secret: ['client_id'] } }

const clientCredentials = (more: TProperties) =>
  Type.Object(
    {
      grant_type: Type.String({ enum: ['client_credentials'] }),
      tenant: required('The tenant reference of the account.'),
      client_id: optional('Required without HTTP Basic.'),
      client_secret: optional('Required without HTTP Basic, and not allowed with it.'),
      scope,
      ...more,
    },
    { title: 'Client credentials', ...withClient },
  )

const refreshToken = (more: TProperties) =>
  Type.Object(
    {
      grant_type: Type.String({ enum: ['refresh_token'] }),
      refresh_token: required('It works once: the response contains the next one.'),
      tenant: optional('Required without a client id.'),
      client_id: optional(
        'Required without a tenant and without HTTP Basic, and for a client that registered itself.',
      ),
      client_secret: optional('Checked if it is sent. Not allowed with HTTP Basic.'),
      scope,
      ...more,
    },
    { title: 'Refresh token' },
  )

const authorizationCode = (more: TProperties) =>
  Type.Object(
    {
      grant_type: Type.String({ enum: ['authorization_code'] }),
      code: required('The code of the authorization page.'),
      redirect_uri: required('The same address as in the authorization request.'),
      code_verifier: required('The verifier of PKCE, which every client uses.'),
      tenant: optional('Checked if it is sent.'),
      client_id: optional('Required without HTTP Basic.'),
      client_secret: optional('Checked if it is sent. Not allowed with HTTP Basic.'),
      ...more,
    },
    // The grant of a user who accepted the scopes on the authorization page.
    {
      title: 'Authorization code',
      ...withClient,
      not: { properties: { scope: {} }, required: ['scope'] },
    },
  )

/** Returns the schemas by name. `more` has the members that all grants have in a version. */
export function tokenRequestSchemas(more: TProperties = {}) {
  const ClientCredentialsRequest = clientCredentials(more)
  const RefreshTokenRequest = refreshToken(more)
  const AuthorizationCodeRequest = authorizationCode(more)
  const TokenRequest = Type.Union([
    ClientCredentialsRequest,
    RefreshTokenRequest,
    AuthorizationCodeRequest,
  ])
  return { TokenRequest, ClientCredentialsRequest, RefreshTokenRequest, AuthorizationCodeRequest }
}
