import { describeErrors, wrap } from './method-doc.ts'
import {
  assertDistinctMethods,
  type ClientMethod,
  methodOf,
  resourceDocs,
  resultMethodOf,
} from './methods.ts'
import type { ClientOperation, Member, Model } from './model.ts'
import { indent, quote } from './typescript.ts'

/*
 * Generates the methods of the TypeScript library. The methods of `oauth` and `about` are written by hand,
 * because they use other credentials.
 */

export interface Resource {
  name: string
  doc: string
  methods: readonly { operation: ClientOperation; method: ClientMethod }[]
}

/** Returns the resources with generated methods, in the order of the document. */
export function listResources({ operations }: Model): Resource[] {
  assertDistinctMethods()
  const byName = new Map<string, Resource & { methods: Resource['methods'][number][] }>()
  for (const operation of operations) {
    const method = methodOf(operation)
    const { resource: name } = method
    if (name === '' || name === 'oauth') continue
    const resource = byName.get(name) ?? { name, doc: resourceDocs[name] ?? '', methods: [] }
    resource.methods.push({ operation, method })
    byName.set(name, resource)
  }
  return [...byName.values()]
}

export function renderResources(model: Model): string {
  const resources = listResources(model)
  return [
    "import type { APIPromise } from '../api-promise.ts'",
    "import type { List } from '../list.ts'",
    "import type { Body, Item, Page, Query, RequestOptions, ResponseBody, ResultsBody, Transport } from '../transport.ts'",
    "import type { ApiVersion } from './versions.ts'\n",
    ...resources.map(renderResource),
    '/** The resources of a client. */',
    'export abstract class Resources<V extends ApiVersion> {',
    ...resources.map(({ name }) => `  readonly ${name}: ${className(name)}<V>`),
    '',
    '  constructor(transport: Transport<V>) {',
    ...resources.map(({ name }) => `    this.${name} = new ${className(name)}(transport)`),
    '  }',
    '}\n',
  ].join('\n')
}

const className = (resource: string) => `${resource.charAt(0).toUpperCase()}${resource.slice(1)}`

function renderResource({ name, doc, methods }: Resource): string {
  return [
    ...(doc === '' ? [] : [`/** ${doc} */`]),
    `export class ${className(name)}<V extends ApiVersion> {`,
    '  readonly #transport: Transport<V>\n',
    '  constructor(transport: Transport<V>) {',
    '    this.#transport = transport',
    '  }',
    ...methods.map(renderMethod),
    ...methods.filter(({ operation }) => operation.results !== undefined).map(renderResultMethod),
    '}\n',
  ].join('\n')
}

function renderMethod({ operation, method }: Resource['methods'][number]): string {
  const { id, isList } = operation
  const { pathArguments } = method
  const hasBody = sendsBody(operation)
  const hasQuery = operation.query !== undefined
  // The member `on_error` selects the other kind of response, which has a separate method.
  const bodyType =
    operation.results === undefined ? `Body<V, '${id}'>` : `Omit<Body<V, '${id}'>, 'on_error'>`
  const optionalBody = operation.isBodyOptional ? ` = {} as Body<V, '${id}'>` : ''
  const parameters = [
    ...pathArguments.map(({ argument }) => `${argument}: string`),
    ...(hasBody ? [`body: ${bodyType}${optionalBody}`] : []),
    ...(hasQuery ? [`query?: Query<V, '${id}'>`] : []),
    'options?: RequestOptions',
  ]
  const type = isList
    ? `List<Item<V, '${id}'>, Page<V, '${id}'>>`
    : `APIPromise<ResponseBody<V, '${id}'>>`
  return [
    '',
    ...renderMethodDoc(operation),
    `  ${method.method}(`,
    ...parameters.map((each) => `    ${each},`),
    `  ): ${type} {`,
    `    return this.#transport.${isList ? renderListCall(id, method) : renderRequestCall(id, method, hasBody, hasQuery)}`,
    '  }',
  ].join('\n')
}

export function findRows({ id, body }: ClientOperation): Member {
  const members = body?.kind === 'object' ? body.object.members : []
  const rows = members.find(({ type }) => type.kind === 'array')
  if (rows === undefined) throw new Error(`${id} has results, but no rows.`)
  return rows
}

export const resultDoc =
  'Returns a result for each row: an invalid row does not stop the others. A row with an `idempotency_key` is created once, however often you send it.'

function renderResultMethod({ operation }: Resource['methods'][number]): string {
  const { id } = operation
  const { name } = findRows(operation)
  return [
    '',
    ...renderMethodDoc({ ...operation, doc: resultDoc }),
    `  ${resultMethodOf(id)}(`,
    `    rows: Body<V, '${id}'> extends { ${name}: infer Rows } ? Rows : never,`,
    `    query?: Query<V, '${id}'>,`,
    '    options?: RequestOptions,',
    `  ): APIPromise<ResultsBody<V, '${id}'>> {`,
    `    const body = { ${name}: rows, on_error: 'continue' }`,
    `    return this.#transport.requestResults('${id}', { body, query }, options)`,
    '  }',
  ].join('\n')
}

export const methodNames = ({ methods }: Resource): string[] =>
  methods.flatMap(({ operation, method }) => [
    method.method,
    ...(operation.results === undefined ? [] : [resultMethodOf(operation.id)]),
  ])

/** Returns whether the method sends the body. An empty object is not sent. */
export const sendsBody = ({ body }: ClientOperation): boolean =>
  body !== undefined && body.kind !== 'map'

function renderListCall(id: string, { pathArguments }: ClientMethod): string {
  const params = pathArguments.map(renderPathArgument)
  const last = params.length === 0 ? '' : `, { ${params.join(', ')} }`
  return `list(${quote(id)}, query, options${last})`
}

function renderRequestCall(
  id: string,
  { pathArguments }: ClientMethod,
  hasBody: boolean,
  hasQuery: boolean,
): string {
  const own = pathArguments.filter(({ name }) => name === 'id').map(renderPathArgument)
  const others = pathArguments.filter(({ name }) => name !== 'id').map(renderPathArgument)
  const parts = [
    ...own,
    ...(others.length === 0 ? [] : [`params: { ${others.join(', ')} }`]),
    ...(hasBody ? ['body'] : []),
    ...(hasQuery ? ['query'] : []),
  ]
  return `request(${quote(id)}, ${parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`}, options)`
}

const renderPathArgument = ({ name, argument }: ClientMethod['pathArguments'][number]) =>
  name === argument ? name : `${name}: ${argument}`

function renderMethodDoc(operation: ClientOperation): string[] {
  const lines = [operation.doc, ...describeErrors(operation.id)].flatMap((line) => wrap(line, 100))
  return [
    `${indent(1)}/**`,
    ...lines.map((line) => `${indent(1)} * ${line.replaceAll('*/', '* /')}`),
    `${indent(1)} */`,
  ]
}
