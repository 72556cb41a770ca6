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

/** Creates the error for an unsuccessful response. */
export function parseError(
  status: number,
  text: string,
  { hint = '', ...details }: ErrorDetails & { hint?: string | undefined },
): BestowError {
  const errors = parseErrors(text)
  const ErrorClass = errorClassFor(status, errors)
  const message = `${buildMessage(status, errors)}${status === 401 ? hint : ''}`
  return new ErrorClass(message, { ...details, status, errors })
}

const errorClasses: Readonly<Record<number, typeof BestowError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
}

function errorClassFor(status: number, errors: readonly FieldError[]): typeof BestowError {
  const [first] = errors
  if (first?.code === 'unsupported_api_version') return UnsupportedVersionError
  if (status === 409 && first?.code.startsWith('idempotency_key')) return IdempotencyConflictError
  if (status === 400 && first?.param !== undefined) return ValidationError
  return errorClasses[status] ?? (status >= 500 ? ServerError : BestowError)
}

const maxShownErrors = 3

function buildMessage(status: number, errors: readonly FieldError[]): string {
  if (errors.length === 0) return `The service returned ${status} without an error message.`
  const parts = errors
    .slice(0, maxShownErrors)
    .map(({ message, param }) => (param === undefined ? message : `${param} ${message}`))
  const more = errors.length > maxShownErrors ? `; and ${errors.length - maxShownErrors} more` : ''
  return `${status} ${errors[0]?.code}: ${parts.join('; ')}${more}`
}

/** Reads the errors of a response. The response can be a flat object, JSON:API or OAuth. */
function parseErrors(text: string): FieldError[] {
  const body = parseObject(text)
  if (typeof body.error === 'string')
    return [{ type: '', code: body.error, message: String(body.error_description ?? '') }]
  return Array.isArray(body.errors) ? body.errors.map(toFieldError) : []
}

function toFieldError(entry: unknown): FieldError {
  const { type, code, message, param, title, detail, source } = asObject(entry)
  const { pointer, parameter, header } = asObject(source)
  const path = [param, pointer, parameter, header].find(
    (candidate) => typeof candidate === 'string',
  )
  return {
    type: String(type ?? ''),
    code: String(code ?? ''),
    message: String(message ?? detail ?? title ?? ''),
    ...(path === undefined ? {} : { param: String(path) }),
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return {}
  }
}

const asObject = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
