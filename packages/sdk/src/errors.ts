/** One error in an error response. */
export interface FieldError {
  /**
   * The type of the error, such as `validation_error`. The set of types is closed. Empty if the API version
   * has no types.
   */
  type: string
  /** The code of the error, such as `required`. Your code can decide by this value. */
  code: string
  /** The message for developers. The wording may change. */
  message: string
  /** The path of the invalid field, such as `gift_requests.3.recipient.email`. */
  param?: string
}

/** The details of a failed request. */
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
 * The base class of all errors of this package. If your own AbortSignal aborts a request, the client throws
 * the reason of the signal unchanged. `instanceof` can fail, for example with two installed copies of the
 * package. Then compare `name`.
 */
export class BestowError extends Error {
  override name = 'BestowError'
  /** The HTTP status of the response. Undefined if there was no response. */
  readonly status: number | undefined
  /** The code of the first error. Your code can decide by this value. */
  readonly code: string | undefined
  /** All errors in the response. */
  readonly errors: readonly FieldError[]
  /** The id of the request. Include it when you contact support. */
  readonly requestId: string | undefined
  /**
   * The idempotency key of the request. If you repeat the request with this key, the service executes it at
   * most once.
   */
  readonly idempotencyKey: string | undefined
  /** The delay in milliseconds that the service requires before the next attempt. */
  readonly retryAfterMs: number | undefined
  /** How often the request was sent. The value is 1 if there was no retry. */
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

  /** Converts the error to an object for logs. The object contains no headers, tokens or request bodies. */
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

/** Returns whether an error comes from this package, or from another installed copy of it. */
export const isBestowError = (error: unknown): error is BestowError =>
  typeof error === 'object' && error !== null && brand in error

/** The client options are invalid or contradictory. The client sent no request. */
export class ConfigurationError extends BestowError {
  override name = 'ConfigurationError'
}

/**
 * The response has the status 401: the token is missing, malformed or expired, or it belongs to another stage
 * or region.
 */
export class AuthenticationError extends BestowError {
  override name = 'AuthenticationError'
}

/**
 * The response has the status 403: the plan of the account or the role of the user does not allow the
 * operation.
 */
export class PermissionError extends BestowError {
  override name = 'PermissionError'
}

/** The response has the status 404: the account has no resource with this id. */
export class NotFoundError extends BestowError {
  override name = 'NotFoundError'
}

/**
 * The response has the status 400 and the code `unsupported_api_version`: the service does not support this
 * version, or no longer supports it.
 */
export class UnsupportedVersionError extends BestowError {
  override name = 'UnsupportedVersionError'
}

/**
 * The response has the status 422, or 400 for an invalid query. `errors` contains an error for each invalid
 * field.
 */
export class ValidationError extends BestowError {
  override name = 'ValidationError'

  /**
   * Returns the errors of one field. The argument is a path such as `recipient.email`, or a JSON pointer such
   * as `/recipient/email`.
   */
  at(param: string): FieldError[] {
    const dotPath = toDotPath(param)
    return this.errors.filter(
      (error) => error.param !== undefined && toDotPath(error.param) === dotPath,
    )
  }
}

const toDotPath = (path: string) =>
  path.startsWith('/') ? path.slice(1).replaceAll('/', '.') : path

/** The response has the status 409: the current state of the resource does not allow the operation. */
export class ConflictError extends BestowError {
  override name: string = 'ConflictError'
}

/**
 * The response has the status 409: another request has used the same Idempotency-Key, or a request with this
 * key is still running.
 */
export class IdempotencyConflictError extends ConflictError {
  override name = 'IdempotencyConflictError'
}

/** The response has the status 429 after all retries. `retryAfterMs` is the delay before the next attempt. */
export class RateLimitError extends BestowError {
  override name = 'RateLimitError'
}

/** The response has a status of 500 or more after all retries. */
export class ServerError extends BestowError {
  override name = 'ServerError'
}

/**
 * The client got no response, or the response did not come from the service. `cause` is the error of `fetch`.
 */
export class ConnectionError extends BestowError {
  override name: string = 'ConnectionError'
}

/**
 * The client got no response in time. The service may have executed the request: repeat it with
 * `idempotencyKey`.
 */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}
