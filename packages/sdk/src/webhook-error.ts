import { BestowError } from './errors.ts'

/** Why a delivery was not taken. */
export type WebhookErrorReason =
  /** A header is not there: it is no delivery, or something on the way dropped it. */
  | 'missing_header'
  /** No secret matches: a forgery, the secret of another endpoint, or bytes that were changed on the way. */
  | 'bad_signature'
  /** Genuine, and too old or too far in the future: see `sentAt` and `now`. */
  | 'stale'
  /** Genuine, but headers and body contradict each other. */
  | 'contradiction'
  /** Genuine, but of a payload version that you do not take: see `versions`. */
  | 'other_version'
  /** Your side: the body was parsed before it came here. The exact bytes are needed. */
  | 'body_was_parsed'
  /** Your side: there is no secret. */
  | 'no_secret'
  /** Your side: a secret has a space or a line break around or in it. */
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

/** A delivery that cannot be trusted, or that your side is not able to look at. */
export class WebhookError extends BestowError {
  override name = 'WebhookError'
  readonly reason: WebhookErrorReason
  /** What to answer: 403, or 500 when your side has to be mended and the event should come again. */
  override readonly status: 403 | 500
  /** When the delivery says that it was sent. With `stale`. */
  readonly sentAt: Date | undefined
  /** What your clock said. With `stale`. */
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

  override toJSON(): Record<string, unknown> {
    const { name, message, status, reason, sentAt, now } = this
    return { name, message, status, reason, sentAt, now }
  }
}
