import type { SignatureCheckResult } from '#web/admin-api.ts'
import { t } from '#web/i18n/developers.ts'

/** A text for each mistake that says how to correct it. */
export const mistakeTexts: Readonly<Record<NonNullable<SignatureCheckResult['mistake']>, string>> =
  {
    signature_case: t('It has upper-case letters or white space. Send lower-case hex.'),
    signature_base64: t(
      'It is in base64. Service-Webhook-Signature is in hex; only webhook-signature is in base64.',
    ),
    signature_length: t(
      'It is not 64 characters of hex: a part is missing, or it is another hash.',
    ),
    secret_whitespace: t(
      'The secret of your code has a space or a line break around it. Trim what you read from a file.',
    ),
    secret_quotes: t('The secret of your code has quotation marks around it. Remove them.'),
    secret_prefix: t(
      'The secret of your code lacks its prefix. The key is the whole text, including svc-whsec-.',
    ),
    secret_standard: t(
      'Your code uses the secret in the format whsec_… as text. Use the secret as displayed.',
    ),
    secret_previous: t(
      'Your code uses the previous secret, which still signs until the rotation ends. Change to the new one.',
    ),
    body_line_end: t(
      'The body of your code ends with another line break. Sign exactly the bytes that arrive.',
    ),
    body_line_breaks: t(
      'Your code has the line breaks of another operating system. Read the body as bytes, not as text.',
    ),
    body_byte_order_mark: t('The body of your code starts with a byte order mark. Remove it.'),
    body_parsed: t(
      'Your code parses the body and serializes it again. Sign the raw bytes, before any parser.',
    ),
    body_encoding: t('Your code reads the body as Latin-1. Use the raw bytes, or UTF-8.'),
    timestamp_milliseconds: t(
      'Your code signs a timestamp in milliseconds. Use the header as it is, in seconds.',
    ),
    content_body_only: t(
      'Your code signs the body alone. Sign the timestamp, a full stop and the body.',
    ),
    content_no_dot: t('The full stop between the timestamp and the body is missing.'),
    content_without_key: t('Your code hashes without the secret. Use HMAC-SHA256 with the secret.'),
    unknown: t(
      'No common mistake explains it. Either the secret belongs to another endpoint, or the body differs from the one above.',
    ),
  }
