import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isEmail, type VersionName } from '#contract'
import { isTimestamp } from '#contract/formats'

/**
 * The OpenAPI document of one version in the repository. Tests validate the responses
 * of a running service against it.
 */
export interface OpenApiContract {
  document: Json
  /** All operations by their id, including the operations of the authorization server. */
  operations: ReadonlyMap<string, DescribedOperation>
  /**
   * Checks the status, headers, content type and body of a response against the
   * operation. Returns the error codes.
   */
  check(id: string, response: ReceivedResponse): string[]
  /** Validates a value against the schema at a JSON pointer of the document. Returns the errors. */
  validate(pointer: string, value: unknown): string[]
  /** Each outcome that was checked, in the form `operation status code`. The code is `-` for a success. */
  observedOutcomes: Set<string>
}

export interface DescribedOperation {
  id: string
  method: string
  path: string
  pointer: string
  /** The error codes that each status can have. A success has none. */
  codesByStatus: ReadonlyMap<number, readonly string[]>
}

export interface ReceivedResponse {
  status: number
  headers: Headers
  text: string
}

// biome-ignore lint/suspicious/noExplicitAny: a document has every shape
type Json = any

const createAjv = () =>
  new Ajv2020({
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

const toTexts = ({ errors }: Pick<ValidateFunction, 'errors'>): string[] =>
  (errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )

/** Compiles a schema that rejects unknown members. Returns a function that returns the errors of a value. */
export function compileStrictSchema(schema: object): (value: unknown) => string[] {
  const check = createAjv().compile(forbidUnknownMembers(schema))
  return (value) => (check(value) ? [] : toTexts(check))
}

export function loadContract(version: VersionName): OpenApiContract {
  const file = join(import.meta.dirname, `../../openapi/${version}.json`)
  const document: Json = JSON.parse(readFileSync(file, 'utf8'))
  const ajv = createAjv()
  ajv.addSchema({ ...forbidUnknownMembers(document), $id: 'document' })
  const observedOutcomes = new Set<string>()
  const operations = new Map(listOperations(document).map((each) => [each.id, each]))

  function validate(pointer: string, value: unknown): string[] {
    const check = ajv.getSchema(`document#${encodeURI(pointer)}`)
    assert.ok(check, `the document has nothing at ${pointer}`)
    if (check(value)) return []
    return toTexts(check)
  }

  function check(id: string, { status, headers, text }: ReceivedResponse): string[] {
    const operation = operations.get(id)
    assert.ok(operation, `the document has no operation ${id}`)
    const where = `${id} ${status}: ${text.slice(0, 500)}`
    const { response, pointer } = findResponse(document, operation, status)
    assert.ok(response, `is not in the document: ${where}`)
    for (const [name, header] of Object.entries<Json>(response.headers ?? {})) {
      const { required } = resolveRef(document, header).value
      if (required) assert.ok(headers.has(name), `no header ${name}: ${where}`)
    }
    if (response.content === undefined) return recordOutcome(id, status, [], where)
    const type = (headers.get('content-type') ?? '').replace(/;.*/s, '')
    const media = response.content[type]
    assert.ok(media, `the content type is ${type}: ${where}`)
    const value = /json$/.test(type) ? JSON.parse(text) : text
    const errors = validate(`${pointer}/content/${escapePointer(type)}/schema`, value)
    assert.deepEqual(errors, [], where)
    const codes = (value.errors ?? []).map(({ code }: Json) => code)
    return recordOutcome(id, status, codes, where)
  }

  function recordOutcome(id: string, status: number, codes: string[], where: string): string[] {
    const allowedCodes = operations.get(id)?.codesByStatus.get(status) ?? []
    for (const code of codes)
      assert.ok(allowedCodes.includes(code), `${code} is not among its codes: ${where}`)
    for (const code of codes.length > 0 ? codes : ['-'])
      observedOutcomes.add(`${id} ${status} ${code}`)
    return codes
  }

  return { document, operations, check, validate, observedOutcomes }
}

function listOperations(document: Json): DescribedOperation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    ['get', 'post', 'patch', 'put', 'delete'].flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const pointer = `/paths/${escapePointer(path)}/${method}`
      const codesByStatus = Object.entries<Json>(operation.responses).map(
        ([status, response]) => [Number(status), errorCodesIn(document, response)] as const,
      )
      return [
        { id: operation.operationId, method, path, pointer, codesByStatus: new Map(codesByStatus) },
      ]
    }),
  )
}

/** Returns the error codes of a response. The document has one example for each code. */
function errorCodesIn(document: Json, response: Json): string[] {
  const { content = {} } = resolveRef(document, response).value
  const [media] = Object.values<Json>(content)
  return media?.schema?.$ref === '#/components/schemas/Errors' ? Object.keys(media.examples) : []
}

function findResponse(
  document: Json,
  { pointer, path, method }: DescribedOperation,
  status: number,
) {
  const at = `${pointer}/responses/${status}`
  const definition = document.paths[path][method].responses[status]
  if (definition === undefined) return { response: undefined, pointer: at }
  const { value, pointer: found } = resolveRef(document, definition)
  return { response: value, pointer: found ?? at }
}

function resolveRef(document: Json, value: Json): { value: Json; pointer?: string } {
  if (typeof value?.$ref !== 'string') return { value }
  const pointer = value.$ref.slice(1)
  const parts: string[] = pointer.slice(1).split('/')
  return { value: parts.reduce((at, part) => at[part], document), pointer }
}

const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/**
 * Makes a schema forbid unknown members. Clients must ignore unknown members, but the
 * tests of this project must not.
 */
function forbidUnknownMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map(forbidUnknownMembers)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, forbidUnknownMembers(each)]),
  )
  return copy.type === 'object' && copy.properties && copy.additionalProperties === undefined
    ? { ...copy, additionalProperties: false }
    : copy
}
