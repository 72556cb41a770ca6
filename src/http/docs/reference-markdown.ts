import {
  dereference,
  getExample,
  getRoute,
  groupOperations,
  type OpenApiDocument,
  type Parameter,
  scopesOf,
} from './openapi-document.ts'
import type { ErrorRow } from './reference-page.ts'

/**
 * Renders the reference as Markdown. Each operation has its parameters, and examples of the request and the
 * response.
 */
export function renderReferenceMarkdown(
  document: OpenApiDocument,
  errorRows: readonly ErrorRow[],
): string {
  const groups = groupOperations(document).map(({ name, description, entries }) => {
    const operations = entries.map(({ method, path, item, operation }) => {
      const route = getRoute({ path, item })
      const [body] = Object.values(operation.requestBody?.content ?? {})
      const [status, response] =
        Object.entries(operation.responses).find(([each]) => each.startsWith('2')) ?? []
      const resolved =
        response === undefined ? undefined : dereference<ResponseWithExample>(document, response)
      const [media] = Object.values(resolved?.content ?? {})
      return [
        `### ${operation.summary}`,
        `\`${method.toUpperCase()} ${route}\`${operation['x-staging-only'] === true ? ' (staging only)' : ''}`,
        operation.description,
        scopesOf(operation)
          .map((scope) => `Scope: \`${scope}\``)
          .join(', '),
        renderParameters(document, [...(item.parameters ?? []), ...(operation.parameters ?? [])]),
        renderSample('Body:', getExample(body)),
        renderSample(`Response, ${status}:`, getExample(media)),
      ]
    })
    return [`## ${name}`, description, ...operations.flat()]
  })
  const rows = errorRows.map(
    ({ status, code, type, message }) => `| ${status} | \`${code}\` | \`${type}\` | ${message} |`,
  )
  const blocks = [
    `# The Bestow API, version ${document.info.version}`,
    document.info.description,
    `The base URL is \`${document.servers[0]?.url ?? ''}\`.`,
    ...groups.flat(),
    '## Errors',
    ['| status | code | type | message |', '|---|---|---|---|', ...rows].join('\n'),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

type ResponseWithExample = { content?: Record<string, { schema: object; example?: unknown }> }

function renderParameters(
  document: OpenApiDocument,
  parametersOrRefs: readonly (Parameter | { $ref: string })[],
): string {
  const all = parametersOrRefs.map((each) => dereference<Parameter>(document, each))
  return all
    .map(({ name, in: location, required, description = '' }) => {
      const requiredMark = required === true ? ', required' : ''
      return `- \`${name}\` (${location}${requiredMark}) ${description}`.trimEnd()
    })
    .join('\n')
}

const renderSample = (title: string, example: unknown): string =>
  example === undefined ? '' : `${title}\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``
