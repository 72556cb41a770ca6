import { type VersionName, versions } from '#contract'
import { acceptsIdempotencyKey, errorsFor, type Operation, tags } from '#contract/operation'
import { operations } from '#contract/operations'
import { authPaths, authSchemas } from './auth-paths.ts'
import { dialects } from './dialect.ts'
import { exampleAnswer } from './examples.ts'
import { ageingNames, headerRefs, headersFor, parameters, securitySchemes } from './frame.ts'
import { refusalResponses } from './refusals.ts'
import { createWriter, type Json, type JsonObject, plain, type Writer } from './schemas.ts'
import { webhooks } from './webhooks.ts'

/** The OpenAPI document of one version of the interface. */
export function documentOf(version: VersionName): JsonObject {
  const dialect = dialects[version]
  const writer = createWriter({ ...dialect.named, ...authSchemas })
  const responses = refusalResponses(version, writer)
  const paths: JsonObject = {}
  for (const operation of operations) {
    const path = (paths[operation.path] ?? pathOf(operation)) as JsonObject
    path[operation.method.toLowerCase()] = operationObject(version, operation, writer, responses)
    paths[operation.path] = path
  }
  Object.assign(paths, authPaths(writer))
  const hooks = webhooks(version, writer)
  return plain({
    openapi: '3.1.0',
    info: infoOf(version),
    servers: [
      {
        url: 'http://localhost:3000/api',
        description:
          'An instance on your own machine. Each instance serves this document with its own address.',
      },
    ],
    security: [{ apiToken: [] }, { oauth: [], apiKey: [] }],
    tags: [
      ...Object.entries(tags).map(([name, description]) => ({ name, description })),
      { name: 'OAuth', description: 'Access tokens for programs and apps, in OAuth’s own words.' },
      { name: 'Webhooks', description: 'What we send to the endpoints of an account.' },
    ],
    paths,
    webhooks: hooks,
    components: {
      securitySchemes,
      parameters: parameters(version),
      headers: headersFor(version),
      responses: responses.components,
      schemas: writer.used(),
    },
  }) as JsonObject
}

const infoOf = (version: VersionName): JsonObject => ({
  title: 'Bestow API',
  version,
  summary: 'Send gifts, and hear what becomes of them.',
  description:
    version === '2026-05'
      ? 'Flat JSON, snake_case, one resource bare and a list as `{"data": [...], "has_more": true}`. Every request names its version in `Service-API-Version`. Every answer has a `Request-Id`. Clients must put up with members and values they do not know.'
      : 'The older version, in JSON:API documents. New integrations should use 2026-05. Every request names its version in `Service-API-Version`. Every answer has a `Request-Id`.',
  license: { name: 'MIT', identifier: 'MIT' },
})

function pathOf({ path }: Operation): JsonObject {
  if (!path.includes('{id}')) return {}
  return {
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description:
          'The id of it. One that this account does not have is as unknown as one made up.',
        schema: { type: 'string' },
      },
    ],
  }
}

function operationObject(
  version: VersionName,
  operation: Operation,
  writer: Writer,
  responses: ReturnType<typeof refusalResponses>,
): JsonObject {
  const { id, tag, summary, description, isStagingOnly, isVersionOptional } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters: parametersOf(operation, writer),
    ...(operation.request === undefined
      ? {}
      : { requestBody: requestOf(version, operation, writer) }),
    responses: {
      ...Object.fromEntries(
        operation.responses.map((answer) => [
          answer.status,
          answerObject(version, operation, answer, writer),
        ]),
      ),
      ...(isTagged(operation) ? { '304': unchanged } : {}),
      ...responses.of(errorsFor(operation), operation.request !== undefined),
    },
    ...(isStagingOnly === true ? { 'x-staging-only': true } : {}),
    ...(isVersionOptional === true ? { 'x-version-optional': true } : {}),
  }
}

/** What is read carries a tag, by which one need not read it again. */
const isTagged = ({ method, responses: answers }: Operation): boolean =>
  method === 'GET' && answers.every(({ shape }) => shape !== 'text')

const unchanged: JsonObject = {
  description: 'You have it already, as If-None-Match says.',
  headers: headerRefs(['RequestId', 'RateLimitPolicy', 'RateLimit', 'ETag']),
}

function parametersOf(operation: Operation, writer: Writer): Json[] {
  const header = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` })
  return [
    header(operation.isVersionOptional === true ? 'OptionalVersion' : 'Version'),
    ...(acceptsIdempotencyKey(operation) ? [header('IdempotencyKey')] : []),
    ...(isTagged(operation) ? [header('IfNoneMatch')] : []),
    ...(operation.query ?? []).map(({ name, description, schema }) => ({
      name,
      in: 'query',
      description,
      schema: writer.write(schema),
    })),
  ]
}

function requestOf(version: VersionName, operation: Operation, writer: Writer): JsonObject {
  const { request } = operation
  if (request === undefined) throw new TypeError(`${operation.id} has no body`)
  const dialect = dialects[version]
  const examples = Object.entries(request.examples).map(([name, { summary, value }]) => [
    name,
    { summary, value: dialect.requestExample(request, value) },
  ])
  return {
    required: true,
    content: {
      [versions[version].contentType]: {
        schema: writer.write(dialect.request(request)),
        examples: Object.fromEntries(examples),
      },
    },
  }
}

function answerObject(
  version: VersionName,
  operation: Operation,
  answer: Operation['responses'][number],
  writer: Writer,
): JsonObject {
  const names = ['RequestId', 'RateLimitPolicy', 'RateLimit']
  if (acceptsIdempotencyKey(operation)) names.push('IdempotentReplayed')
  if (isTagged(operation)) names.push('ETag')
  names.push(...ageingNames(version))
  return {
    description: answer.description,
    headers: headerRefs(names),
    content:
      answer.shape === 'text'
        ? { 'text/plain': { schema: { type: 'string' }, example: answer.example } }
        : {
            [versions[version].contentType]: {
              schema: writer.write(dialects[version].answer(answer)),
              example: exampleAnswer(version, answer),
            },
          },
  }
}
