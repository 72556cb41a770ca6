import {
  attentionEventTypes,
  eventTypes,
  getNewestVersion,
  type VersionName,
  versionNames,
  versions,
} from '#contract'
import { buildDocument } from '#scripts/openapi/document'
import { asArray, asObject } from '#scripts/openapi/json-access'
import type { Json, JsonObject } from '#scripts/openapi/schemas'
import {
  type Direction,
  indent,
  quote,
  renderBlock,
  renderDoc,
  renderMembers,
  renderType,
  typeName,
} from './typescript.ts'

/*
 * Generates the types, the operations and the examples of the client library from the published OpenAPI
 * documents.
 */

const header = '// Generated from the OpenAPI documents by `npm run fix`. Do not edit.\n'

/** The files of `packages/sdk/src/generated`, by name. */
export function generatedFiles(packageVersion: string): Map<string, string> {
  return new Map([
    ...versionNames.map((name): [string, string] => [`v${name}.ts`, renderTypes(name)]),
    ['versions.ts', renderVersions()],
    ['operations.ts', renderOperations()],
    ['fixtures.ts', renderFixtures()],
    ['package-version.ts', `${header}\nexport const packageVersion = ${quote(packageVersion)}\n`],
  ])
}

interface DescribedOperation {
  id: string
  method: string
  path: string
  object: JsonObject
}

function listOperations(document: JsonObject): DescribedOperation[] {
  return Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
    ['get', 'post', 'patch', 'put', 'delete'].flatMap((method) => {
      const object = asObject(asObject(item)[method])
      return typeof object.operationId === 'string'
        ? [{ id: object.operationId, method: method.toUpperCase(), path, object }]
        : []
    }),
  )
}

function renderTypes(version: VersionName): string {
  const document = buildDocument(version)
  const described = listOperations(document)
  const schemas = asObject(asObject(document.components).schemas)
  const requestNames = findRequestSchemas(document, schemas)
  const named = Object.entries(schemas).map(([name, schema]) => {
    const direction: Direction = requestNames.has(name) ? 'request' : 'response'
    return `${renderDoc(asObject(schema), 0)}${renderDeclaration(typeName(name), asObject(schema), direction)}\n`
  })
  const hooks = Object.entries(asObject(document.webhooks)).map(
    ([type, item]) =>
      `${indent(1)}${type.includes('.') ? quote(type) : type}: ${renderType(bodySchema(asObject(asObject(item).post).requestBody), 'response', 1)}`,
  )
  const text = [
    ...named,
    'export interface Schemas {',
    ...Object.keys(schemas).map((name) => `  ${typeName(name)}: ${typeName(name)}`),
    '}\n',
    '/** The request body, the query and the response of each operation. */',
    `export interface Operations ${renderBlock([...described.map(renderOperation), ...renderMissing(described)], 0)}\n`,
    '/** The bodies of webhooks. */',
    `export interface WebhookBodies ${renderBlock(hooks, 0)}\n`,
  ].join('\n')
  return `${header}${text.includes('OpenEnum<') ? "import type { OpenEnum } from '../open-enum.ts'\n" : ''}\n${text}`
}

const renderDeclaration = (name: string, schema: JsonObject, direction: Direction) =>
  schema.type === 'object' && schema.properties !== undefined
    ? `export interface ${name} ${renderBlock(renderMembers(schema, direction, 1), 0)}`
    : `export type ${name} = ${renderType(schema, direction)}`

function renderOperation({ object }: DescribedOperation): string {
  const { operationId, summary, description, parameters, responses, requestBody } = object
  const query = asArray(parameters).filter((each) => asObject(each).in === 'query')
  const queryMembers = query.map((each) => {
    const { name, description: text, schema } = asObject(each)
    const doc = renderDoc({ ...asObject(schema), description: text ?? '' }, 3)
    return `${doc}${indent(3)}${name}?: ${renderType(schema, 'request', 3)} | undefined`
  })
  const response = Object.entries(asObject(responses)).find(([status]) =>
    status.startsWith('2'),
  )?.[1]
  const results = asObject(responses)['207']
  return [
    `  /** ${summary}.${description === undefined ? '' : ` ${description}`} */`,
    `  ${operationId}: {`,
    `    body: ${requestBody === undefined ? 'undefined' : renderType(bodySchema(requestBody), 'request', 2)}`,
    `    query: ${queryMembers.length === 0 ? 'undefined' : renderBlock(queryMembers, 2)}`,
    `    response: ${asObject(response).content === undefined ? 'undefined' : renderType(bodySchema(response), 'response', 2)}`,
    ...(results === undefined
      ? []
      : [
          `    /** The result of each row, with status 207. */`,
          `    results: ${renderType(bodySchema(results), 'response', 2)}`,
        ]),
    '  }',
  ].join('\n')
}

/** Renders the operations of the newest version that this version does not have. */
function renderMissing(described: readonly DescribedOperation[]): string[] {
  const known = new Set(described.map(({ id }) => id))
  return newestOperations()
    .filter(({ id }) => !known.has(id))
    .flatMap(({ id }) => [
      `  /** Not in this version. */`,
      `  ${id}: { body: never; query: never; response: never }`,
    ])
}

const newestOperations = () =>
  listOperations(buildDocument(getNewestVersion(versions) as VersionName))

/** The schema of a body. All its media types have the same schema. */
const bodySchema = (body: Json | undefined): Json | undefined =>
  asObject(Object.values(asObject(asObject(body).content))[0]).schema

/** The names of the schemas in request bodies, with the schemas that they refer to. */
function findRequestSchemas(document: JsonObject, schemas: JsonObject): Set<string> {
  const names = new Set<string>()
  const visit = (value: Json | undefined): void => {
    for (const [key, child] of Object.entries(asObject(value))) {
      const name = key === '$ref' ? String(child).split('/').at(-1) : undefined
      if (name !== undefined && !names.has(name)) {
        names.add(name)
        visit(schemas[name])
      }
      for (const each of Array.isArray(child) ? child : [child]) visit(each)
    }
  }
  for (const { object } of listOperations(document)) visit(bodySchema(object.requestBody))
  return names
}

function renderVersions(): string {
  const member = (name: string, type: string) => `  ${quote(name)}: ${type}`
  const newest = getNewestVersion(versions)
  const table = (what: string) =>
    renderBlock(
      versionNames.map((name) => member(name, `v${name.replaceAll('-', '_')}.${what}`)),
      0,
    )
  return [
    header,
    ...versionNames.map(
      (name) => `import type * as v${name.replaceAll('-', '_')} from './v${name}.ts'`,
    ),
    '',
    '/** The versions of the API that this package knows. */',
    `export type ApiVersion = ${versionNames.map(quote).join(' | ')}`,
    `export type NewestVersion = ${quote(newest)}`,
    `export const newestVersion: NewestVersion = ${quote(newest)}`,
    '',
    '/** The media type of request and response bodies. */',
    `export const mediaTypes: Readonly<Record<ApiVersion, string>> = {`,
    ...versionNames.map((name) => `${member(name, quote(versions[name].contentType))},`),
    '}\n',
    '/** The request body, the query and the response of each operation, by version. */',
    `export interface OperationsBy ${table('Operations')}\n`,
    '/** The named schemas of the API, by version. */',
    `export interface SchemasBy ${table('Schemas')}\n`,
    '/** The bodies of webhooks, by payload version. */',
    `export interface WebhookBodiesBy ${table('WebhookBodies')}\n`,
  ].join('\n')
}

function renderOperations(): string {
  const lines = newestOperations().map(
    ({ id, method, path }) => `  ${id}: [${quote(method)}, ${quote(path)}],`,
  )
  return [
    header,
    '/** Method and path of every operation. */',
    'export const operations = {',
    ...lines,
    '} as const\n',
    'export type OperationId = keyof typeof operations\n',
    '/** The event types of webhooks. */',
    'export const eventTypes = [',
    ...eventTypes.map((type) => `  ${quote(type)},`),
    '] as const\n',
    'export type EventType = (typeof eventTypes)[number]\n',
    '/** The events about what needs attention, for endpoints that receive them. */',
    `export type AttentionEventType = ${attentionEventTypes.map(quote).join(' | ')}\n`,
  ].join('\n')
}

function renderFixtures(): string {
  const all = Object.fromEntries(
    versionNames.map((name) => {
      const hooks = asObject(buildDocument(name).webhooks)
      const bodies = Object.entries(hooks).map(([type, item]) => {
        const { content } = asObject(asObject(asObject(item).post).requestBody)
        return [type, asObject(Object.values(asObject(content))[0]).example]
      })
      return [name, Object.fromEntries(bodies)]
    }),
  )
  return [
    header,
    "import type { WebhookBodiesBy } from './versions.ts'\n",
    '/** An example body of each webhook, by payload version and event type. */',
    `export const fixtures: WebhookBodiesBy = ${JSON.stringify(all, null, 2)}\n`,
  ].join('\n')
}
