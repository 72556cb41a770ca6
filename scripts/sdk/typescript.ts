import { asArray, asObject } from '#scripts/openapi/json-access'
import type { Json, JsonObject } from '#scripts/openapi/schemas'

/**
 * The side that reads a schema: the service reads requests, clients read responses. An enum is closed in
 * requests and open in responses, because later versions of the service may return further values.
 */
export type Direction = 'request' | 'response'

/** Schema names that TypeScript or browsers use for another type. */
const renamedTypes: Readonly<Record<string, string>> = {
  Error: 'ApiError',
  Errors: 'ApiErrors',
  Event: 'FeedEvent',
  Metadata: 'OAuthMetadata',
  Token: 'OAuthToken',
}
export const typeName = (name: string) => renamedTypes[name] ?? name

/** The TypeScript type of a schema. `depth` is the level of indentation. */
export function renderType(schema: Json | undefined, direction: Direction, depth = 0): string {
  const { $ref, anyOf, enum: values, type } = asObject(schema)
  if (typeof $ref === 'string') return typeName($ref.split('/').at(-1) ?? '')
  if (Array.isArray(anyOf))
    return renderUnion(anyOf.map((each) => renderType(each, direction, depth)))
  if (Array.isArray(values)) return renderEnum(values, direction)
  const types = Array.isArray(type) ? type : [type]
  return renderUnion(types.map((each) => renderPlainType(each, asObject(schema), direction, depth)))
}

function renderPlainType(
  type: Json | undefined,
  schema: JsonObject,
  direction: Direction,
  depth: number,
): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return renderArray(renderType(schema.items, direction, depth))
  if (type === 'object') return renderObject(schema, direction, depth)
  return typeof type === 'string' ? type : 'unknown'
}

const renderArray = (type: string) => (/^[\w.]+$/.test(type) ? `${type}[]` : `Array<${type}>`)
const renderUnion = (types: readonly string[]) => [...new Set(types)].join(' | ')

function renderEnum(values: readonly Json[], direction: Direction): string {
  const literals = values.filter((value) => value !== null).map((value) => quote(String(value)))
  if (direction === 'request' && literals.join() === "'true','false'") return 'boolean'
  // A single value is a discriminator, so it stays closed.
  const type =
    direction === 'response' && literals.length > 1
      ? `OpenEnum<${renderUnion(literals)}>`
      : renderUnion(literals)
  return values.includes(null) ? `${type} | null` : type
}

function renderObject(schema: JsonObject, direction: Direction, depth: number): string {
  const members = Object.entries(asObject(schema.properties))
  if (members.length > 0) return renderBlock(renderMembers(schema, direction, depth + 1), depth)
  const { additionalProperties: others } = schema
  return typeof others === 'object'
    ? `Record<string, ${renderType(others, direction, depth)}>`
    : 'Record<string, unknown>'
}

/** The members of an object, each on one or more lines. */
export function renderMembers(schema: JsonObject, direction: Direction, depth: number): string[] {
  const required = asArray(schema.required)
  return Object.entries(asObject(schema.properties)).map(([name, member]) => {
    const isRequired = required.includes(name)
    const type = renderType(member, direction, depth)
    // Callers may also set an optional property to undefined.
    const full = isRequired || direction === 'response' ? type : renderUnion([type, 'undefined'])
    return `${renderDoc(asObject(member), depth)}${indent(depth)}${name}${isRequired ? '' : '?'}: ${full}`
  })
}

export const renderBlock = (lines: readonly string[], depth: number) =>
  `{\n${lines.join('\n')}\n${indent(depth)}}`

/** A doc comment with the description and the constraints of a schema. */
export function renderDoc(schema: JsonObject, depth: number): string {
  const description = typeof schema.description === 'string' ? schema.description : ''
  const text = [description, describeConstraints(schema)].filter((each) => each !== '').join(' ')
  return text === '' ? '' : `${indent(depth)}/** ${text.replaceAll('*/', '* /')} */\n`
}

const constraintTexts: Readonly<Record<string, string>> = {
  minLength: 'at least % characters',
  maxLength: 'at most % characters',
  minimum: 'at least %',
  maximum: 'at most %',
  minItems: 'at least % entries',
  maxItems: 'at most % entries',
  maxProperties: 'at most % pairs',
}

function describeConstraints(schema: JsonObject): string {
  const parts = Object.entries(constraintTexts).flatMap(([name, template]) => {
    const limit = schema[name]
    const isTrivial = name.startsWith('min') && name !== 'minimum' && limit === 1
    return typeof limit === 'number' && !isTrivial ? [template.replace('%', String(limit))] : []
  })
  if (schema.format === 'date-time') parts.unshift('a time such as 2026-05-01T10:30:00.000Z')
  if (parts.length === 0) return ''
  const text = parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

export const indent = (depth: number) => '  '.repeat(depth)
export const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
