import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SignatureMistake } from '#contract/signature-mistakes'
import { toStandardSecret } from '../engine/signing.ts'

/** A signature that a developer's code computed for the timestamp and the body of a request. */
export interface ComputedSignature {
  timestamp: string
  body: string
  signature: string
}

/**
 * Returns null for a valid signature. Otherwise, returns the mistake in its computation. `bestow webhook
 * verify` explains the same mistakes on the machine of the developer, where the secret and the body may be
 * wrong. In this function both are right, and only the code may be wrong.
 *
 * @param secrets the current secret, and then the previous one if it still signs
 */
export function findSignatureMistake(
  [secret = '', previous]: readonly string[],
  { timestamp, body, signature: given }: ComputedSignature,
): SignatureMistake | null {
  const signature = given.trim()
  const hex = signature.toLowerCase()
  const isMac = (key: string, content: Buffer) => isEqual(hex, computeMac(key, content, 'hex'))
  const content = join(timestamp, body)
  if (isEqual(given, computeMac(secret, content, 'hex'))) return null
  if (isMac(secret, content)) return 'signature_case'
  if (isEqual(signature.replace(/^v1,/, ''), computeMac(secret, content, 'base64')))
    return 'signature_base64'
  if (previous !== undefined && isMac(previous, content)) return 'secret_previous'
  for (const [mistake, keys] of wrongSecrets(secret))
    if (keys.some((key) => isMac(key, content))) return mistake
  for (const [mistake, contents] of wrongContents(timestamp, body))
    if (contents.some((other) => isMac(secret, other))) return mistake
  if (isEqual(hex, createHash('sha256').update(content).digest('hex'))) return 'content_without_key'
  return /^[0-9a-f]{64}$/.test(hex) ? 'unknown' : 'signature_length'
}

const computeMac = (key: string, content: Buffer, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(content).digest(encoding)

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const join = (timestamp: string, body: string | Buffer) =>
  Buffer.concat([Buffer.from(`${timestamp}.`), Buffer.from(body)])

/** Lists changed secrets: configuration files and shells can change a secret like this. */
const wrongSecrets = (secret: string): [SignatureMistake, string[]][] => [
  ['secret_whitespace', [`${secret}\n`, `${secret}\r\n`, `${secret} `, ` ${secret}`]],
  ['secret_quotes', [`"${secret}"`, `'${secret}'`]],
  ['secret_prefix', [secret.replace(/^svc-whsec-/, '')]],
  ['secret_standard', [toStandardSecret(secret)]],
]

/** Lists wrong forms of the signed content, as wrong code builds them. */
function wrongContents(timestamp: string, body: string): [SignatureMistake, Buffer[]][] {
  const withBody = (...bodies: (string | Buffer)[]) => bodies.map((each) => join(timestamp, each))
  const latin1 = Buffer.from(Buffer.from(body).toString('latin1'))
  return [
    ['body_line_end', withBody(`${body}\n`, `${body}\r\n`, body.replace(/\r?\n$/, ''))],
    ['body_line_breaks', withBody(body.replace(/\r?\n/g, '\r\n'), body.replaceAll('\r\n', '\n'))],
    ['body_byte_order_mark', withBody(`\ufeff${body}`)],
    ['body_parsed', withBody(...reserialize(body))],
    ['body_encoding', withBody(latin1, Buffer.from(body, 'latin1'))],
    ['timestamp_milliseconds', [join(`${timestamp}000`, body)]],
    ['content_body_only', [Buffer.from(body)]],
    ['content_no_dot', [Buffer.from(`${timestamp}${body}`)]],
  ]
}

/** Serializes the body again, in the ways of common serializers. */
function reserialize(body: string): string[] {
  try {
    const value: unknown = JSON.parse(body)
    return [undefined, 2, 4, '\t'].map((indent) => JSON.stringify(value, null, indent))
  } catch {
    return []
  }
}
