/** One thing that is wrong, as the service says it. */
export interface FieldError {
  /** The closed set of kinds, such as `validation_error`. Empty where the version has none. */
  type: string
  /** What to branch on, such as `required`. */
  code: string
  /** For people. It may change. */
  message: string
  /** The field it is about, as a dot path such as `gift_requests.3.recipient.email`. */
  param?: string
}

/** What is known of a failure. */
export interface ErrorDetails {
  status?: number | undefined
  errors?: readonly FieldError[] | undefined
  requestId?: string | undefined
  idempotencyKey?: string | undefined
  retryAfterMs?: number | undefined
  attempts?: number | undefined
  cause?: unknown
}

const brand = Symbol.for('bestow.sdk.error')

/**
 * Whatever this package throws, except the reason of your own AbortSignal. `name` tells the kinds apart
 * where `instanceof` cannot, as when two copies of the package are installed.
 */
export class BestowError extends Error {
  override name = 'BestowError'
  /** The status of the answer, if there was one. */
  readonly status: number | undefined
  /** The code of the first error: what to branch on. */
  readonly code: string | undefined
  /** Everything that was wrong with the request. */
  readonly errors: readonly FieldError[]
  /** Tell it to support. */
  readonly requestId: string | undefined
  /** With the same key, the same request can be sent again safely. */
  readonly idempotencyKey: string | undefined
  /** How long the service asks you to wait. */
  readonly retryAfterMs: number | undefined
  /** How often the request was sent. */
  attempts: number

  constructor(message: string, details: ErrorDetails = {}) {
    const { requestId, cause } = details
    super(
      requestId === undefined ? message : `${message} (request ${requestId})`,
      cause === undefined ? undefined : { cause },
    )
    this.status = details.status
    this.errors = details.errors ?? []
    this.code = this.errors[0]?.code
    this.requestId = requestId
    this.idempotencyKey = details.idempotencyKey
    this.retryAfterMs = details.retryAfterMs
    this.attempts = details.attempts ?? 1
    Object.defineProperty(this, brand, { value: true })
  }

  /** For logs. It holds neither headers nor tokens nor what you sent. */
  toJSON(): Record<string, unknown> {
    const { name, message, status, code, errors, requestId, idempotencyKey } = this
    const { retryAfterMs, attempts } = this
    return {
      name,
      message,
      status,
      code,
      errors,
      requestId,
      idempotencyKey,
      retryAfterMs,
      attempts,
    }
  }
}

/** Whether it is one of ours, also when it comes from another copy of this package. */
export const isBestowError = (error: unknown): error is BestowError =>
  typeof error === 'object' && error !== null && brand in error

/** The options of the client do not fit together. Nothing was sent. */
export class ConfigurationError extends BestowError {
  override name = 'ConfigurationError'
}

/** 401: the token is missing, malformed, expired, or of another stage or region. */
export class AuthenticationError extends BestowError {
  override name = 'AuthenticationError'
}

/** 403: the tier of the account or the role does not allow it. */
export class PermissionError extends BestowError {
  override name = 'PermissionError'
}

/** 404: there is nothing by that id in this account. */
export class NotFoundError extends BestowError {
  override name = 'NotFoundError'
}

/** 400 `unsupported_api_version`: the service does not speak this version, or not any more. */
export class UnsupportedVersionError extends BestowError {
  override name = 'UnsupportedVersionError'
}

/** 422, or 400 in a query: `errors` holds everything that is wrong with the fields. */
export class ValidationError extends BestowError {
  override name = 'ValidationError'

  /** What is wrong with one field: `recipient.email`, or as a JSON pointer `/recipient/email`. */
  at(param: string): FieldError[] {
    const dotPath = toDotPath(param)
    return this.errors.filter(
      (error) => error.param !== undefined && toDotPath(error.param) === dotPath,
    )
  }
}

const toDotPath = (path: string) =>
  path.startsWith('/') ? path.slice(1).replaceAll('/', '.') : path

/** 409: what you ask does not fit the present state. */
export class ConflictError extends BestowError {
  override name: string = 'ConflictError'
}

/** 409: the Idempotency-Key belongs to another request, or to one that is still running. */
export class IdempotencyConflictError extends ConflictError {
  override name = 'IdempotencyConflictError'
}

/** 429, after all retries: `retryAfterMs` says how long to wait. */
export class RateLimitError extends BestowError {
  override name = 'RateLimitError'
}

/** 5xx, after all retries. */
export class ServerError extends BestowError {
  override name = 'ServerError'
}

/** No answer, or one that is not the service's. `cause` holds what fetch said. */
export class ConnectionError extends BestowError {
  override name: string = 'ConnectionError'
}

/** No answer in time. What you asked for may have happened; see `idempotencyKey`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}
