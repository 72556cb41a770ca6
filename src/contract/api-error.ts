/**
 * Every error code of the API with its status, type and message. To add one, add a line here; the API documents are
 * generated from this table.
 */

// biome-ignore format: read down the columns
export const errorCodes = {
  // code                     status  type                    message
  unsupported_api_version:    [400, 'api_error',            'Send the header Service-API-Version with a supported version.'],
  invalid_json:               [400, 'api_error',            'The body is not valid JSON.'],
  unauthorized:               [401, 'authentication_error', 'The token is missing, malformed or not valid here.'],
  plan_required:              [403, 'permission_error',     'This needs the Enterprise tier.'],
  forbidden:                  [403, 'permission_error',     'Your role does not allow this.'],
  access_policy:              [403, 'permission_error',     'The access policy of the account does not allow this.'],
  not_found:                  [404, 'not_found_error',      'Nothing was found. Check the path and the id.'],
  invalid_transition:         [409, 'conflict_error',       'The gift request is past the point where this is possible.'],
  idempotency_key_reused:     [409, 'conflict_error',       'This Idempotency-Key came with another request before. Use a new key for a new request.'],
  idempotency_key_in_use:     [409, 'conflict_error',       'The first request with this Idempotency-Key is still running. Wait, then send it again.'],
  out_of_stock:               [409, 'conflict_error',       'A variant is out of stock.'],
  payload_too_large:          [413, 'api_error',            'The body is larger than 1 MiB.'],
  unsupported_media_type:     [415, 'api_error',            'Send the body as application/json.'],
  required:                   [422, 'validation_error',     'is required'],
  unknown_parameter:          [422, 'validation_error',     'is not a parameter of this operation'],
  invalid:                    [422, 'validation_error',     'is not valid'],
  invalid_format:             [422, 'validation_error',     'has the wrong form'],
  too_long:                   [422, 'validation_error',     'is too long'],
  too_many:                   [422, 'validation_error',     'has too many entries'],
  invalid_reference:          [422, 'validation_error',     'names nothing in this account'],
  not_allowed:                [422, 'validation_error',     'is not allowed here'],
  too_many_requests:          [429, 'rate_limit_error',     'Too many requests. Wait as long as Retry-After says.'],
  internal_error:             [500, 'server_error',         'Something went wrong on our side. Tell support the Request-Id.'],
  unavailable:                [503, 'server_error',         'The service cannot reach its database. Send the request again soon, with the same Idempotency-Key so that it is done once.'],
} as const satisfies Record<string, readonly [status: number, type: string, message: string]>

export type ErrorCode = keyof typeof errorCodes
export type ErrorType = (typeof errorCodes)[ErrorCode][1]

/** Codes of errors in one field. The status is 422 in a body, and 400 in a query string. */
export type FieldErrorCode = {
  [Code in ErrorCode]: (typeof errorCodes)[Code][1] extends 'validation_error' ? Code : never
}[ErrorCode]

/** An error in one field. `param` is a dot path such as `gift_requests.3.recipient.email`. */
export interface FieldError {
  code: FieldErrorCode | 'out_of_stock' | 'idempotency_key_reused'
  /** Empty for the body as a whole. */
  param: string
  message: string
  /** Set for a parameter of the query string. Otherwise the field is a member of the body. */
  in?: 'query'
}

export interface WireError {
  type: ErrorType
  code: ErrorCode
  message: string
  param?: string
}

/** Limits the number of reported errors, so that a response is not many times larger than its request. */
const maxFieldErrors = 1_000

/** An error of the caller. Domain code throws it, and one place converts it to the wire format. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fieldErrors: readonly FieldError[]
  readonly status: number
  /** When the request can be repeated; undefined for an error that waiting does not end. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    options: {
      message?: string
      fieldErrors?: readonly FieldError[]
      status?: number
      retryAfterSeconds?: number
    } = {},
  ) {
    super(options.message ?? errorCodes[code][2])
    this.name = 'Refusal'
    this.code = code
    this.fieldErrors = (options.fieldErrors ?? []).slice(0, maxFieldErrors)
    this.status = options.status ?? errorCodes[code][0]
    this.retryAfterSeconds = options.retryAfterSeconds ?? defaultWaits[code]
  }

  /** Returns the members of the `errors` array: all errors at once, up to a thousand. */
  errors(): WireError[] {
    if (this.fieldErrors.length === 0)
      return [{ type: errorCodes[this.code][1], code: this.code, message: this.message }]
    return this.fieldErrors.map(({ code, message, param }) => ({
      type: errorCodes[code][1],
      code,
      ...(param === '' ? { message: `The body ${message}.` } : { message, param }),
    }))
  }
}

const defaultWaits: Readonly<Partial<Record<ErrorCode, number>>> = {
  unavailable: 2,
  too_many_requests: 1,
}

/**
 * Throws all field errors of one request. Does nothing if there are none. The status is 400 if all of them concern
 * the query string, 422 otherwise (decisions §1).
 */
export function throwIfAny(
  fieldErrors: readonly FieldError[],
  status = fieldErrors.every((fieldError) => fieldError.in === 'query') ? 400 : 422,
): void {
  const [first] = fieldErrors
  if (first !== undefined) throw new ApiError(first.code, { fieldErrors, status })
}

/** Returns a resource of the account. Throws `not_found` without one. */
export function orNotFound<T>(resource: T | undefined): T {
  if (resource === undefined) throw new ApiError('not_found')
  return resource
}

/** Returns an error for each member or parameter that the operation does not have. */
export const toUnknownParameterErrors = (
  params: readonly string[],
  location?: 'query',
): FieldError[] =>
  params.map((param) => ({
    code: 'unknown_parameter',
    param: param === '' && location === 'query' ? '?' : param,
    message: param === '' ? 'has a parameter without a name' : errorCodes.unknown_parameter[2],
    ...(location === undefined ? {} : { in: location }),
  }))
