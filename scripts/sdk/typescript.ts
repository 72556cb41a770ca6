import { listAt, objectAt } from '#scripts/openapi/reading'
import type { Json, JsonObject } from '#scripts/openapi/schemas'

/**
 * Who reads a schema: we read what is sent, clients read what is answered. A list of values is closed in
 * what is sent, and open in what is answered, because later answers may hold values of later days.
 */
export type Way = 'sent' | 'answered'

/** Names of the document that mean something else in a browser or in the language. */
const renamed: Readonly<Record<string, string>> = {
  Error: 'ApiError',
  Errors: 'ApiErrors',
  Event: 'FeedEvent',
  Metadata: 'OAuthMetadata',
  Token: 'OAuthToken',
}
export const nameOf = (name: string) => renamed[name] ?? name

/** The type of a schema, as TypeScript; `deep` is how far it is indented. */
export function typeOf(schema: Json | undefined, way: Way, deep = 0): string {
  const { $ref, anyOf, enum: values, type } = objectAt(schema)
  if (typeof $ref === 'string') return nameOf($ref.split('/').at(-1) ?? '')
  if (Array.isArray(anyOf)) return union(anyOf.map((each) => typeOf(each, way, deep)))
  if (Array.isArray(values)) return valuesOf(values, way)
  const types = Array.isArray(type) ? type : [type]
  return union(types.map((each) => plainType(each, objectAt(schema), way, deep)))
}

function plainType(type: Json | undefined, schema: JsonObject, way: Way, deep: number): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return listOf(typeOf(schema.items, way, deep))
  if (type === 'object') return objectOf(schema, way, deep)
  return typeof type === 'string' ? type : 'unknown'
}

const listOf = (type: string) => (/^[\w.]+$/.test(type) ? `${type}[]` : `Array<${type}>`)
const union = (types: readonly string[]) => [...new Set(types)].join(' | ')

function valuesOf(values: readonly Json[], way: Way): string {
  const words = values.filter((value) => value !== null).map((value) => quoted(String(value)))
  if (way === 'sent' && words.join() === "'true','false'") return 'boolean'
  // A single value tells what an object is, and is relied on for that.
  const known = way === 'answered' && words.length > 1 ? `Open<${union(words)}>` : union(words)
  return values.includes(null) ? `${known} | null` : known
}

function objectOf(schema: JsonObject, way: Way, deep: number): string {
  const members = Object.entries(objectAt(schema.properties))
  if (members.length > 0) return block(membersOf(schema, way, deep + 1), deep)
  const { additionalProperties: others } = schema
  return typeof others === 'object'
    ? `Record<string, ${typeOf(others, way, deep)}>`
    : 'Record<string, unknown>'
}

/** The members of an object, a line or more each. */
export function membersOf(schema: JsonObject, way: Way, deep: number): string[] {
  const required = listAt(schema.required)
  return Object.entries(objectAt(schema.properties)).map(([name, member]) => {
    const isRequired = required.includes(name)
    const type = typeOf(member, way, deep)
    // What may be left out may as well be set to undefined.
    const full = isRequired || way === 'answered' ? type : union([type, 'undefined'])
    return `${docOf(objectAt(member), deep)}${indent(deep)}${name}${isRequired ? '' : '?'}: ${full}`
  })
}

export const block = (lines: readonly string[], deep: number) =>
  `{\n${lines.join('\n')}\n${indent(deep)}}`

/** What the document says of it, and what it demands of it. */
export function docOf(schema: JsonObject, deep: number): string {
  const said = typeof schema.description === 'string' ? schema.description : ''
  const text = [said, demands(schema)].filter((each) => each !== '').join(' ')
  return text === '' ? '' : `${indent(deep)}/** ${text.replaceAll('*/', '* /')} */\n`
}

const limits: Readonly<Record<string, string>> = {
  minLength: 'at least % characters',
  maxLength: 'at most % characters',
  minimum: 'at least %',
  maximum: 'at most %',
  minItems: 'at least % entries',
  maxItems: 'at most % entries',
  maxProperties: 'at most % pairs',
}

function demands(schema: JsonObject): string {
  const said = Object.entries(limits).flatMap(([name, words]) => {
    const limit = schema[name]
    const isIdle = name.startsWith('min') && name !== 'minimum' && limit === 1
    return typeof limit === 'number' && !isIdle ? [words.replace('%', String(limit))] : []
  })
  if (schema.format === 'date-time') said.unshift('a time such as 2026-05-01T10:30:00.000Z')
  if (said.length === 0) return ''
  const text = said.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

export const indent = (deep: number) => '  '.repeat(deep)
export const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
