import { BestowError } from './errors.ts'

/** The reason for the rejection of a delivery. */
export type WebhookErrorReason =
  /** A header is missing: the request is not a delivery, or a proxy removed the header. */
  | 'missing_header'
  /**
   * No secret matches the signature. The delivery is forged, the secret belongs to another endpoint, or the
   * body was modified.
   */
  | 'bad_signature'
  /** The delivery is genuine, but too old or too far in the future. See `sentAt` and `now`. */
  | 'stale'
  /** The delivery is genuine, but its headers do not match the body. */
  | 'contradiction'
  /** The delivery is genuine, but you do not accept its payload version. See `versions`. */
  | 'other_version'
  /** Your code has an error: it parsed the body before the verification. Pass the exact bytes. */
  | 'body_was_parsed'
  /** Your code has an error: it passes no secret. */
  | 'no_secret'
  /** Your code has an error: a secret contains a space or a line break. */
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

/** An error for a delivery that cannot be trusted, or that your code cannot verify. */
export class WebhookError extends BestowError {
  override name = 'WebhookError'
  readonly reason: WebhookErrorReason
  /**
   * The status for your response. It is 403, or 500 if your code needs a fix and the service should retry.
   */
  override readonly status: 403 | 500
  /** The timestamp of the delivery. Defined only for the reason `stale`. */
  readonly sentAt: Date | undefined
  /** The time of your clock. Defined only for the reason `stale`. */
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
