import { type VersionName, versions } from '#contract'
import {
  acceptsIdempotencyKey,
  errorsFor,
  isInVersion,
  type Operation,
  tags,
} from '#contract/operation'
import { operationsIn } from '#contract/operations'
import { authPaths, authSchemasOf } from './auth-paths.ts'
import {
  buildHeaderComponents,
  buildParameterComponents,
  deprecationHeaderNames,
  headerRefs,
  securitySchemes,
} from './components.ts'
import { createErrorResponses } from './error-responses.ts'
import { renderExample } from './examples.ts'
import {
  createSchemaWriter,
  type Json,
  type JsonObject,
  type SchemaWriter,
  toPlainJson,
} from './schemas.ts'
import { versionFormats } from './version-format.ts'
import { buildWebhooks } from './webhooks.ts'

/** Builds the OpenAPI document of a version. */
export function buildDocument(version: VersionName): JsonObject {
  const format = versionFormats[version]
  const authSchemas = authSchemasOf(version)
  const writer = createSchemaWriter({ ...format.namedSchemas, ...authSchemas })
  const responses = createErrorResponses(version, writer)
  const paths: JsonObject = {}
  for (const operation of operationsIn(version)) {
    const path = (paths[operation.path] ?? buildPathItem(operation)) as JsonObject
    path[operation.method.toLowerCase()] = buildOperation(version, operation, writer, responses)
    paths[operation.path] = path
  }
  Object.assign(paths, authPaths(writer, authSchemas))
  const hooks = buildWebhooks(version, writer)
  return toPlainJson({
    openapi: '3.1.0',
    info: buildInfo(version),
    servers: [
      {
        url: 'http://localhost:3000/api',
        description:
          'An instance on your own machine. Each instance serves this document with its own address.',
      },
    ],
    security: [{ apiToken: [] }, { oauth: [], apiKey: [] }],
    tags: [
      ...Object.entries(tags)
        .filter(([name]) => operationsIn(version).some(({ tag }) => tag === name))
        .map(([name, description]) => ({ name, description })),
      { name: 'OAuth', description: 'Access tokens for programs and apps, in OAuth’s own words.' },
      { name: 'Webhooks', description: 'What we send to the endpoints of an account.' },
    ],
    paths,
    webhooks: hooks,
    components: {
      securitySchemes,
      parameters: buildParameterComponents(version),
      headers: buildHeaderComponents(version),
      responses: responses.components,
      schemas: writer.used(),
    },
  }) as JsonObject
}

const buildInfo = (version: VersionName): JsonObject => ({
  title: 'Bestow API',
  version,
  summary: 'Send gifts, and hear what becomes of them.',
  description:
    version === '2026-05'
      ? 'Flat JSON, snake_case, one resource bare and a list as `{"data": [...], "has_more": true}`. Every request names its version in `Service-API-Version`. Every answer has a `Request-Id`. Clients must put up with members and values they do not know.'
      : 'The older version, in JSON:API documents. New integrations should use 2026-05. Every request names its version in `Service-API-Version`. Every answer has a `Request-Id`.',
  license: { name: 'MIT', identifier: 'MIT' },
})

function buildPathItem({ path }: Operation): JsonObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  if (names.length === 0) return {}
  return {
    parameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      description:
        'The id of it. One that this account does not have is as unknown as one made up.',
      schema: { type: 'string' },
    })),
  }
}

function buildOperation(
  version: VersionName,
  operation: Operation,
  writer: SchemaWriter,
  responses: ReturnType<typeof createErrorResponses>,
): JsonObject {
  const { id, tag, summary, description, isStagingOnly, isVersionOptional } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: buildSecurity(operation),
    parameters: buildParameters(version, operation, writer),
    ...(operation.request === undefined
      ? {}
      : { requestBody: buildRequestBody(version, operation, writer) }),
    responses: {
      ...Object.fromEntries(
        operation.responses
          .filter((response) => isInVersion(response, version))
          .map((response) => [
            response.status,
            buildResponse(version, operation, response, writer),
          ]),
      ),
      ...(hasEtag(operation) ? { '304': notModifiedResponse } : {}),
      ...responses.responsesFor(
        errorsFor(operation).filter((error) => isInVersion(error, version)),
        operation.request !== undefined,
      ),
    },
    ...(isStagingOnly === true ? { 'x-staging-only': true } : {}),
    ...(isVersionOptional === true ? { 'x-version-optional': true } : {}),
  }
}

/** Returns the scope that a token needs, for both kinds of tokens. */
const buildSecurity = ({ scope }: Operation): Json[] => {
  const names = scope === null ? [] : [scope]
  return [{ apiToken: names }, { oauth: names, apiKey: [] }]
}

/** Returns whether the response has an ETag. All responses to GET have one, except plain text. */
const hasEtag = ({ method, responses }: Operation): boolean =>
  method === 'GET' && responses.every(({ shape }) => shape !== 'text')

const notModifiedResponse: JsonObject = {
  description: 'You have it already, as If-None-Match says.',
  headers: headerRefs(['RequestId', 'RateLimitPolicy', 'RateLimit', 'ETag']),
}

function buildParameters(version: VersionName, operation: Operation, writer: SchemaWriter): Json[] {
  const parameters = (operation.query ?? []).filter((each) => isInVersion(each, version))
  const header = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` })
  return [
    header(operation.isVersionOptional === true ? 'OptionalVersion' : 'Version'),
    ...(acceptsIdempotencyKey(operation) ? [header('IdempotencyKey')] : []),
    ...(hasEtag(operation) ? [header('IfNoneMatch')] : []),
    ...parameters.map(({ name, description, schema, style }) => ({
      name,
      in: 'query',
      ...(style === undefined ? {} : { style, explode: true }),
      description,
      schema: writer.write(schema),
    })),
  ]
}

function buildRequestBody(
  version: VersionName,
  operation: Operation,
  writer: SchemaWriter,
): JsonObject {
  const { request } = operation
  if (request === undefined) throw new TypeError(`${operation.id} has no body`)
  const format = versionFormats[version]
  const examples = Object.entries(request.examples)
    .filter(([, example]) => isInVersion(example, version))
    .map(([name, { summary, value }]) => [
      name,
      { summary, value: format.requestExample(request, value) },
    ])
  return {
    required: request.isOptional !== true,
    content: {
      [versions[version].contentType]: {
        schema: writer.write(format.request(request)),
        examples: Object.fromEntries(examples),
      },
    },
  }
}

function buildResponse(
  version: VersionName,
  operation: Operation,
  response: Operation['responses'][number],
  writer: SchemaWriter,
): JsonObject {
  const names = ['RequestId', 'RateLimitPolicy', 'RateLimit']
  if (acceptsIdempotencyKey(operation)) names.push('IdempotentReplayed')
  if (hasEtag(operation)) names.push('ETag')
  names.push(...deprecationHeaderNames(version))
  return {
    description: response.description,
    headers: headerRefs(names),
    content:
      response.shape === 'text'
        ? Object.fromEntries(
            (response.mediaTypes ?? ['text/plain']).map((type) => [
              type,
              { schema: { type: 'string' }, example: response.example },
            ]),
          )
        : {
            [versions[version].contentType]: {
              schema: writer.write(versionFormats[version].response(response)),
              example: renderExample(version, response),
            },
          },
  }
}
