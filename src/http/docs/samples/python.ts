import { clientMethods } from './client-methods.ts'
import type { SampleRequest } from './sample-request.ts'

/**
 * Renders a request as a program with the Python client. This client has the same methods as the TypeScript
 * client, with names in snake_case.
 */
export function renderPython(request: SampleRequest): string | undefined {
  const method = clientMethods[request.operationId]
  if (method === undefined) return undefined
  const { ids, body, path, hasToken, baseUrl } = request
  const values = [...ids.map(quote), ...(body === undefined ? [] : [renderValue(body)])]
  if (path === '/auth/token') values.push('api_key=os.environ["API_KEY"]')
  const call = renderCall(`bestow.${toSnakeCase(method.call)}`, values)
  const base = hasToken ? baseUrl : `${baseUrl}/api`
  return `import os
from bestow import Bestow

bestow = Bestow(
    base_url=${quote(base)},
    token=os.environ["TOKEN"],
)
${method.isList ? `for each in ${call}:\n    print(each)` : `result = ${call}\nprint(result)`}`
}

/**
 * Renders a function call. If it has several arguments and one line is too long, each argument is on its own
 * line.
 */
function renderCall(name: string, values: readonly string[]): string {
  const line = `${name}(${values.join(', ')})`
  if (values.length < 2 || (!line.includes('\n') && line.length <= maxWidth)) return line
  return `${name}(\n${values.map((value) => `    ${value.replaceAll('\n', '\n    ')},\n`).join('')})`
}

const maxWidth = 60

const toSnakeCase = (text: string) => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const constants: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** Renders a JSON value as a literal in Python. */
function renderValue(value: unknown, indent = ''): string {
  const inner = `${indent}    `
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return constants[String(value)] ?? String(value)
  const parts = Array.isArray(value)
    ? value.map((each) => renderValue(each, inner))
    : Object.entries(value).map(([name, each]) => `${quote(name)}: ${renderValue(each, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const line = `${open}${parts.join(', ')}${close}`
  if (!line.includes('\n') && line.length + indent.length <= maxWidth) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

/**
 * Quotes a text for Python. The escapes of JSON strings have the same meaning in Python. Surrogate pairs are
 * the exception, but `JSON.stringify` does not escape them.
 */
const quote = (text: string) => JSON.stringify(text)
