import { BestowError } from './errors.ts'

/** The reason for the rejection of a delivery. */
export type WebhookErrorReason =
  /** A header is missing: the request is not a delivery, or a proxy removed the header. */
  | 'missing_header'
  /** No secret matches: a forgery, the secret of another endpoint, or a modified body. */
  | 'bad_signature'
  /** Genuine, but too old or too far in the future: see `sentAt` and `now`. */
  | 'stale'
  /** Genuine, but the headers do not match the body. */
  | 'contradiction'
  /** Genuine, but with a payload version that you do not accept: see `versions`. */
  | 'other_version'
  /** Error in your code: the body was parsed before verification. Pass the exact bytes. */
  | 'body_was_parsed'
  /** Error in your code: there is no secret. */
  | 'no_secret'
  /** Error in your code: a secret contains a space or a line break. */
  | 'secret_has_whitespace'

// biome-ignore format: read down the columns
const statusByReason: Readonly<Record<WebhookErrorReason, 403 | 500>> = {
  missing_header:        403,
  bad_signature:         403,
  stale:                 403,
  contradiction:         403,
  other_version:         500,
  body_was_parsed:       500,
  no_secret:             500,
  secret_has_whitespace: 500,
}

/** A delivery that cannot be trusted, or that your code cannot verify. */
export class WebhookError extends BestowError {
  override name = 'WebhookError'
  readonly reason: WebhookErrorReason
  /** The status for your response: 403, or 500 if your code needs a fix and the service should retry. */
  override readonly status: 403 | 500
  /** The timestamp of the delivery. Only for `stale`. */
  readonly sentAt: Date | undefined
  /** The time of your clock. Only for `stale`. */
  readonly now: Date | undefined

  constructor(
    reason: WebhookErrorReason,
    message: string,
    times: { sentAt?: Date; now?: Date } = {},
  ) {
    super(message)
    this.reason = reason
    this.status = statusByReason[reason]
    this.sentAt = times.sentAt
    this.now = times.now
  }

  /** @deprecated Use `reason`. */
  get fault(): WebhookErrorReason {
    return this.reason
  }

  override toJSON(): Record<string, unknown> {
    const { name, message, status, reason, sentAt, now } = this
    return { name, message, status, reason, sentAt, now }
  }
}

/** @deprecated Use `WebhookErrorReason`. */
export type WebhookFault = WebhookErrorReason
