import { type Document, dereferenced, exampleOf, type Parameter } from './document.ts'
import { groupsOf, type Refused } from './page.ts'

/** The reference as Markdown: each operation with what it takes and an example of both sides. */
export function referenceTwin(document: Document, refusals: readonly Refused[]): string {
  const groups = groupsOf(document).map(({ name, description, places }) => {
    const operations = places.map(({ method, path, item, operation }) => {
      const route = item.servers === undefined ? `/api${path}` : path
      const [body] = Object.values(operation.requestBody?.content ?? {})
      const [status, response] =
        Object.entries(operation.responses).find(([each]) => each.startsWith('2')) ?? []
      const answer = response === undefined ? undefined : dereferenced<Answer>(document, response)
      const [media] = Object.values(answer?.content ?? {})
      return [
        `### ${operation.summary}`,
        `\`${method.toUpperCase()} ${route}\`${operation['x-staging-only'] === true ? ' (staging only)' : ''}`,
        operation.description,
        parameters(document, [...(item.parameters ?? []), ...(operation.parameters ?? [])]),
        sample('Body:', exampleOf(body)),
        sample(`Answer, ${status}:`, exampleOf(media)),
      ]
    })
    return [`## ${name}`, description, ...operations.flat()]
  })
  const rows = refusals.map(
    ({ status, code, type, message }) => `| ${status} | \`${code}\` | \`${type}\` | ${message} |`,
  )
  const blocks = [
    `# The Bestow API, version ${document.info.version}`,
    document.info.description,
    `Everything is at \`${document.servers[0]?.url ?? ''}\`.`,
    ...groups.flat(),
    '## Errors',
    ['| status | code | type | message |', '|---|---|---|---|', ...rows].join('\n'),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

type Answer = { content?: Record<string, { schema: object; example?: unknown }> }

function parameters(document: Document, given: readonly (Parameter | { $ref: string })[]): string {
  const all = given.map((each) => dereferenced<Parameter>(document, each))
  return all
    .map(({ name, in: place, required, description = '' }) => {
      const must = required === true ? ', required' : ''
      return `- \`${name}\` (${place}${must}) ${description}`.trimEnd()
    })
    .join('\n')
}

const sample = (title: string, example: unknown): string =>
  example === undefined ? '' : `${title}\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``
