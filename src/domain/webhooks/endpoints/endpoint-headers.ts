import type { FieldError } from '#contract'
import type { Header } from '../engine/connection-secrets.ts'

/*
 * Custom headers of an endpoint, such as the API key of a gateway. Their values are secrets: they are encrypted, and no
 * response, log or delivery log contains them.
 */

/** A header of the input. Without a value, the stored value of this name remains. */
export interface HeaderInput {
  name: string
  value?: string | undefined
}

const maxHeaders = 10
const maxBytes = 4_096

/** Headers of the contract, and those that HTTP or the connection own. */
const ownedNames = new Set([
  'accept-encoding',
  'connection',
  'date',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
])
const ownedPrefixes = [
  'service-',
  'webhook-',
  'content-',
  'proxy-',
  'sec-',
  'x-forwarded-',
] as const

export function validateHeaders(headers: readonly HeaderInput[]): FieldError[] {
  if (headers.length > maxHeaders)
    return [{ code: 'too_many', param: 'headers', message: `must be at most ${maxHeaders}` }]
  const names = headers.map(({ name }) => name.toLowerCase())
  const errors = headers.flatMap(({ name, value }, index) => [
    ...validateName(name, `headers.${index}.name`),
    ...(names.indexOf(name.toLowerCase()) < index
      ? [error('invalid', `headers.${index}.name`, 'must be unique; names ignore the case')]
      : []),
    ...(value === undefined ? [] : validateValue(value, `headers.${index}.value`)),
  ])
  return errors.length > 0 ? errors : validateSize(headers)
}

function validateName(name: string, param: string): FieldError[] {
  const lower = name.toLowerCase()
  if (name === '') return [error('required', param, 'is required')]
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
    return [
      error('invalid_format', param, 'must be letters, digits and hyphens, such as X-Api-Key'),
    ]
  if (ownedNames.has(lower) || ownedPrefixes.some((prefix) => lower.startsWith(prefix)))
    return [
      error(
        'not_allowed',
        param,
        `must not be ${name}, which Bestow or HTTP sets; use another name`,
      ),
    ]
  return []
}

function validateValue(value: string, param: string): FieldError[] {
  if (value === '') return [error('required', param, 'is required')]
  if (!/^[\x20-\x7e]*$/.test(value))
    return [
      error(
        'invalid_format',
        param,
        'must be ASCII without line breaks and other control characters',
      ),
    ]
  return value.trim() === value
    ? []
    : [error('invalid_format', param, 'must not begin or end with a space')]
}

const sizeError = error('too_long', 'headers', `must be at most ${maxBytes} bytes together`)

const validateSize = (headers: readonly HeaderInput[]): FieldError[] =>
  countBytes(headers) > maxBytes ? [sizeError] : []

const countBytes = (headers: readonly HeaderInput[]) =>
  headers.reduce((total, { name, value = '' }) => total + name.length + value.length + 4, 0)

/**
 * Returns the headers to store: values of the input, and stored values for names without one. The second list has the
 * errors.
 */
export function mergeHeaders(
  input: readonly HeaderInput[],
  stored: readonly Header[],
): { headers: Header[]; errors: FieldError[] } {
  const valuesByName = new Map(stored.map(([name, value]) => [name.toLowerCase(), value]))
  const headers: Header[] = []
  const errors: FieldError[] = []
  for (const [index, { name, value }] of input.entries()) {
    const merged = value ?? valuesByName.get(name.toLowerCase())
    if (merged !== undefined) headers.push([name, merged])
    else
      errors.push(
        error(
          'required',
          `headers.${index}.value`,
          'is required, because no value of it is stored',
        ),
      )
  }
  if (countBytes(headers.map(([name, value]) => ({ name, value }))) > maxBytes)
    errors.push(sizeError)
  return { headers, errors }
}

/**
 * Returns the errors of a change of the URL that keeps header values. No response contains them, and a URL on another
 * host would receive them.
 */
export function validateHeaderReuse(
  current: { url: string; header_names: readonly string[] },
  url: string,
  headers: readonly HeaderInput[] | undefined,
): FieldError[] {
  if (current.header_names.length === 0 || new URL(url).origin === new URL(current.url).origin)
    return []
  const message = 'is required again, because the URL has another host'
  if (headers === undefined)
    return [error('required', 'headers', `${message}; send names and values, or [] for none`)]
  return headers.flatMap(({ value }, index) =>
    value === undefined ? [error('required', `headers.${index}.value`, message)] : [],
  )
}

function error(code: FieldError['code'], param: string, message: string): FieldError {
  return { code, param, message }
}
