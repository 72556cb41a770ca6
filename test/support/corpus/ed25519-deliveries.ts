import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import {
  bytes,
  type Case,
  created,
  delivery,
  forged,
  genuine,
  headers,
  hmac,
  now,
  rejected,
  secret,
  standard,
} from './delivery-case.ts'

/*
 * Deliveries with Ed25519 signatures of Standard Webhooks. The keys are fixed, so
 * that the corpus does not change.
 */

const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex')

function createSigner(seedByte: number) {
  const seed = Buffer.alloc(32, seedByte)
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Header, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const encoded = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32)
  return {
    publicKey: toPublicKey(encoded),
    sign: (timestamp = now, body = created.body) =>
      sign(null, Buffer.from(`${genuine.id}.${timestamp}.${body}`), privateKey),
  }
}

const toPublicKey = (encoded: Buffer) => `whpk_${encoded.toString('base64')}`
const signer = createSigner(1)
const otherSigner = createSigner(2)
const secrets = [signer.publicKey]

/** Returns the headers of a delivery with these signatures. */
const signedBy = (...signatures: (Buffer | string)[]) => ({
  ...standard,
  'webhook-signature': signatures
    .map((each) => (typeof each === 'string' ? each : `v1a,${each.toString('base64')}`))
    .join(' '),
})

const ed25519 = (name: string, more: Partial<Case>) =>
  delivery(`Ed25519: ${name}`, {}, { secrets, headers: signedBy(signer.sign()), ...more })

export const ed25519Deliveries = (): Case[] => [
  ...genuineSignatures(),
  ...forgedSignatures(),
  ...malleableSignatures(),
  ...invalidKeys(),
]

function genuineSignatures(): Case[] {
  const both = { ...headers, ...signedBy(standard['webhook-signature'], signer.sign()) }
  const rotated = { headers: signedBy(otherSigner.sign(), signer.sign()) }
  const attention = '{"kind":"backordered","cleared_at":null,"status":"open"}'
  return [
    ed25519('only the headers of Standard Webhooks', {}),
    ed25519('all headers', { headers: both }),
    ed25519('a receiver with a public key and a secret', { secrets: [secret, signer.publicKey] }),
    ed25519('a delivery with HMAC only, for a receiver with a public key and a secret', {
      headers,
      secrets: [signer.publicKey, secret],
    }),
    ed25519('rotated, receiver with the old key', rotated),
    ed25519('rotated, receiver with the new key', { ...rotated, secrets: [otherSigner.publicKey] }),
    ed25519('receiver with both keys', { secrets: [otherSigner.publicKey, signer.publicKey] }),
    ed25519('an attention event without the header of its type', {
      headers: signedBy(signer.sign(now, attention)),
      body_base64: bytes(attention),
      expected: { ...genuine, type: 'attention.backordered', status: 'open' },
    }),
    ed25519('301 seconds old', {
      headers: { ...signedBy(signer.sign(now - 301)), 'webhook-timestamp': String(now - 301) },
      ...rejected('stale'),
    }),
  ]
}

function forgedSignatures(): Case[] {
  const asSecret = hmac(signer.publicKey, `${genuine.id}.${now}.`, created.body).toString('base64')
  return [
    ed25519('key of another endpoint', { headers: signedBy(otherSigner.sign()), ...forged }),
    ed25519('a changed byte in the body', {
      body_base64: bytes(created.body.replace('G-1', 'G-2')),
      ...forged,
    }),
    ed25519('another id', {
      headers: { ...signedBy(signer.sign()), 'webhook-id': 'x' },
      ...forged,
    }),
    ed25519('a timestamp that was renewed', {
      headers: { ...signedBy(signer.sign()), 'webhook-timestamp': String(now + 1) },
      ...forged,
    }),
    ed25519('the public key as an HMAC secret', { headers: signedBy(`v1,${asSecret}`), ...forged }),
    ed25519('the public key as the secret of the other headers', {
      headers: {
        ...headers,
        'service-webhook-signature': hmac(signer.publicKey, `${now}.`, created.body).toString(
          'hex',
        ),
      },
      ...rejected('missing_header'),
    }),
    ed25519('a signature under the name of HMAC', {
      headers: signedBy(`v1,${signer.sign().toString('base64')}`),
      ...forged,
    }),
    ed25519('half a signature', { headers: signedBy(signer.sign().subarray(0, 32)), ...forged }),
    ed25519('a byte behind the signature', {
      headers: signedBy(Buffer.concat([signer.sign(), Buffer.alloc(1)])),
      ...forged,
    }),
    ed25519('a signature that is not base64', { headers: signedBy('v1a,%%%'), ...forged }),
    ed25519('an empty signature', { headers: signedBy('v1a,'), ...forged }),
    ed25519('hundreds of signatures', {
      headers: signedBy(...Array<string>(300).fill('v1a,AAAA'), signer.sign()),
      ...forged,
    }),
    ed25519('no signature', {
      headers: { 'webhook-id': genuine.id, 'webhook-timestamp': String(now) },
      ...rejected('missing_header'),
    }),
  ]
}

const order = 2n ** 252n + 27742317777372353535851937790883648493n
const prime = 2n ** 255n - 19n

/** Encodes a number in 32 bytes, little-endian. */
const encodeNumber = (number: bigint) =>
  Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse()
const decodeNumber = (encoded: Buffer) =>
  BigInt(`0x${Buffer.from(encoded).reverse().toString('hex')}`)

/** Returns cases with other signature bytes that lenient verifiers accept (RFC 8032, 5.1.7 and 8.4). */
function malleableSignatures(): Case[] {
  const signature = signer.sign()
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)]
  const withS = (number: bigint) => Buffer.concat([r, encodeNumber(number)])
  const identity = encodeNumber(1n)
  const ofIdentity = signedBy(Buffer.concat([identity, Buffer.alloc(32)]))
  return [
    ed25519('S plus the order of the group', {
      headers: signedBy(withS(decodeNumber(s) + order)),
      ...forged,
    }),
    ed25519('S with its highest bit set', {
      headers: signedBy(withS(decodeNumber(s) + 2n ** 255n)),
      ...forged,
    }),
    ed25519('zero bytes', { headers: signedBy(Buffer.alloc(64)), ...forged }),
    ed25519('the identity as R, and S is 0', { headers: ofIdentity, ...forged }),
    ...Object.entries({
      'the identity': identity,
      'the identity in another encoding': encodeNumber(prime + 1n),
      'the identity with a sign': encodeNumber(1n + 2n ** 255n),
      'zero bytes, a point of order 4': Buffer.alloc(32),
      'the point of order 2': encodeNumber(prime - 1n),
      'a point of order 8': Buffer.from(
        'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
        'hex',
      ),
    }).map(([name, key]) =>
      ed25519(`the key is ${name}`, {
        secrets: [toPublicKey(key)],
        headers: ofIdentity,
        ...forged,
      }),
    ),
  ]
}

function invalidKeys(): Case[] {
  const invalid = [
    'whpk_',
    'whpk_%%%',
    `${signer.publicKey.slice(0, 20)}`,
    `whpk_${'A'.repeat(80)}`,
  ]
  return invalid.map((key, index) =>
    ed25519(`an invalid key ${index + 1}`, { secrets: [key], ...rejected('no_secret', 500) }),
  )
}
