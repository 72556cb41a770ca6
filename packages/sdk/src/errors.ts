/** One error of a response. */
export interface FieldError {
  /** The closed set of error types, such as `validation_error`. Empty if the API version has no types. */
  type: string
  /** The error code to branch on, such as `required`. */
  code: string
  /** The message for developers. Its wording may change. */
  message: string
  /** The path of the invalid field, such as `gift_requests.3.recipient.email`. */
  param?: string
}

/** The details of a failure. */
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
 * The base class of all errors of this package. The reason of your own AbortSignal is thrown unchanged. If
 * `instanceof` does not work, for example with two installed copies of the package, compare `name`.
 */
export class BestowError extends Error {
  override name = 'BestowError'
  /** The status of the response, if there was one. */
  readonly status: number | undefined
  /** The code of the first error, to branch on. */
  readonly code: string | undefined
  /** All errors of the request. */
  readonly errors: readonly FieldError[]
  /** The request id, for support requests. */
  readonly requestId: string | undefined
  /** Repeat the request with the same key: the service executes it at most once. */
  readonly idempotencyKey: string | undefined
  /** The delay in milliseconds that the service requires before the next attempt. */
  readonly retryAfterMs: number | undefined
  /** How often the request was sent: 1 without a retry. */
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

  /** For logs. Contains no headers, tokens or request bodies. */
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

/** True for an error of this package, also for one of another installed copy. */
export const isBestowError = (error: unknown): error is BestowError =>
  typeof error === 'object' && error !== null && brand in error

/** Invalid or contradictory client options. No request was sent. */
export class ConfigurationError extends BestowError {
  override name = 'ConfigurationError'
}

/** 401: the token is missing, malformed, expired, or of another stage or region. */
export class AuthenticationError extends BestowError {
  override name = 'AuthenticationError'
}

/** 403: the plan of the account or the role of the user does not allow the operation. */
export class PermissionError extends BestowError {
  override name = 'PermissionError'
}

/** 404: the account has no resource with this id. */
export class NotFoundError extends BestowError {
  override name = 'NotFoundError'
}

/** 400 `unsupported_api_version`: the service does not support this version, or supports it no longer. */
export class UnsupportedVersionError extends BestowError {
  override name = 'UnsupportedVersionError'
}

/** 422, or 400 for a query: `errors` contains all invalid fields. */
export class ValidationError extends BestowError {
  override name = 'ValidationError'

  /** Returns the errors of one field: `recipient.email`, or as a JSON pointer `/recipient/email`. */
  at(param: string): FieldError[] {
    const dotPath = toDotPath(param)
    return this.errors.filter(
      (error) => error.param !== undefined && toDotPath(error.param) === dotPath,
    )
  }
}

const toDotPath = (path: string) =>
  path.startsWith('/') ? path.slice(1).replaceAll('/', '.') : path

/** 409: the current state does not allow the operation. */
export class ConflictError extends BestowError {
  override name: string = 'ConflictError'
}

/** 409: another request has used the Idempotency-Key, or a request with this key is still running. */
export class IdempotencyConflictError extends ConflictError {
  override name = 'IdempotencyConflictError'
}

/** 429, after all retries: `retryAfterMs` is the delay before the next attempt. */
export class RateLimitError extends BestowError {
  override name = 'RateLimitError'
}

/** 5xx, after all retries. */
export class ServerError extends BestowError {
  override name = 'ServerError'
}

/** There was no response, or it was not from the service. `cause` is the error of fetch. */
export class ConnectionError extends BestowError {
  override name: string = 'ConnectionError'
}

/** There was no response in time. The service may have executed the request; see `idempotencyKey`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}
