import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'

/*
 * Asymmetric signatures of Standard Webhooks: `v1a,` and an Ed25519 signature. A receiver needs the public key only, so
 * a leak at the receiver lets no one forge deliveries.
 */

const publicPrefix = 'whpk_'
const privatePrefix = 'whsk_'

/** PKCS #8 of an Ed25519 seed, without the seed (RFC 8410). */
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Returns the encryption context of an endpoint's private key. */
export const signingKeyContext = (endpoint_id: string): string =>
  `webhooks.endpoint signing key ${endpoint_id}`

/** Generates a key pair in the formats of Standard Webhooks. The private key is the 32-byte seed. */
export function generateSigningKey(): { private_key: string; public_key: string } {
  const { privateKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32)
  const public_key = encodePublicKey(privateKey)
  return { private_key: privatePrefix + seed.toString('base64'), public_key }
}

const encodePublicKey = (privateKey: KeyObject) =>
  publicPrefix +
  createPublicKey(privateKey)
    .export({ type: 'spki', format: 'der' })
    .subarray(-32)
    .toString('base64')

/** Parses a generated private key. Throws for other text. */
export function parseSigningKey(text: string): KeyObject {
  const seed = Buffer.from(text.slice(privatePrefix.length), 'base64')
  if (!text.startsWith(privatePrefix) || seed.length !== 32)
    throw new Error('the text is not an Ed25519 key')
  return createPrivateKey({ key: Buffer.concat([pkcs8Header, seed]), format: 'der', type: 'pkcs8' })
}

/** Returns one entry of the header `webhook-signature`, over `{id}.{timestamp}.{body}`. */
export const computeEd25519Signature = (
  key: KeyObject,
  id: string,
  timestamp: number,
  body: Buffer,
): string => {
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  return `v1a,${sign(null, signed, key).toString('base64')}`
}
