import { toOneLine } from '#contract/one-line'
import { scimError } from './errors.ts'

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a text on one line; null for an absent or empty one. Throws for another type. */
export function toText(value: unknown, path: string): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') throw scimError('invalidValue', `${path} must be a text.`)
  const text = toOneLine(value)
  return text === '' ? null : text
}

/** Returns a boolean. Entra ID sends "True" and "False" as texts. */
export function toBoolean(value: unknown, path: string): boolean {
  const text = String(value).toLowerCase()
  if (text !== 'true' && text !== 'false')
    throw scimError('invalidValue', `${path} must be true or false.`)
  return text === 'true'
}

/** Returns the entries of a multi-valued attribute. A client may send one entry without a list. */
export const toList = (value: unknown): unknown[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]
