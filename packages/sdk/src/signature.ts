import { WebhookError } from './webhook-error.ts'

const encoder = new TextEncoder()

/** Computes HMAC-SHA256 over `{prefix}{body}`, in lower-case hex. The key is the whole secret as UTF-8. */
export async function computeSignature(
  secret: string,
  prefix: string,
  body: Uint8Array,
): Promise<Uint8Array> {
  const key = await importKey(secret, 'sign')
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, concatBytes(prefix, body)))
}

/**
 * Returns whether one of the secrets produces one of the signatures. `crypto.subtle.verify` compares in
 * constant time.
 */
export async function hasValidSignature(
  secrets: readonly string[],
  signatures: ReadonlyArray<Uint8Array<ArrayBuffer>>,
  prefix: string,
  body: Uint8Array,
): Promise<boolean> {
  const data = concatBytes(prefix, body)
  const keys = await Promise.all(secrets.map((secret) => importKey(secret, 'verify')))
  const results = await Promise.all(
    keys.flatMap((key) =>
      signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, data)),
    ),
  )
  return results.includes(true)
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Decodes a hash of 32 bytes in hex. `decodeBase64` decodes base64. Both functions return no bytes for other
 * text.
 */
export const decodeHex = (hex: string): Array<Uint8Array<ArrayBuffer>> =>
  /^[0-9a-f]{64}$/i.test(hex)
    ? [Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))]
    : []

export function decodeBase64(base64: string): Array<Uint8Array<ArrayBuffer>> {
  try {
    return [Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]
  } catch {
    return []
  }
}

/**
 * Validates secrets in the form in which the service shows them. A line break, for example from a file, is an
 * error. The function does not remove it.
 */
export function validateSecrets(secrets: string | readonly string[]): readonly string[] {
  const list = typeof secrets === 'string' ? [secrets] : (secrets ?? [])
  if (list.length === 0 || list.some((secret) => typeof secret !== 'string' || secret === ''))
    throw new WebhookError('no_secret', 'The signing secret is missing or empty.')
  if (list.some((secret) => /\s/.test(secret)))
    throw new WebhookError(
      'secret_has_whitespace',
      'A signing secret contains a space or a line break. Remove it where the secret is set.',
    )
  return list
}

const importKey = (secret: string, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    use,
  ])

export function concatBytes(prefix: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefixBytes = encoder.encode(prefix)
  const bytes = new Uint8Array(prefixBytes.length + body.length)
  bytes.set(prefixBytes)
  bytes.set(body, prefixBytes.length)
  return bytes
}
