import {
  AuthenticationError,
  BestowError,
  ConflictError,
  type ErrorDetails,
  type FieldError,
  IdempotencyConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  UnsupportedVersionError,
  ValidationError,
} from './errors.ts'

/** The error for an answer that says no. */
export function errorOf(
  status: number,
  text: string,
  { hint = '', ...details }: ErrorDetails & { hint?: string | undefined },
): BestowError {
  const errors = errorsIn(text)
  const Kind = kindOf(status, errors)
  const message = `${messageOf(status, errors)}${status === 401 ? hint : ''}`
  return new Kind(message, { ...details, status, errors })
}

const kinds: Readonly<Record<number, typeof BestowError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
}

function kindOf(status: number, errors: readonly FieldError[]): typeof BestowError {
  const [first] = errors
  if (first?.code === 'unsupported_api_version') return UnsupportedVersionError
  if (status === 409 && first?.code.startsWith('idempotency_key')) return IdempotencyConflictError
  if (status === 400 && first?.param !== undefined) return ValidationError
  return kinds[status] ?? (status >= 500 ? ServerError : BestowError)
}

const told = 3

function messageOf(status: number, errors: readonly FieldError[]): string {
  if (errors.length === 0) return `The service answered ${status} without saying why.`
  const words = errors
    .slice(0, told)
    .map(({ message, param }) => (param === undefined ? message : `${param} ${message}`))
  const more = errors.length > told ? `; and ${errors.length - told} more` : ''
  return `${status} ${errors[0]?.code}: ${words.join('; ')}${more}`
}

/** The errors of an answer in any of the forms that the service has: flat, JSON:API, OAuth. */
function errorsIn(text: string): FieldError[] {
  const body = parsed(text)
  if (typeof body.error === 'string')
    return [{ type: '', code: body.error, message: String(body.error_description ?? '') }]
  return Array.isArray(body.errors) ? body.errors.map(fieldErrorOf) : []
}

function fieldErrorOf(each: unknown): FieldError {
  const { type, code, message, param, title, detail, source } = membersOf(each)
  const { pointer, parameter, header } = membersOf(source)
  const at = [param, pointer, parameter, header].find((place) => typeof place === 'string')
  return {
    type: String(type ?? ''),
    code: String(code ?? ''),
    message: String(message ?? detail ?? title ?? ''),
    ...(at === undefined ? {} : { param: String(at) }),
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return membersOf(JSON.parse(text))
  } catch {
    return {}
  }
}

const membersOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
