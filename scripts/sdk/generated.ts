import { eventTypes, getNewestVersion, type VersionName, versionNames, versions } from '#contract'
import { documentOf } from '#scripts/openapi/document'
import { listAt, objectAt } from '#scripts/openapi/reading'
import type { Json, JsonObject } from '#scripts/openapi/schemas'
import { block, docOf, indent, membersOf, nameOf, quoted, typeOf, type Way } from './typescript.ts'

/*
 * What the client library is told about the API: its types, its operations and its examples, each from
 * the same documents that are published.
 */

const head = '// Made from the OpenAPI documents by `npm run fix`. Do not edit.\n'

/** The files of `sdk/src/generated`, by name. */
export function generatedFiles(packageVersion: string): Map<string, string> {
  return new Map([
    ...versionNames.map((name): [string, string] => [`v${name}.ts`, typesOf(name)]),
    ['versions.ts', versionsFile()],
    ['operations.ts', operationsFile()],
    ['fixtures.ts', fixturesFile()],
    ['package-version.ts', `${head}\nexport const packageVersion = ${quoted(packageVersion)}\n`],
  ])
}

interface Described {
  id: string
  method: string
  path: string
  object: JsonObject
}

function operationsOf(document: JsonObject): Described[] {
  return Object.entries(objectAt(document.paths)).flatMap(([path, item]) =>
    ['get', 'post'].flatMap((method) => {
      const object = objectAt(objectAt(item)[method])
      return typeof object.operationId === 'string'
        ? [{ id: object.operationId, method: method.toUpperCase(), path, object }]
        : []
    }),
  )
}

function typesOf(version: VersionName): string {
  const document = documentOf(version)
  const schemas = objectAt(objectAt(document.components).schemas)
  const sent = namesSent(document, schemas)
  const named = Object.entries(schemas).map(([name, schema]) => {
    const way: Way = sent.has(name) ? 'sent' : 'answered'
    return `${docOf(objectAt(schema), 0)}${declare(nameOf(name), objectAt(schema), way)}\n`
  })
  const hooks = Object.entries(objectAt(document.webhooks)).map(
    ([type, item]) =>
      `${indent(1)}${type}: ${typeOf(schemaOf(objectAt(objectAt(item).post).requestBody), 'answered', 1)}`,
  )
  const text = [
    ...named,
    'export interface Schemas {',
    ...Object.keys(schemas).map((name) => `  ${nameOf(name)}: ${nameOf(name)}`),
    '}\n',
    '/** What each operation is sent and answers. */',
    `export interface Operations ${block(operationsOf(document).map(operationType), 0)}\n`,
    '/** The bodies of webhooks. */',
    `export interface WebhookBodies ${block(hooks, 0)}\n`,
  ].join('\n')
  return `${head}${text.includes('Open<') ? "import type { Open } from '../open.ts'\n" : ''}\n${text}`
}

const declare = (name: string, schema: JsonObject, way: Way) =>
  schema.type === 'object' && schema.properties !== undefined
    ? `export interface ${name} ${block(membersOf(schema, way, 1), 0)}`
    : `export type ${name} = ${typeOf(schema, way)}`

function operationType({ object }: Described): string {
  const { operationId, summary, description, parameters, responses, requestBody } = object
  const query = listAt(parameters).filter((each) => objectAt(each).in === 'query')
  const asked = query.map((each) => {
    const { name, description: said, schema } = objectAt(each)
    const doc = docOf({ ...objectAt(schema), description: said ?? '' }, 3)
    return `${doc}${indent(3)}${name}?: ${typeOf(schema, 'sent', 3)} | undefined`
  })
  const answer = Object.entries(objectAt(responses)).find(([status]) => status.startsWith('2'))?.[1]
  return [
    `  /** ${summary}.${description === undefined ? '' : ` ${description}`} */`,
    `  ${operationId}: {`,
    `    body: ${requestBody === undefined ? 'undefined' : typeOf(schemaOf(requestBody), 'sent', 2)}`,
    `    query: ${asked.length === 0 ? 'undefined' : block(asked, 2)}`,
    `    answer: ${objectAt(answer).content === undefined ? 'undefined' : typeOf(schemaOf(answer), 'answered', 2)}`,
    '  }',
  ].join('\n')
}

/** The schema of a body: all its media types say the same. */
const schemaOf = (body: Json | undefined): Json | undefined =>
  objectAt(Object.values(objectAt(objectAt(body).content))[0]).schema

/** The names that stand in bodies of requests, and in what those refer to. */
function namesSent(document: JsonObject, schemas: JsonObject): Set<string> {
  const names = new Set<string>()
  const walk = (value: Json | undefined): void => {
    for (const [key, inside] of Object.entries(objectAt(value))) {
      const name = key === '$ref' ? String(inside).split('/').at(-1) : undefined
      if (name !== undefined && !names.has(name)) {
        names.add(name)
        walk(schemas[name])
      }
      for (const each of Array.isArray(inside) ? inside : [inside]) walk(each)
    }
  }
  for (const { object } of operationsOf(document)) walk(schemaOf(object.requestBody))
  return names
}

function versionsFile(): string {
  const member = (name: string, what: string) => `  ${quoted(name)}: ${what}`
  const newest = getNewestVersion(versions)
  const table = (what: string) =>
    block(
      versionNames.map((name) => member(name, `v${name.replaceAll('-', '_')}.${what}`)),
      0,
    )
  return [
    head,
    ...versionNames.map(
      (name) => `import type * as v${name.replaceAll('-', '_')} from './v${name}.ts'`,
    ),
    '',
    '/** The versions of the API that this package knows. */',
    `export type ApiVersion = ${versionNames.map(quoted).join(' | ')}`,
    `export type NewestVersion = ${quoted(newest)}`,
    `export const newestVersion: NewestVersion = ${quoted(newest)}`,
    '',
    '/** The media type of bodies, sent and answered. */',
    `export const mediaTypes: Readonly<Record<ApiVersion, string>> = {`,
    ...versionNames.map((name) => `${member(name, quoted(versions[name].contentType))},`),
    '}\n',
    '/** What each operation is sent and answers, by version. */',
    `export interface OperationsBy ${table('Operations')}\n`,
    '/** The named shapes of the API, by version. */',
    `export interface SchemasBy ${table('Schemas')}\n`,
    '/** The bodies of webhooks, by payload version. */',
    `export interface WebhookBodiesBy ${table('WebhookBodies')}\n`,
  ].join('\n')
}

function operationsFile(): string {
  const document = documentOf(getNewestVersion(versions) as VersionName)
  const lines = operationsOf(document).map(
    ({ id, method, path }) => `  ${id}: [${quoted(method)}, ${quoted(path)}],`,
  )
  return [
    head,
    '/** Method and path of every operation. */',
    'export const operations = {',
    ...lines,
    '} as const\n',
    'export type OperationId = keyof typeof operations\n',
    '/** The events that webhooks tell. */',
    'export const eventTypes = [',
    ...eventTypes.map((type) => `  ${quoted(type)},`),
    '] as const\n',
    'export type EventType = (typeof eventTypes)[number]\n',
  ].join('\n')
}

function fixturesFile(): string {
  const all = Object.fromEntries(
    versionNames.map((name) => {
      const hooks = objectAt(documentOf(name).webhooks)
      const bodies = Object.entries(hooks).map(([type, item]) => {
        const { content } = objectAt(objectAt(objectAt(item).post).requestBody)
        return [type, objectAt(Object.values(objectAt(content))[0]).example]
      })
      return [name, Object.fromEntries(bodies)]
    }),
  )
  return [
    head,
    "import type { WebhookBodiesBy } from './versions.ts'\n",
    '/** An example of each webhook, by payload version and event. */',
    `export const fixtures: WebhookBodiesBy = ${JSON.stringify(all, null, 2)}\n`,
  ].join('\n')
}
