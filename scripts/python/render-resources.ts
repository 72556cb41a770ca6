import { describeErrors, wrap } from '#scripts/sdk/method-doc'
import { resultMethodOf, snakeCase } from '#scripts/sdk/methods'
import type { ClientOperation, Model } from '#scripts/sdk/model'
import {
  findRows,
  listResources,
  type Resource,
  resultDoc,
  sendsBody,
} from '#scripts/sdk/resources'
import { renderDocstring, renderType } from './render-types.ts'

/* A renderer of the methods of both Python clients: `Bestow` and `AsyncBestow`. */

export function renderResourcesModule(model: Model, isAsync: boolean): string {
  const resources = listResources(model)
  const prefix = isAsync ? 'Async' : ''
  return [
    ...resources.map((each) => renderResource(each, isAsync)),
    [
      `class ${prefix}Resources:`,
      '    """The resources of a client."""\n',
      `    def __init__(self, transport: ${prefix}Transport) -> None:`,
      ...resources.map(
        ({ name }) => `        self.${snakeCase(name)} = ${className(name, isAsync)}(transport)`,
      ),
      '',
    ].join('\n'),
  ].join('\n\n')
}

const className = (resource: string, isAsync: boolean) =>
  `${isAsync ? 'Async' : ''}${resource.charAt(0).toUpperCase()}${resource.slice(1)}`

function renderResource({ name, doc, methods }: Resource, isAsync: boolean): string {
  return [
    `class ${className(name, isAsync)}:`,
    ...(doc === '' ? [] : [...renderDocstring([doc], 1), '']),
    `    def __init__(self, transport: ${isAsync ? 'Async' : ''}Transport) -> None:`,
    '        self._transport = transport',
    ...methods.map((each) => renderMethod(each, isAsync)),
    ...methods
      .filter(({ operation }) => operation.results !== undefined)
      .map(({ operation }) => renderResultMethod(operation, isAsync)),
    '',
  ].join('\n')
}

function renderMethod(
  { operation, method }: Resource['methods'][number],
  isAsync: boolean,
): string {
  const { isList } = operation
  const paginator = isAsync ? 'AsyncPaginator' : 'Paginator'
  const result =
    operation.response === undefined ? 'None' : renderType(operation.response, 'response', 't.')
  const item = operation.response?.kind === 'page' ? operation.response.item : undefined
  const returns =
    isList && item !== undefined ? `${paginator}[${renderType(item, 'response', 't.')}]` : result
  return [
    '',
    `    ${isAsync && !isList ? 'async ' : ''}def ${snakeCase(method.method)}(`,
    ...renderParameters(operation, method).map((each) => `        ${each},`),
    `    ) -> ${returns}:`,
    ...renderDocstring(docLines(operation), 2),
    ...renderBody(operation, method, returns, isAsync),
  ].join('\n')
}

/** Renders the method that returns a result for each independent row. */
function renderResultMethod(operation: ClientOperation, isAsync: boolean): string {
  const { id, query, results } = operation
  const rows = findRows(operation)
  const returns = results === undefined ? 'None' : renderType(results, 'response', 't.')
  const members = query?.members ?? []
  const names = members.map(({ name }) => `"${name}": ${name}`)
  const body = `{"${rows.name}": rows, "on_error": "continue"}`
  return [
    '',
    `    ${isAsync ? 'async ' : ''}def ${snakeCase(resultMethodOf(id))}(`,
    '        self,',
    `        rows: ${renderType(rows.type, 'request', 't.')},`,
    ...(members.length > 0 ? ['        *,'] : []),
    ...members.map(
      ({ name, type }) => `        ${name}: ${renderType(type, 'request', 't.')} | None = None,`,
    ),
    '        **options: Unpack[WriteOptions],',
    `    ) -> ${returns}:`,
    ...renderDocstring(docLines({ ...operation, doc: resultDoc }), 2),
    `        result: ${returns} = ${isAsync ? 'await ' : ''}self._transport.request("${id}", query={${names.join(', ')}}, body=${body}, options=options)`,
    '        return result',
  ].join('\n')
}

type Method = Resource['methods'][number]['method']

function renderParameters(operation: ClientOperation, method: Method): string[] {
  const { body, isBodyOptional, query, method: httpMethod } = operation
  const options = httpMethod === 'GET' ? 'RequestOptions' : 'WriteOptions'
  const queryMembers = query?.members ?? []
  return [
    'self',
    ...method.pathArguments.map(({ argument }) => `${snakeCase(argument)}: str`),
    ...(body !== undefined && sendsBody(operation)
      ? [`body: ${renderType(body, 'request', 't.')}${isBodyOptional ? ' | None = None' : ''}`]
      : []),
    ...(queryMembers.length > 0 ? ['*'] : []),
    ...queryMembers.map(
      ({ name, type }) => `${name}: ${renderType(type, 'request', 't.')} | None = None`,
    ),
    `**options: Unpack[${options}]`,
  ]
}

function renderBody(
  operation: ClientOperation,
  { pathArguments }: Method,
  returns: string,
  isAsync: boolean,
): string[] {
  const { id, isList, isBodyOptional, query } = operation
  const ids = pathArguments.map(({ name, argument }) => `"${name}": ${snakeCase(argument)}`)
  const names = (query?.members ?? []).map(({ name }) => `"${name}": ${name}`)
  const parts = [
    `"${id}"`,
    ...(ids.length > 0 ? [`{${ids.join(', ')}}`] : []),
    ...(names.length > 0 ? [`query={${names.join(', ')}}`] : []),
    ...(sendsBody(operation)
      ? [`body=${isBodyOptional ? '{} if body is None else body' : 'body'}`]
      : []),
    'options=options',
  ]
  if (isList) return [`        return self._transport.list(${parts.join(', ')})`]
  const call = `${isAsync ? 'await ' : ''}self._transport.request(${parts.join(', ')})`
  if (returns === 'None') return [`        ${call}`]
  return [`        result: ${returns} = ${call}`, '        return result']
}

function docLines({ id, doc, query }: ClientOperation): string[] {
  const [summary = '', ...rest] = doc.split(/(?<=\.) /)
  const errors = describeErrors(id).map((line) =>
    line.replaceAll('PermissionError', 'PermissionDeniedError'),
  )
  const parameters = (query?.members ?? []).flatMap(({ name, doc: text }) =>
    text === '' ? [] : wrap(`\`${name}\`: ${text}`, 100),
  )
  const paragraphs = [
    [summary],
    rest.length === 0 ? [] : wrap(rest.join(' '), 100),
    parameters,
    errors.flatMap((line) => wrap(line, 100)),
  ].filter((lines) => lines.length > 0)
  return paragraphs.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}
