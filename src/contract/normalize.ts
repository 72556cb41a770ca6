import type { TObject, TSchema } from 'typebox'
import { createIsOptional } from './nullable.ts'

/*
 * Normalizes a body before validation (decisions §9). Schemas mark their strings with symbols, which JSON omits, so
 * that the OpenAPI documents do not show them.
 */

const normalForm = Symbol('form')

/** A text of one line: trimmed, and without control characters. Every engine of regular expressions reads the pattern. */
export const singleLine = { [normalForm]: 'line', pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$' } as const

/** Spaces, marks of direction and joining, and letters without ink. */
const isInvisible = (text: string): boolean =>
  /^[\p{Z}\p{Cf}\u2800\u3164\u115f\u1160\uffa0\u{e0000}-\u{e0fff}]*$/u.test(text)

/** An id, compared in lower case (RFC 9562, 4). */
export const id = { [normalForm]: 'id' } as const

/** Also matches a line with control characters, and adds advice to its error. */
export const singleLineMessage = 'must be one line of text without control characters'

/**
 * Returns a function that normalizes a body: omits optional members that are null, trims single-line texts, and
 * converts ids to lower case. Values of a wrong type stay unchanged, because the validator reports them.
 */
export function createNormalizer(schema: TObject): (body: unknown) => unknown {
  const isOptional = createIsOptional(schema)
  return (body) => {
    if (!isObject(body)) return body
    const presentMembers = Object.entries(body).filter(
      ([name, value]) => value !== null || !isOptional(name),
    )
    return normalize(Object.fromEntries(presentMembers), schema)
  }
}

/** Trims single-line texts and converts ids to lower case, like `createNormalizer`, and keeps null. */
export const normalizeMembers = (body: unknown, schema: TObject): unknown => normalize(body, schema)

type MarkedSchema = TSchema & {
  [normalForm]?: 'line' | 'id'
  properties?: Record<string, TSchema>
  items?: TSchema
}

function normalize(value: unknown, schema: MarkedSchema): unknown {
  if (typeof value === 'string') {
    if (schema[normalForm] === 'line') return isInvisible(value) ? '' : value.trim()
    return schema[normalForm] === 'id' ? value.toLowerCase() : value
  }
  const { properties, items } = schema
  if (Array.isArray(value))
    return items === undefined ? value : value.map((each) => normalize(each, items))
  if (!isObject(value) || properties === undefined) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const member = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, member === undefined ? inner : normalize(inner, member)]
    }),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
