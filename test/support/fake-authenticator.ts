import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/*
 * The devices of a user who signs in: an authenticator app (RFC 6238) and a passkey authenticator (WebAuthn).
 * The code follows the standards, without the libraries that the service uses.
 */

/** Returns the six-digit TOTP code of a base32 secret at a time. */
export function totpCode(secret: string, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A passkey authenticator that implements `navigator.credentials`. */
export interface Authenticator {
  create(options: { challenge: string }, overrides?: AuthenticatorOverrides): object
  get(options: { challenge: string }, overrides?: AuthenticatorOverrides): object
}

/** The values of a forged authenticator response. */
interface AuthenticatorOverrides {
  origin?: string
  host?: string
  /** The flags byte. 1 means that the user is present, 4 that the user is verified. */
  flags?: number
}

/** Creates a passkey authenticator. A synced passkey has no signature counter, so its count is always 0. */
export function createAuthenticator(origin: string, { isSynced = false } = {}): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  function authData(host: string, flags: number, credential = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(isSynced ? 0 : ++counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, credential])
  }

  const toHostname = (address: string) => new URL(address).hostname
  const toCredential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    create({ challenge }, { origin: from = origin, host = toHostname(origin), flags = 0x45 } = {}) {
      const client = clientData('webauthn.create', challenge, from)
      // The COSE key: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
      const key = cbor.map([
        [cbor.int(1), cbor.int(2)],
        [cbor.int(3), cbor.int(-7)],
        [cbor.int(-1), cbor.int(1)],
        [cbor.int(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
        [cbor.int(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key])
      const attestation = cbor.map([
        [cbor.text('fmt'), cbor.text('none')],
        [cbor.text('attStmt'), cbor.map([])],
        [cbor.text('authData'), cbor.bytes(authData(host, flags, credential))],
      ])
      return toCredential({
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    get({ challenge }, { origin: from = origin, host = toHostname(origin), flags = 0x05 } = {}) {
      const client = clientData('webauthn.get', challenge, from)
      const data = authData(host, flags)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return toCredential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()

/** An encoder for the subset of CBOR (RFC 8949) that WebAuthn needs. */
const cbor = {
  head(major: number, value: number): Buffer {
    if (value < 24) return Buffer.from([(major << 5) | value])
    if (value < 256) return Buffer.from([(major << 5) | 24, value])
    return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
  },
  int: (value: number) => (value < 0 ? cbor.head(1, -1 - value) : cbor.head(0, value)),
  bytes: (bytes: Buffer) => Buffer.concat([cbor.head(2, bytes.length), bytes]),
  text: (text: string) => Buffer.concat([cbor.head(3, text.length), Buffer.from(text)]),
  map: (pairs: [Buffer, Buffer][]) => Buffer.concat([cbor.head(5, pairs.length), ...pairs.flat()]),
}
