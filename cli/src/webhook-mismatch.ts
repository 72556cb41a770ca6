import { createHmac, timingSafeEqual } from 'node:crypto'
import { signatureOf } from './signing.ts'

export interface Claim {
  secret: string
  body: Buffer
  signature: string
  timestamp: string
  /** Seconds. */
  tolerance: number
  now: Date
}

export interface Finding {
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
export function explain(claim: Claim): Finding {
  const { signature, timestamp, tolerance, now } = claim
  const seconds = /^\d{9,11}$/.test(timestamp) ? Number(timestamp) : undefined
  const age = seconds === undefined ? null : Math.round(now.getTime() / 1000) - seconds
  if (fits(claim.secret, timestamp, claim.body, signature)) {
    const fresh = age !== null && Math.abs(age) <= tolerance
    return {
      genuine: true,
      fresh,
      age,
      differs: null,
      explanation: fresh ? 'It fits.' : staleWords(age, tolerance),
    }
  }
  const mistake = mistakes(claim).find(({ isIt }) => isIt())
  return {
    genuine: false,
    fresh: false,
    age,
    differs: mistake?.differs ?? null,
    explanation: mistake?.words ?? unexplained,
  }
}

const unexplained =
  'The signature does not fit, and none of the usual mistakes explains it. Either the secret is another endpoint’s, or the body is not the bytes that arrived.'

const staleWords = (age: number | null, tolerance: number) =>
  `The signature fits, and it was made ${age} seconds ago: more than ${tolerance} away. A replay, or one of the clocks is wrong.`

function fits(secret: string, timestamp: string, body: Buffer, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, timestamp, body))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

interface Mistake {
  differs: NonNullable<Finding['differs']>
  words: string
  isIt: () => boolean
}

/** From what is surely wrong to what only might be. */
function mistakes({ secret, body, signature, timestamp }: Claim): Mistake[] {
  const hex = signature.trim().toLowerCase()
  const withSecret = (other: string) => () => other !== secret && fits(other, timestamp, body, hex)
  const withBody = (other: Buffer) => () =>
    !other.equals(body) && fits(secret, timestamp, other, hex)
  const withTime = (other: string) => () => other !== timestamp && fits(secret, other, body, hex)
  const text = body.toString()
  const is = (bytes: Buffer) => hex === bytes.toString('hex')
  const mac = (data: string | Buffer) => createHmac('sha256', secret).update(data).digest()
  return [
    {
      differs: 'signature',
      words:
        'The signature has other letters or white space around it: it is 64 characters of lower-case hex.',
      isIt: () => signature !== hex && fits(secret, timestamp, body, hex),
    },
    {
      differs: 'signature',
      words:
        'This is base64. Service-Webhook-Signature is hex; is it webhook-signature that you read?',
      isIt: () => signature.replace(/^v1,/, '').endsWith('='),
    },
    {
      differs: 'signature',
      words:
        'The signature is not 64 characters of hex: a part of it is missing, or it is another header.',
      isIt: () => !/^[0-9a-f]{64}$/.test(hex),
    },
    {
      differs: 'secret',
      words: 'The secret has a space or a line break around it.',
      isIt: withSecret(secret.trim()),
    },
    {
      differs: 'secret',
      words: 'The secret has quotation marks around it.',
      isIt: withSecret(secret.replace(/^["']|["']$/g, '')),
    },
    {
      differs: 'secret',
      words: 'The secret lacks its prefix: the key is the whole text, with svc-whsec- in front.',
      isIt: withSecret(`svc-whsec-${secret}`),
    },
    {
      differs: 'secret',
      words:
        'The form of Standard Webhooks (whsec_…) was used for the other header. Use the secret as it was shown.',
      isIt: withSecret(Buffer.from(secret.replace(/^whsec_/, ''), 'base64').toString()),
    },
    {
      differs: 'body',
      words:
        'The body has a line break at its end that was not sent. An editor or `echo` adds one.',
      isIt: withBody(Buffer.from(text.replace(/\r?\n$/, ''))),
    },
    {
      differs: 'body',
      words: 'The body has line breaks of another system.',
      isIt: withBody(Buffer.from(text.replaceAll('\r\n', '\n'))),
    },
    {
      differs: 'body',
      words: 'The body begins with a byte order mark that was not sent.',
      isIt: withBody(Buffer.from(text.replace(/^\ufeff/, ''))),
    },
    {
      differs: 'body',
      words: 'The body was parsed and written again. Take the raw bytes, before any parser.',
      isIt: () => rewritten(text).some((other) => withBody(Buffer.from(other))()),
    },
    {
      differs: 'timestamp',
      words: 'The timestamp is in milliseconds. The header has seconds.',
      isIt: withTime(timestamp.slice(0, -3)),
    },
    {
      differs: 'timestamp',
      words: 'The timestamp has white space around it.',
      isIt: withTime(timestamp.trim()),
    },
    {
      differs: 'signature',
      words: 'Only the body was signed. It is the timestamp, a full stop, and the body.',
      isIt: () => is(mac(body)),
    },
    {
      differs: 'signature',
      words: 'The full stop between the timestamp and the body is missing.',
      isIt: () => is(mac(Buffer.concat([Buffer.from(timestamp), body]))),
    },
  ]
}

/** The ways in which JSON is mostly written. */
function rewritten(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    return [JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)]
  } catch {
    return []
  }
}
