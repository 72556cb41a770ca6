import { concatBytes, decodeBase64 } from './signature.ts'
import { WebhookError } from './webhook-error.ts'

/*
 * Asymmetric signatures of Standard Webhooks. They use Ed25519 and a public key such as `whpk_…`. The code
 * never uses a public key as an HMAC secret, because everyone may know a public key.
 */

const prefix = 'whpk_'

/** Splits the configured keys into HMAC secrets and public keys. */
export function splitKeys(all: readonly string[]): { secrets: string[]; publicKeys: string[] } {
  const isPublic = (each: string) => each.startsWith(prefix)
  return { secrets: all.filter((each) => !isPublic(each)), publicKeys: all.filter(isPublic) }
}

/** Returns whether one of the public keys verifies one of the signatures over `{prefix}{body}`. */
export async function hasValidKeySignature(
  publicKeys: readonly string[],
  signatures: ReadonlyArray<Uint8Array<ArrayBuffer>>,
  signedPrefix: string,
  body: Uint8Array,
): Promise<boolean> {
  const data = concatBytes(signedPrefix, body)
  const keys = await Promise.all(publicKeys.map(importPublicKey))
  const results = await Promise.all(
    keys.flatMap((key) =>
      signatures.map((signature) => crypto.subtle.verify('Ed25519', key, signature, data)),
    ),
  )
  return results.includes(true)
}

async function importPublicKey(text: string) {
  const [bytes] = decodeBase64(text.slice(prefix.length))
  if (bytes?.length !== 32)
    throw new WebhookError('no_secret', 'A public key must be whpk_ and 32 bytes in base64.')
  return crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify'])
}
