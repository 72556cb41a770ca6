import { type FieldError, throwIfAny } from './api-error.ts'
import { toOneLine } from './one-line.ts'

const maxLength = 200

/** Returns a name on one line. Throws for an empty name and for one with more than 200 characters. */
export function parseName(text: string): string {
  const name = parseOptionalName(text)
  if (name === null) throwError('required', 'must not be empty')
  return name ?? ''
}

/** Returns a name on one line, or null for an empty name. Throws for a name with more than 200 characters. */
export function parseOptionalName(text: string): string | null {
  const name = toOneLine(text)
  if (name.length > maxLength) throwError('too_long', `must have at most ${maxLength} characters`)
  return name === '' ? null : name
}

const throwError = (code: FieldError['code'], message: string): void =>
  throwIfAny([{ code, param: 'name', message }])
