import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { boundedText, oneOfTexts, orNull, page, strict, Timestamp } from '../lib/schemas.ts'
import { ConfirmingPassword, RequestedScopes, Scopes } from '../lib/scopes.ts'

const ClientKind = oneOfTexts('private', 'public')

/** An OAuth client without its secret. */
export const OAuthClient = Type.Object({
  id: Type.String({ description: 'The `client_id` of OAuth.' }),
  kind: ClientKind,
  name: Type.String(),
  api_key_last_four: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  scopes: Scopes,
  created_at: Timestamp,
  last_issued_at: orNull(Timestamp),
  previous_secret_until: orNull(Timestamp),
  revoked_at: orNull(Timestamp),
})
export type OAuthClient = Static<typeof OAuthClient>

/** The credentials of a new client. No later call returns them. */
export const ClientCredentials = Type.Object({
  client_id: Type.String(),
  api_key: Type.String(),
  tenant: Type.String(),
  client_secret: Type.Optional(Type.String()),
})
export type ClientCredentials = Static<typeof ClientCredentials>

export const listOAuthClients = operation('GET', '/oauth-clients', {
  permission: 'tokens:write',
  clock: 'real',
  summary: 'list OAuth clients',
  reply: Type.Object({ ...page(OAuthClient).properties, tenant: orNull(Type.String()) }),
})

export const createOAuthClient = operation('POST', '/oauth-clients', {
  permission: 'tokens:write',
  summary: 'create an OAuth client',
  body: Type.Object(
    {
      name: boundedText(100),
      kind: ClientKind,
      redirect_uris: Type.Optional(Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 20 })),
      scopes: Type.Optional(RequestedScopes),
      password: Type.Optional(ConfirmingPassword),
    },
    strict,
  ),
  status: 201,
  reply: ClientCredentials,
})

export const changeClientScopes = operation('PUT', '/oauth-clients/:id/scopes', {
  permission: 'tokens:write',
  summary: 'change what the tokens of an OAuth client may do',
  body: Type.Object(
    { scopes: RequestedScopes, password: Type.Optional(ConfirmingPassword) },
    strict,
  ),
  reply: OAuthClient,
})

export const rotateClientSecret = operation('POST', '/oauth-clients/:id/rotate-secret', {
  permission: 'tokens:write',
  clock: 'real',
  summary: 'rotate the secret of an OAuth client',
  body: Type.Object({ overlap_seconds: Type.Integer() }, strict),
  reply: Type.Object({ ...OAuthClient.properties, client_secret: Type.String() }),
})

export const revokeClientTokens = operation('POST', '/oauth-clients/:id/revoke-tokens', {
  permission: 'tokens:write',
  clock: 'real',
  summary: 'revoke every token of an OAuth client',
  reply: Type.Object({ ended: Type.Integer() }),
})

export const revokeOAuthClient = operation('POST', '/oauth-clients/:id/revoke', {
  permission: 'tokens:write',
  clock: 'real',
  summary: 'revoke an OAuth client and its tokens',
  reply: Type.Object({ id: Type.String(), revoked_at: Timestamp }),
})
