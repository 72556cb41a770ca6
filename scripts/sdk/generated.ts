import {
  attentionEventTypes,
  eventTypes,
  getNewestVersion,
  type VersionName,
  versionNames,
  versions,
} from '#contract'
import { buildDocument } from '#scripts/openapi/document'
import { asObject } from '#scripts/openapi/json-access'
import {
  buildModel,
  type ClientOperation,
  type Model,
  type NamedType,
  newestModel,
} from './model.ts'
import { renderResources } from './resources.ts'
import {
  indent,
  isShared,
  quote,
  renderBlock,
  renderDoc,
  renderMembers,
  renderObject,
  renderType,
  typeName,
} from './typescript.ts'

/*
 * Generates the types, the operations, the methods and the examples of the client library from the published OpenAPI
 * documents.
 */

const header = '// Generated from the OpenAPI documents by scripts/generate.ts. Do not edit.\n'

/** The files of `packages/sdk/src/generated`, by name. */
export function generatedFiles(packageVersion: string): Map<string, string> {
  return new Map([
    ...versionNames.map((name): [string, string] => [`v${name}.ts`, renderTypes(name)]),
    ['versions.ts', renderVersions()],
    ['operations.ts', renderOperations()],
    ['resources.ts', `${header}${renderResources(newestModel())}`],
    ['fixtures.ts', renderFixtures()],
    ['package-version.ts', `${header}\nexport const packageVersion = ${quote(packageVersion)}\n`],
  ])
}

function renderTypes(version: VersionName): string {
  const model = buildModel(version)
  const text = [
    ...model.named.map(renderDeclaration),
    ...model.objects
      .filter(isShared)
      .map((each) => `export interface ${each.name} ${renderObject(each, 0)}\n`),
    'export interface Schemas {',
    ...model.named.map(({ name }) => `  ${typeName(name)}: ${typeName(name)}`),
    '}\n',
    '/** The request body, the query and the response of each operation. */',
    `export interface Operations ${renderBlock([...model.operations.map(renderOperation), ...renderMissing(model)], 0)}\n`,
    '/** The bodies of webhooks. */',
    `export interface WebhookBodies ${renderBlock(
      model.webhooks.map(
        ({ type, body }) =>
          `${indent(1)}${type.includes('.') ? quote(type) : type}: ${renderType(body, 1)}`,
      ),
      0,
    )}\n`,
  ].join('\n')
  return [
    header,
    text.includes('OpenEnum<') ? "import type { OpenEnum } from '../open-enum.ts'\n" : '',
    text.includes('ListPage<') ? `\n${pageDeclaration}` : '',
    `\n${text}`,
  ].join('')
}

const pageDeclaration = `/** A page of a list. \`has_more\` is true if there are entries behind it. */
export interface ListPage<Item> {
  data: Item[]
  has_more: boolean
}
`

function renderDeclaration({ name, doc, members, direction, type }: NamedType): string {
  const declaration =
    members === undefined
      ? `export type ${typeName(name)} = ${renderType(type)}`
      : `export interface ${typeName(name)} ${renderBlock(renderMembers(members, direction, 1), 0)}`
  return `${renderDoc(doc, 0)}${declaration}\n`
}

function renderOperation({ id, doc, body, query, response, results }: ClientOperation): string {
  const queryType = query === undefined ? 'undefined' : renderQuery(query)
  return [
    `  /** ${doc} */`,
    `  ${id}: {`,
    `    body: ${body === undefined ? 'undefined' : renderType(body, 2)}`,
    `    query: ${queryType}`,
    `    response: ${response === undefined ? 'undefined' : renderType(response, 2)}`,
    ...(results === undefined
      ? []
      : [
          `    /** The result of each row, with status 207. */`,
          `    results: ${renderType(results, 2)}`,
        ]),
    '  }',
  ].join('\n')
}

const renderQuery = (object: NonNullable<ClientOperation['query']>) =>
  renderType({ kind: 'object', object }, 2)

/** Renders the operations of the newest version that this version does not have. */
function renderMissing({ operations }: Model): string[] {
  const known = new Set(operations.map(({ id }) => id))
  return newestModel()
    .operations.filter(({ id }) => !known.has(id))
    .flatMap(({ id }) => [
      `  /** Not in this version. */`,
      `  ${id}: { body: never; query: never; response: never }`,
    ])
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
  const lines = newestModel().operations.map(
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
