import { createHmac, timingSafeEqual } from 'node:crypto'
import { computeSignature } from './signing.ts'

export interface SignatureInput {
  secret: string
  body: Buffer
  signature: string
  timestamp: string
  /** Seconds. */
  tolerance: number
  now: Date
}

export interface SignatureDiagnosis {
  genuine: boolean
  /** Within the tolerance; of a genuine one. */
  fresh: boolean
  /** Seconds since it was signed. */
  age: number | null
  /** Which of the three is not as it was when it was signed, where that can be told. */
  differs: 'secret' | 'timestamp' | 'body' | 'signature' | null
  explanation: string
}

/** Whether the signature fits; and if not, which usual mistake would make it fit. */
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
      explanation: fresh ? 'It fits.' : staleMessage(age, tolerance),
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
  'The signature does not fit, and none of the usual mistakes explains it. Either the secret is another endpoint’s, or the body is not the bytes that arrived.'

const staleMessage = (age: number | null, tolerance: number) =>
  `The signature fits, and it was made ${age} seconds ago: more than ${tolerance} away. A replay, or one of the clocks is wrong.`

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

/** From what is surely wrong to what only might be. */
function commonMistakes({
  secret,
  body,
  signature,
  timestamp,
}: SignatureInput): SignatureMistake[] {
  const hex = signature.trim().toLowerCase()
  const withSecret = (other: string) => () =>
    other !== secret && signatureMatches(other, timestamp, body, hex)
  const withBody = (other: Buffer) => () =>
    !other.equals(body) && signatureMatches(secret, timestamp, other, hex)
  const withTime = (other: string) => () =>
    other !== timestamp && signatureMatches(secret, other, body, hex)
  const text = body.toString()
  const equalsHex = (bytes: Buffer) => hex === bytes.toString('hex')
  const mac = (data: string | Buffer) => createHmac('sha256', secret).update(data).digest()
  return [
    {
      differs: 'signature',
      explanation:
        'The signature has other letters or white space around it: it is 64 characters of lower-case hex.',
      applies: () => signature !== hex && signatureMatches(secret, timestamp, body, hex),
    },
    {
      differs: 'signature',
      explanation:
        'This is base64. Service-Webhook-Signature is hex; is it webhook-signature that you read?',
      applies: () => signature.replace(/^v1,/, '').endsWith('='),
    },
    {
      differs: 'signature',
      explanation:
        'The signature is not 64 characters of hex: a part of it is missing, or it is another header.',
      applies: () => !/^[0-9a-f]{64}$/.test(hex),
    },
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
      explanation:
        'The secret lacks its prefix: the key is the whole text, with svc-whsec- in front.',
      applies: withSecret(`svc-whsec-${secret}`),
    },
    {
      differs: 'secret',
      explanation:
        'The form of Standard Webhooks (whsec_…) was used for the other header. Use the secret as it was shown.',
      applies: withSecret(Buffer.from(secret.replace(/^whsec_/, ''), 'base64').toString()),
    },
    {
      differs: 'body',
      explanation:
        'The body has a line break at its end that was not sent. An editor or `echo` adds one.',
      applies: withBody(Buffer.from(text.replace(/\r?\n$/, ''))),
    },
    {
      differs: 'body',
      explanation: 'The body has line breaks of another system.',
      applies: withBody(Buffer.from(text.replaceAll('\r\n', '\n'))),
    },
    {
      differs: 'body',
      explanation: 'The body begins with a byte order mark that was not sent.',
      applies: withBody(Buffer.from(text.replace(/^\ufeff/, ''))),
    },
    {
      differs: 'body',
      explanation: 'The body was parsed and written again. Take the raw bytes, before any parser.',
      applies: () => reserialize(text).some((other) => withBody(Buffer.from(other))()),
    },
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
    {
      differs: 'signature',
      explanation: 'Only the body was signed. It is the timestamp, a full stop, and the body.',
      applies: () => equalsHex(mac(body)),
    },
    {
      differs: 'signature',
      explanation: 'The full stop between the timestamp and the body is missing.',
      applies: () => equalsHex(mac(Buffer.concat([Buffer.from(timestamp), body]))),
    },
  ]
}

/** The ways in which JSON is mostly written. */
function reserialize(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    return [JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)]
  } catch {
    return []
  }
}
