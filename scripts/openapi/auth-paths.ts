import { Type } from 'typebox'
import { type VersionName, versionNames } from '#contract'
import type { JsonObject, SchemaWriter } from './schemas.ts'
import { tokenRequestSchemas } from './token-request.ts'

/*
 * The paths of the authorization server. They are relative to the origin, not to the API base, and follow the OAuth
 * RFCs.
 */

const text = (description?: string) => Type.String(description === undefined ? {} : { description })
const optional = (description: string) => Type.Optional(text(description))

const resource = optional('For /mcp: the resource that its metadata names (RFC 8707).')

const Token = Type.Object({
  token_type: Type.String({ enum: ['bearer'] }),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  access_token: text(),
  refresh_token: Type.Optional(text()),
  scope: Type.Optional(
    Type.Union([text(), Type.Null()], {
      description:
        'The scopes of the access token, separated by spaces. Null, or left out when the request was a form, when the request named no scope and the token has full access.',
    }),
  ),
})

const errorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unsupported_grant_type',
  'temporarily_unavailable',
  'server_error',
]
const oauthError = (codes: readonly string[]) =>
  Type.Object({
    error: Type.String({ enum: [...codes] }),
    error_description: text('For people. It may change.'),
  })
const OAuthError = oauthError(errorCodes)
const NewestOAuthError = oauthError([...errorCodes, 'invalid_target'])

const Metadata = Type.Object({
  issuer: Type.String({ format: 'uri' }),
  authorization_endpoint: Type.String({ format: 'uri' }),
  token_endpoint: Type.String({ format: 'uri' }),
  revocation_endpoint: Type.String({ format: 'uri' }),
  response_types_supported: Type.Array(text()),
  response_modes_supported: Type.Array(text()),
  grant_types_supported: Type.Array(text()),
  scopes_supported: Type.Array(text()),
  token_endpoint_auth_methods_supported: Type.Array(text()),
  revocation_endpoint_auth_methods_supported: Type.Array(text()),
  code_challenge_methods_supported: Type.Array(text()),
  authorization_response_iss_parameter_supported: Type.Boolean(),
})

const RevokeRequest = Type.Object({
  token: text('An access token or a refresh token.'),
  token_type_hint: optional('Not needed.'),
  client_id: optional('Together with the secret, if the client has one.'),
  client_secret: optional('Unless it comes by HTTP Basic.'),
})

const NewestMetadata = Type.Object({
  ...Metadata.properties,
  registration_endpoint: Type.Optional(
    Type.String({
      format: 'uri',
      description: 'Where clients of /mcp register themselves (RFC 7591).',
    }),
  ),
})

/**
 * Returns the schemas of the authorization server by name. Older documents lack the schemas that were added
 * for the sign-in of MCP clients.
 */
export const authSchemasOf = (version: VersionName) =>
  version === versionNames[0]
    ? {
        ...tokenRequestSchemas({ resource }),
        Token,
        OAuthError: NewestOAuthError,
        Metadata: NewestMetadata,
        RevokeRequest,
      }
    : { ...tokenRequestSchemas(), Token, OAuthError, Metadata, RevokeRequest }
type AuthSchemas = ReturnType<typeof authSchemasOf>

const requestId = { 'Request-Id': { $ref: '#/components/headers/RequestId' } }

const tokenExample = {
  grant_type: 'client_credentials',
  tenant: 'larkfield-4k7q',
  client_id: '019de370-4ac0-74e2-8f3a-51c07d9be501',
  client_secret: '<CLIENT_SECRET>',
}

const tokenResponseExample = {
  token_type: 'bearer',
  expires_in: 3600,
  access_token: '<ACCESS_TOKEN>',
  refresh_token: '<REFRESH_TOKEN>',
  scope: null,
}

export function authPaths(writer: SchemaWriter, schemas: AuthSchemas): JsonObject {
  const errors = errorResponses(writer, schemas)
  return {
    '/auth/token': tokenPath(writer, schemas, errors),
    '/auth/revoke': revokePath(writer, schemas, errors),
    '/.well-known/oauth-authorization-server': metadataPath(writer, schemas, errors),
  }
}

const servers = [{ url: 'http://localhost:3000', description: 'The origin of the instance.' }]

const key = {
  name: 'x-api-key',
  in: 'header',
  description: 'The key of the OAuth client. Required for client_credentials.',
  schema: { type: 'string' },
}

/** The client sends its id and secret by HTTP Basic, or in the body. */
const clientAuthentication = [{ clientBasic: [] }, {}]

const jsonOrForm = (writer: SchemaWriter, schema: unknown, example: JsonObject): JsonObject => ({
  required: true,
  content: {
    'application/json': { schema: writer.write(schema), example },
    'application/x-www-form-urlencoded': { schema: writer.write(schema) },
  },
})

function errorResponses(writer: SchemaWriter, schemas: AuthSchemas): JsonObject {
  const errorResponse = (description: string): JsonObject => ({
    description,
    headers: requestId,
    content: {
      'application/json': {
        schema: writer.write(schemas.OAuthError),
        example: { error: 'invalid_request', error_description: 'grant_type is required.' },
      },
    },
  })
  return {
    '400': errorResponse('The request is not right, or the grant is not valid (any more).'),
    '401': errorResponse('`invalid_client`: tenant, id, secret and key must belong together.'),
    '413': errorResponse('The body is larger than 64 KiB.'),
    '415': errorResponse('Neither JSON nor a form.'),
    '429': errorResponse('Too many requests. Wait as long as `Retry-After` says.'),
    '500': errorResponse('Something went wrong on our side.'),
    '503': errorResponse('The database is away. Nothing was done; try again soon.'),
  }
}

const tokenPath = (writer: SchemaWriter, schemas: AuthSchemas, errors: JsonObject): JsonObject => ({
  servers,
  post: {
    operationId: 'createToken',
    tags: ['OAuth'],
    summary: 'Get an access token',
    description:
      'By client credentials, by a refresh token, or by the code of the authorization page. A refresh token that is used twice ends everything that came from it.',
    security: clientAuthentication,
    parameters: [key],
    requestBody: jsonOrForm(writer, schemas.TokenRequest, tokenExample),
    responses: {
      '200': {
        description: 'An access token, for an hour.',
        headers: requestId,
        content: {
          'application/json': {
            schema: writer.write(schemas.Token),
            example: tokenResponseExample,
          },
        },
      },
      ...errors,
    },
  },
})

const revokePath = (
  writer: SchemaWriter,
  schemas: AuthSchemas,
  errors: JsonObject,
): JsonObject => ({
  servers,
  post: {
    operationId: 'revokeToken',
    tags: ['OAuth'],
    summary: 'Revoke a token',
    description: 'Ends a token with the next request, on every node (RFC 7009).',
    security: clientAuthentication,
    parameters: [key],
    requestBody: jsonOrForm(writer, schemas.RevokeRequest, {
      token: '<ACCESS_TOKEN>',
      client_id: tokenExample.client_id,
    }),
    responses: { '200': { description: 'It is over.', headers: requestId }, ...errors },
  },
})

const metadataPath = (
  writer: SchemaWriter,
  schemas: AuthSchemas,
  errors: JsonObject,
): JsonObject => ({
  servers,
  get: {
    operationId: 'getMetadata',
    tags: ['OAuth'],
    summary: 'Discover the authorization server',
    description: 'Where and how tokens are to be had (RFC 8414).',
    security: [],
    responses: {
      '200': {
        description: 'What the authorization server can do.',
        headers: requestId,
        content: { 'application/json': { schema: writer.write(schemas.Metadata) } },
      },
      '429': errors['429'] ?? {},
    },
  },
})
