/** The mistakes of code that computes the signature of a webhook, as the check of the admin area names them. */
export const signatureMistakes = [
  'signature_case',
  'signature_base64',
  'signature_length',
  'secret_whitespace',
  'secret_quotes',
  'secret_prefix',
  'secret_standard',
  'secret_previous',
  'body_line_end',
  'body_line_breaks',
  'body_byte_order_mark',
  'body_parsed',
  'body_encoding',
  'timestamp_milliseconds',
  'content_body_only',
  'content_no_dot',
  'content_without_key',
  'unknown',
] as const
export type SignatureMistake = (typeof signatureMistakes)[number]
