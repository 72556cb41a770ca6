import { clientMethods } from './client-methods.ts'
import type { SampleRequest } from './sample-request.ts'

/** Renders a request as a program with the TypeScript client. */
export function renderTypeScript(request: SampleRequest): string | undefined {
  const method = clientMethods[request.operationId]
  if (method === undefined) return undefined
  const { ids, body, path, hasToken, baseUrl } = request
  const values = [...ids.map(quote), ...(body === undefined ? [] : [renderValue(body)])]
  if (path === '/auth/token') values.push("{ apiKey: process.env.API_KEY ?? '' }")
  const call = renderCall(`bestow.${method.call}`, values)
  const base = hasToken ? baseUrl : `${baseUrl}/api`
  return `import { Bestow } from '@bestow/sdk'

const bestow = new Bestow({
  baseUrl: ${quote(base)},
  token: process.env.TOKEN ?? '',
})
${
  method.isList
    ? `for await (const each of ${call}) {\n  console.log(each)\n}`
    : `const result = await ${call}\nconsole.log(result)`
}`
}

/**
 * Renders a function call. If it has several arguments and one line is too long, each argument is on its own
 * line.
 */
function renderCall(name: string, values: readonly string[]): string {
  const line = `${name}(${values.join(', ')})`
  if (values.length < 2 || (!line.includes('\n') && line.length <= maxWidth)) return line
  return `${name}(\n${values.map((value) => `  ${value.replaceAll('\n', '\n  ')},\n`).join('')})`
}

const maxWidth = 60

/** Renders a JSON value as a literal in the style of the client library. */
function renderValue(value: unknown, indent = ''): string {
  const inner = `${indent}  `
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value))
    return wrap(
      '[',
      value.map((each) => renderValue(each, inner)),
      ']',
      indent,
    )
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(
    ([name, each]) =>
      `${/^[A-Za-z_]\w*$/.test(name) ? name : quote(name)}: ${renderValue(each, inner)}`,
  )
  return wrap('{', members, '}', indent)
}

function wrap(open: string, parts: readonly string[], close: string, indent: string): string {
  if (parts.length === 0) return `${open}${close}`
  const padding = open === '{' ? ' ' : ''
  const line = `${open}${padding}${parts.join(', ')}${padding}${close}`
  if (!line.includes('\n') && line.length + indent.length <= maxWidth) return line
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`
}

const quote = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
