import { WebhookError } from './webhook-error.ts'

const text = new TextEncoder()

/** Lower-case hex of HMAC-SHA256 over `{prefix}{body}`. The key is the whole secret as UTF-8. */
export async function signatureOf(
  secret: string,
  prefix: string,
  body: Uint8Array,
): Promise<Uint8Array> {
  const key = await keyOf(secret, 'sign')
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, joined(prefix, body)))
}

/** Whether one of the secrets made one of the signatures. The comparison is the platform's, in constant time. */
export async function isSigned(
  secrets: readonly string[],
  signatures: ReadonlyArray<Uint8Array<ArrayBuffer>>,
  prefix: string,
  body: Uint8Array,
): Promise<boolean> {
  const data = joined(prefix, body)
  const keys = await Promise.all(secrets.map((secret) => keyOf(secret, 'verify')))
  const found = await Promise.all(
    keys.flatMap((key) =>
      signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, data)),
    ),
  )
  return found.includes(true)
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The bytes that a text in hex or base64 stands for; none when it is neither. */
export const bytesOfHex = (hex: string): Array<Uint8Array<ArrayBuffer>> =>
  /^[0-9a-f]{64}$/i.test(hex)
    ? [Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))]
    : []

export function bytesOfBase64(base64: string): Array<Uint8Array<ArrayBuffer>> {
  try {
    return [Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]
  } catch {
    return []
  }
}

/** Secrets as they were shown. A line break that came along from a file is said, not forgiven. */
export function checkedSecrets(secrets: string | readonly string[]): readonly string[] {
  const all = typeof secrets === 'string' ? [secrets] : (secrets ?? [])
  if (all.length === 0 || all.some((secret) => typeof secret !== 'string' || secret === ''))
    throw new WebhookError('no_secret', 'There is no signing secret, or it is empty.')
  if (all.some((secret) => /\s/.test(secret)))
    throw new WebhookError(
      'secret_has_whitespace',
      'A signing secret has a space or a line break in it. Take it away where the secret is set.',
    )
  return all
}

const keyOf = (secret: string, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', text.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    use,
  ])

function joined(prefix: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = text.encode(prefix)
  const all = new Uint8Array(start.length + body.length)
  all.set(start)
  all.set(body, start.length)
  return all
}
