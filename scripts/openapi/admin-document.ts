import { type TSchema, Type } from 'typebox'
import { errorCodes } from '#contract/api-error'
import { type AdminOperation, adminContract } from '#http/admin'
import {
  createSchemaWriter,
  type Json,
  type JsonObject,
  type SchemaWriter,
  toPlainJson,
} from './schemas.ts'

const description =
  'The API of the web app. It is internal and unstable: any release may change it. Programs use the public API. ' +
  'A session cookie authenticates a request. A request that changes data must have the Origin of the service.'

const Errors = Type.Object({
  errors: Type.Array(
    Type.Object({
      type: Type.String(),
      code: Type.String({ enum: Object.keys(errorCodes) }),
      message: Type.String(),
      param: Type.Optional(Type.String({ description: 'The field as a dot path.' })),
    }),
  ),
})

type NamedOperation = AdminOperation & { name: string }

const isOperation = (value: unknown): value is AdminOperation =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string'

const operations: readonly NamedOperation[] = Object.entries<unknown>(adminContract).flatMap(
  ([name, value]) => (isOperation(value) ? [{ name, ...value }] : []),
)

/** The schemas that the contract exports. Their names begin with a capital letter. */
const namedSchemas = Object.fromEntries(
  Object.entries<unknown>(adminContract).filter(([name]) => /^[A-Z]/.test(name)),
)

/** Builds the OpenAPI document of the admin API. */
export function buildAdminDocument(): JsonObject {
  const writer = createSchemaWriter({ ...namedSchemas, Errors })
  const paths: Record<string, JsonObject> = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: buildOperation(operation, writer),
    }
  }
  const errors = writer.write(Errors)
  return toPlainJson({
    openapi: '3.1.0',
    info: {
      title: 'Bestow admin API (internal)',
      version: 'unstable',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://localhost:3000/admin/api' }],
    security: [{ session: [] }],
    tags: tagNames.map((name) => ({ name, description: `Operations below /${name}.` })),
    paths: Object.fromEntries(Object.entries(paths).sort()),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
      responses: {
        Error: {
          description: 'The request was rejected. Each error names its field, if it has one.',
          content: { 'application/json': { schema: errors } },
        },
      },
      schemas: writer.used(),
    },
  }) as JsonObject
}

const toTag = ({ path }: AdminOperation) => path.split('/')[1]?.split('.')[0] ?? ''
const tagNames = [...new Set(operations.map(toTag))].sort()

function buildOperation(operation: NamedOperation, writer: SchemaWriter): JsonObject {
  const { name, role, tier, summary, body, path } = operation
  return {
    operationId: name,
    tags: [toTag(operation)],
    summary,
    'x-role': role,
    ...(tier === undefined ? {} : { 'x-tier': tier }),
    ...(role === 'none' ? { security: [] } : {}),
    parameters: [...buildPathParameters(path), ...buildQueryParameters(operation, writer)],
    ...(operation.bodySize === 'binary'
      ? { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
      : {}),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: writer.write(body) } },
          },
        }),
    responses: {
      ...buildSuccess(operation, writer),
      '4XX': { $ref: '#/components/responses/Error' },
    },
  }
}

const buildPathParameters = (path: string): JsonObject[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const buildQueryParameters = ({ query }: AdminOperation, writer: SchemaWriter): JsonObject[] =>
  Object.entries(query?.parameters ?? {}).map(([name, schema]: [string, TSchema]) => ({
    name,
    in: 'query',
    schema: writer.write(schema),
  }))

function buildSuccess(operation: NamedOperation, writer: SchemaWriter): JsonObject {
  const { reply, mediaTypes, status = 200, alternativeStatus } = operation
  if (mediaTypes !== undefined)
    return { '200': { description: 'The file or stream.', content: toContent(mediaTypes, {}) } }
  if (reply === undefined) return { '204': { description: 'Done.' } }
  const response: Json = {
    description: 'The result.',
    content: toContent(['application/json'], { schema: writer.write(reply) }),
  }
  const statuses = alternativeStatus === undefined ? [status] : [status, alternativeStatus]
  return Object.fromEntries(statuses.map((each) => [String(each), response]))
}

const toContent = (mediaTypes: readonly string[], content: JsonObject): JsonObject =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, content]))
