import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { customQuery, throwInvalidParameter } from '../lib/query.ts'
import { boundedText, orNull, page, Stage, strict, Timestamp } from '../lib/schemas.ts'
import { ConfirmingPassword, RequestedScopes, Scopes } from '../lib/scopes.ts'

/**
 * IP addresses, and ranges of addresses in CIDR notation. The domain validates them, so that an error names
 * the invalid entry.
 */
const AllowedAddresses = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 })

/** An API key without its secret. */
export const ApiKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  last_four: Type.String(),
  stage: Stage,
  scopes: Scopes,
  created_at: Timestamp,
  last_used_at: orNull(Timestamp),
  expires_at: Type.Unsafe<Timestamp | null>({
    ...orNull(Timestamp),
    description: 'When the key ends by itself.',
  }),
  expired_at: Type.Unsafe<Timestamp | null>({
    ...orNull(Timestamp),
    description: 'When a user revoked the key.',
  }),
  allowed_addresses: Type.Array(Type.String(), {
    description: 'The addresses and ranges that may use the key; empty for every address.',
  }),
  team_id: Type.Unsafe<string | null>({
    ...orNull(Type.String()),
    description: 'The team for which the key sends. Null: none, and every campaign.',
  }),
  requests: Type.Integer({ description: 'Requests of the last day.' }),
  versions: Type.Array(Type.Object({ version: Type.String(), requests: Type.Integer() })),
})
export type ApiKey = Static<typeof ApiKey>

const maxIds = 10

function parseIds({ ids }: Readonly<Record<string, unknown>>): string[] {
  const list = String(ids ?? '')
    .split(',')
    .filter(Boolean)
  return list.length > maxIds
    ? throwInvalidParameter('ids', `must be at most ${maxIds}`, 'too_many')
    : list
}

export const listApiKeys = operation('GET', '/api-keys', {
  permission: 'tokens:write',
  clock: 'real',
  summary: 'list API keys and their use in the last day',
  reply: page(ApiKey),
})

export const createApiKey = operation('POST', '/api-keys', {
  permission: 'tokens:write',
  summary: 'create an API key',
  body: Type.Object(
    {
      name: boundedText(100),
      scopes: Type.Optional(RequestedScopes),
      expires_at: Type.Optional(orNull(Type.String({ format: 'date-time' }))),
      allowed_addresses: Type.Optional(AllowedAddresses),
      team_id: Type.Optional(orNull(Type.String({ format: 'uuid' }))),
      password: Type.Optional(ConfirmingPassword),
    },
    strict,
  ),
  status: 201,
  reply: Type.Object({
    id: Type.String(),
    token: Type.String({ description: 'The secret. No later call returns it.' }),
    name: Type.String(),
  }),
})

export const changeApiKeyScopes = operation('PUT', '/api-keys/:id/scopes', {
  permission: 'tokens:write',
  summary: 'change what an API key may do',
  body: Type.Object(
    { scopes: RequestedScopes, password: Type.Optional(ConfirmingPassword) },
    strict,
  ),
  reply: Type.Object({ id: Type.String(), scopes: Scopes }),
})

export const changeApiKeyAddresses = operation('PUT', '/api-keys/:id/allowed-addresses', {
  permission: 'tokens:write',
  clock: 'real',
  summary: 'change the addresses that may use an API key',
  body: Type.Object({ allowed_addresses: AllowedAddresses }, strict),
  reply: Type.Object({ id: Type.String(), allowed_addresses: Type.Array(Type.String()) }),
})

export const expireApiKey = operation('POST', '/api-keys/:id/expire', {
  permission: 'tokens:write',
  clock: 'real',
  summary: 'expire an API key',
  reply: Type.Object({ id: Type.String(), expired_at: Timestamp }),
})

export const readKeyTraffic = operation('GET', '/api-keys/traffic', {
  permission: 'tokens:write',
  clock: 'real',
  summary: 'show how keys were used in the last hour, minute by minute',
  query: customQuery<string[], { ids: string }>(
    { ids: Type.String({ description: 'Up to ten ids, separated by commas.' }) },
    parseIds,
  ),
  reply: Type.Object({
    ...page(Type.Object({ id: Type.String(), minutes: Type.Array(Type.Integer()) })).properties,
    at: Timestamp,
  }),
})
