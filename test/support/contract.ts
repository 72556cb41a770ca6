import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isEmail, type VersionName } from '#contract'
import { isTimestamp } from '#contract/formats'

/** The checked-in OpenAPI document of one version, to hold what a running instance answers against. */
export interface Contract {
  document: Json
  /** All operations by their ids, those of the authorization server too. */
  operations: ReadonlyMap<string, Described>
  /** Holds an answer against the operation: status, headers, content type, body. Answers its codes. */
  check(id: string, answer: Received): string[]
  /** What is wrong with a value at this place of the document (a JSON pointer to a schema). */
  problems(pointer: string, value: unknown): string[]
  /** Every `operation status code` that came by; the code is `-` where all went well. */
  seen: Set<string>
}

export interface Described {
  id: string
  method: string
  path: string
  pointer: string
  /** The codes that each status may come with; none where all went well. */
  answers: ReadonlyMap<number, readonly string[]>
}

export interface Received {
  status: number
  headers: Headers
  text: string
}

// biome-ignore lint/suspicious/noExplicitAny: a document has any form
type Json = any

export function readContract(version: VersionName): Contract {
  const file = join(import.meta.dirname, `../../openapi/${version}.json`)
  const document: Json = JSON.parse(readFileSync(file, 'utf8'))
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateSchema: false,
    formats: {
      email: isEmail,
      uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
      uri: (text: string) => URL.canParse(text),
      'date-time': isTimestamp,
    },
  })
  ajv.addSchema({ ...closed(document), $id: 'document' })
  const seen = new Set<string>()
  const operations = new Map(operationsOf(document).map((each) => [each.id, each]))

  function problems(pointer: string, value: unknown): string[] {
    const check = ajv.getSchema(`document#${encodeURI(pointer)}`)
    assert.ok(check, `the document has nothing at ${pointer}`)
    if (check(value)) return []
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }

  function check(id: string, { status, headers, text }: Received): string[] {
    const operation = operations.get(id)
    assert.ok(operation, `the document has no operation ${id}`)
    const where = `${id} ${status}: ${text.slice(0, 500)}`
    const { response, pointer } = responseOf(document, operation, status)
    assert.ok(response, `is not in the document: ${where}`)
    for (const [name, header] of Object.entries<Json>(response.headers ?? {})) {
      const { required } = dereferenced(document, header).value
      if (required) assert.ok(headers.has(name), `no header ${name}: ${where}`)
    }
    if (response.content === undefined) return done(id, status, [], where)
    const type = (headers.get('content-type') ?? '').replace(/;.*/s, '')
    const media = response.content[type]
    assert.ok(media, `the content type is ${type}: ${where}`)
    const value = /json/.test(type) ? JSON.parse(text) : text
    const wrong = problems(`${pointer}/content/${escaped(type)}/schema`, value)
    assert.deepEqual(wrong, [], where)
    const codes = (value.errors ?? []).map(({ code }: Json) => code)
    return done(id, status, codes, where)
  }

  function done(id: string, status: number, codes: string[], where: string): string[] {
    const known = operations.get(id)?.answers.get(status) ?? []
    for (const code of codes)
      assert.ok(known.includes(code), `${code} is not among its codes: ${where}`)
    for (const code of codes.length > 0 ? codes : ['-']) seen.add(`${id} ${status} ${code}`)
    return codes
  }

  return { document, operations, check, problems, seen }
}

function operationsOf(document: Json): Described[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    ['get', 'post'].flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const pointer = `/paths/${escaped(path)}/${method}`
      const answers = Object.entries<Json>(operation.responses).map(
        ([status, response]) => [Number(status), codesOf(document, response)] as const,
      )
      return [{ id: operation.operationId, method, path, pointer, answers: new Map(answers) }]
    }),
  )
}

/** An example stands there for each code. */
function codesOf(document: Json, response: Json): string[] {
  const { content = {} } = dereferenced(document, response).value
  const [media] = Object.values<Json>(content)
  return media?.schema?.$ref === '#/components/schemas/Errors' ? Object.keys(media.examples) : []
}

function responseOf(document: Json, { pointer, path, method }: Described, status: number) {
  const at = `${pointer}/responses/${status}`
  const given = document.paths[path][method].responses[status]
  if (given === undefined) return { response: undefined, pointer: at }
  const { value, pointer: found } = dereferenced(document, given)
  return { response: value, pointer: found ?? at }
}

function dereferenced(document: Json, value: Json): { value: Json; pointer?: string } {
  if (typeof value?.$ref !== 'string') return { value }
  const pointer = value.$ref.slice(1)
  const parts: string[] = pointer.slice(1).split('/')
  return { value: parts.reduce((at, part) => at[part], document), pointer }
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** Clients must put up with members they do not know; our own tests must not. */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const inside = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, closed(each)]),
  )
  return inside.type === 'object' && inside.properties && inside.additionalProperties === undefined
    ? { ...inside, additionalProperties: false }
    : inside
}
