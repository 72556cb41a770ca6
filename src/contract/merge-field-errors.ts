import type { FieldError } from './api-error.ts'
import { findFields, findUnknownFields, mergeFields } from './merge-fields.ts'

const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`)

/**
 * Returns an error if a text has unknown merge fields. Without the error, the email would show the recipient
 * an unknown field in braces.
 */
export function unknownFieldErrors(
  param: string,
  text: string,
  known: readonly string[] = mergeFields,
): FieldError[] {
  const names = findUnknownFields(text, known).slice(0, 10)
  if (names.length === 0) return []
  const message = `has the unknown field ${inBraces(names).join(', ')}: use ${inBraces(known).join(' or ')}`
  return [{ code: 'invalid', param, message }]
}

/**
 * Returns an error if a text has merge fields. The texts of a page are also shown before its recipient is
 * known.
 */
export function noFieldErrors(param: string, text: string): FieldError[] {
  const names = findFields(text).slice(0, 10)
  if (names.length === 0) return []
  const message = `must not contain ${inBraces(names).join(', ')}: only the subject and the text of the email can contain fields`
  return [{ code: 'not_allowed', param, message }]
}
