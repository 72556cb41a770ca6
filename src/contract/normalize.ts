import type { TObject, TSchema } from 'typebox'
import { mayBeLeftOut } from './nulls.ts'

/*
 * How a body is brought into one form before it is validated (decisions §9). Schemas mark their strings
 * with symbols, which JSON leaves out, so that the OpenAPI documents do not show them.
 */

const form = Symbol('form')

/** A text of one line: trimmed, and without control characters. */
export const singleLine = { [form]: 'line', pattern: '^\\P{Cc}*$' } as const

/** An id: compared in lower case (RFC 9562, 4). */
export const id = { [form]: 'id' } as const

/** Also matches the text of a line with control characters in it: says what to do about them. */
export const singleLineRemedy = 'must be one line of text without control characters'

/**
 * Returns a function that brings a body into one form: optional members that are null are left out,
 * single-line texts are trimmed, ids are in lower case. What has the wrong type stays as it is: the
 * validator reports it.
 */
export function createNormalizer(schema: TObject): (body: unknown) => unknown {
  const isOptional = mayBeLeftOut(schema)
  return (body) => {
    if (!isObject(body)) return body
    const given = Object.entries(body).filter(
      ([name, value]) => value !== null || !isOptional(name),
    )
    return normalize(Object.fromEntries(given), schema)
  }
}

type Marked = TSchema & {
  [form]?: 'line' | 'id'
  properties?: Record<string, TSchema>
  items?: TSchema
}

function normalize(value: unknown, schema: Marked): unknown {
  if (typeof value === 'string') {
    if (schema[form] === 'line') return value.trim()
    return schema[form] === 'id' ? value.toLowerCase() : value
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
