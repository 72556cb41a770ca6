import { createHmac, timingSafeEqual } from 'node:crypto'
import { computeSignature } from './signing.ts'

export interface SignatureInput {
  secret: string
  body: Buffer
  signature: string
  timestamp: string
  /** The maximum age of a delivery in seconds. An older delivery is rejected. */
  tolerance: number
  now: Date
}

export interface SignatureDiagnosis {
  genuine: boolean
  /** True if the signature is genuine and within the tolerance. */
  fresh: boolean
  /** The age of the signature in seconds. */
  age: number | null
  /** The input that differs from the signed input. Null if it cannot be determined. */
  differs: 'secret' | 'timestamp' | 'body' | 'signature' | null
  explanation: string
}

/**
 * Verifies a signature. If the signature does not match, the function finds the common mistake that explains
 * it.
 */
export function explainSignature(claim: SignatureInput): SignatureDiagnosis {
  const { signature, timestamp, tolerance, now } = claim
  const seconds = /^\d{9,11}$/.test(timestamp) ? Number(timestamp) : undefined
  const age = seconds === undefined ? null : Math.round(now.getTime() / 1000) - seconds
  if (signatureMatches(claim.secret, timestamp, claim.body, signature)) {
    const fresh = age !== null && Math.abs(age) <= tolerance
    return {
      genuine: true,
      fresh,
      age,
      differs: null,
      explanation: fresh ? 'The signature is valid.' : staleMessage(age, tolerance),
    }
  }
  const mistake = commonMistakes(claim).find(({ applies }) => applies())
  return {
    genuine: false,
    fresh: false,
    age,
    differs: mistake?.differs ?? null,
    explanation: mistake?.explanation ?? unexplainedMessage,
  }
}

const unexplainedMessage =
  'The signature is invalid, and no common mistake explains it. Either the secret belongs to another endpoint, or the body differs from the received bytes.'

const staleMessage = (age: number | null, tolerance: number) =>
  `The signature is valid, but it is ${age} seconds old; the tolerance is ${tolerance}. The delivery is a replay, or one of the clocks is wrong.`

function signatureMatches(
  secret: string,
  timestamp: string,
  body: Buffer,
  signature: string,
): boolean {
  const expected = Buffer.from(computeSignature(secret, timestamp, body))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

interface SignatureMistake {
  differs: NonNullable<SignatureDiagnosis['differs']>
  explanation: string
  applies: () => boolean
}

/** Lists the common mistakes: first the certain mistakes, then the possible mistakes. */
const commonMistakes = (claim: SignatureInput): SignatureMistake[] => [
  ...formatMistakes(claim),
  ...secretMistakes(claim),
  ...bodyMistakes(claim),
  ...timestampMistakes(claim),
  ...contentMistakes(claim),
]

const toHex = (signature: string) => signature.trim().toLowerCase()

/** Finds mistakes in the format of the signature. */
function formatMistakes({
  secret,
  body,
  signature,
  timestamp,
}: SignatureInput): SignatureMistake[] {
  const hex = toHex(signature)
  return [
    {
      differs: 'signature',
      explanation:
        'The signature has upper-case letters or white space: it must be 64 characters of lower-case hex.',
      applies: () => signature !== hex && signatureMatches(secret, timestamp, body, hex),
    },
    {
      differs: 'signature',
      explanation:
        'The signature is base64, but Service-Webhook-Signature is hex. Check that your code does not read webhook-signature.',
      applies: () => signature.replace(/^v1,/, '').endsWith('='),
    },
    {
      differs: 'signature',
      explanation:
        'The signature is not 64 characters of hex: a part is missing, or it is from another header.',
      applies: () => !/^[0-9a-f]{64}$/.test(hex),
    },
  ]
}

function secretMistakes({
  secret,
  body,
  signature,
  timestamp,
}: SignatureInput): SignatureMistake[] {
  const withSecret = (other: string) => () =>
    other !== secret && signatureMatches(other, timestamp, body, toHex(signature))
  return [
    {
      differs: 'secret',
      explanation: 'The secret has a space or a line break around it.',
      applies: withSecret(secret.trim()),
    },
    {
      differs: 'secret',
      explanation: 'The secret has quotation marks around it.',
      applies: withSecret(secret.replace(/^["']|["']$/g, '')),
    },
    {
      differs: 'secret',
      explanation: 'The secret lacks its prefix: the key is the whole text, including svc-whsec-.',
      applies: withSecret(`svc-whsec-${secret}`),
    },
    {
      differs: 'secret',
      explanation:
        'The secret has the Standard Webhooks format (whsec_…), which is for the other header. Use the secret as displayed.',
      applies: withSecret(Buffer.from(secret.replace(/^whsec_/, ''), 'base64').toString()),
    },
  ]
}

function bodyMistakes({ secret, body, signature, timestamp }: SignatureInput): SignatureMistake[] {
  const withBody = (other: Buffer) => () =>
    !other.equals(body) && signatureMatches(secret, timestamp, other, toHex(signature))
  const text = body.toString()
  return [
    {
      differs: 'body',
      explanation:
        'The body has a line break at its end that was not sent. Editors and `echo` add one.',
      applies: withBody(Buffer.from(text.replace(/\r?\n$/, ''))),
    },
    {
      differs: 'body',
      explanation: 'The body has the line breaks of another operating system.',
      applies: withBody(Buffer.from(text.replaceAll('\r\n', '\n'))),
    },
    {
      differs: 'body',
      explanation: 'The body starts with a byte order mark that was not sent.',
      applies: withBody(Buffer.from(text.replace(/^\ufeff/, ''))),
    },
    {
      differs: 'body',
      explanation:
        'The body was parsed and serialized again. Use the raw bytes, before any parser.',
      applies: () => reserialize(text).some((other) => withBody(Buffer.from(other))()),
    },
  ]
}

function timestampMistakes({
  secret,
  body,
  signature,
  timestamp,
}: SignatureInput): SignatureMistake[] {
  const withTime = (other: string) => () =>
    other !== timestamp && signatureMatches(secret, other, body, toHex(signature))
  return [
    {
      differs: 'timestamp',
      explanation: 'The timestamp is in milliseconds. The header has seconds.',
      applies: withTime(timestamp.slice(0, -3)),
    },
    {
      differs: 'timestamp',
      explanation: 'The timestamp has white space around it.',
      applies: withTime(timestamp.trim()),
    },
  ]
}

/** Finds mistakes in the signed content. The content must be the timestamp, a full stop and the body. */
function contentMistakes({
  secret,
  body,
  signature,
  timestamp,
}: SignatureInput): SignatureMistake[] {
  const equalsHex = (bytes: Buffer) => toHex(signature) === bytes.toString('hex')
  const mac = (data: string | Buffer) => createHmac('sha256', secret).update(data).digest()
  return [
    {
      differs: 'signature',
      explanation: 'Only the body was signed. Sign the timestamp, a full stop and the body.',
      applies: () => equalsHex(mac(body)),
    },
    {
      differs: 'signature',
      explanation: 'The full stop between the timestamp and the body is missing.',
      applies: () => equalsHex(mac(Buffer.concat([Buffer.from(timestamp), body]))),
    },
  ]
}

/**
 * Formats a JSON text in the ways that are common: compact, and indented by two or four spaces. Returns an
 * empty list for text that is not JSON.
 */
function reserialize(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    return [JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)]
  } catch {
    return []
  }
}
