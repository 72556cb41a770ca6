import { type VersionName, versionNames, versions } from '#contract'
import { scopes } from '#contract/scopes'
import type { JsonObject } from './schemas.ts'

/* The common components of all operations: security schemes, and the headers of requests and responses. */

export const securitySchemes: JsonObject = {
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc-v1-{stage}-{secret}',
    description:
      'An API token of the account, made on the API keys page or with `npx bestow tokens create`. It does not expire by itself. It has full access or single scopes; each operation names the scope that it needs.',
  },
  oauth: {
    type: 'oauth2',
    description:
      'An access token, sent as `Authorization: Bearer …` together with `x-api-key`. `x-service-tenant` and `x-service-client`, if sent, must be those of the token. Without the parameter `scope` it gets all scopes of its client.',
    flows: {
      clientCredentials: { tokenUrl: '/auth/token', refreshUrl: '/auth/token', scopes },
      authorizationCode: {
        authorizationUrl: '/auth/authorize',
        tokenUrl: '/auth/token',
        refreshUrl: '/auth/token',
        scopes,
      },
    },
  },
  clientBasic: {
    type: 'http',
    scheme: 'basic',
    description:
      'The id and secret of an OAuth client, each form-encoded (RFC 6749, 2.3.1). For the token and revocation endpoints.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description:
      'The key that was made together with the OAuth client. It says whose integration calls, and grants nothing by itself.',
  },
}

const versionParameter = (version: VersionName, required: boolean): JsonObject => ({
  name: 'Service-API-Version',
  in: 'header',
  required,
  description: `The API version: ${versionNames.join(' or ')}. It is checked before the token.`,
  schema: { type: 'string', enum: [version] },
  example: version,
})

export const buildParameterComponents = (version: VersionName): JsonObject => ({
  Version: versionParameter(version, true),
  OptionalVersion: versionParameter(version, false),
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'For 24 hours the same key with the same request gets the first answer again, byte for byte, and nothing is done twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    example: 'order-4711',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of an earlier answer: when nothing has changed, 304 comes without a body.',
    schema: { type: 'string' },
    example: '"u3r1n0MZ0sTqV4tB9aQwH2cXk7E"',
  },
})

const header = (description: string, schema: JsonObject, required = false): JsonObject => ({
  description,
  ...(required ? { required } : {}),
  schema,
})

const headers: JsonObject = {
  RequestId: header('Names this answer in our log too.', { type: 'string', format: 'uuid' }, true),
  RateLimitPolicy: header('How many requests in how many seconds.', {
    type: 'string',
    examples: ['"default";q=200;w=2'],
  }),
  RateLimit: header('How many are left, and in how many seconds there are more.', {
    type: 'string',
    examples: ['"default";r=198;t=2'],
  }),
  RetryAfter: header('Seconds to wait.', { type: 'string', pattern: '^[0-9]+$' }, true),
  IdempotentReplayed: header('There when the answer is that of the first request with this key.', {
    type: 'string',
    enum: ['true'],
  }),
  ETag: header('Names these bytes, for If-None-Match.', { type: 'string' }, true),
  WwwAuthenticate: header('How to show who you are.', { type: 'string' }, true),
}

const deprecationHeaders: JsonObject = {
  Deprecation: header('Since when this version is deprecated (RFC 9745).', { type: 'string' }),
  Sunset: header('When this version stops being answered (RFC 8594).', { type: 'string' }),
  Link: header('The page that says what to do.', { type: 'string' }),
}

/** Returns the names of the additional response headers of a deprecated version. */
export const deprecationHeaderNames = (version: VersionName): string[] =>
  versions[version].deprecation === undefined ? [] : Object.keys(deprecationHeaders)

export const buildHeaderComponents = (version: VersionName): JsonObject => ({
  ...headers,
  ...Object.fromEntries(
    Object.entries(deprecationHeaders).filter(([name]) =>
      deprecationHeaderNames(version).includes(name),
    ),
  ),
})

const wireNames: Readonly<Record<string, string>> = {
  RequestId: 'Request-Id',
  RateLimitPolicy: 'RateLimit-Policy',
  IdempotentReplayed: 'Idempotent-Replayed',
  RetryAfter: 'Retry-After',
  WwwAuthenticate: 'WWW-Authenticate',
}

/** Returns references to the components of these headers, by header name. */
export const headerRefs = (names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.map((name) => [wireNames[name] ?? name, { $ref: `#/components/headers/${name}` }]),
  )
