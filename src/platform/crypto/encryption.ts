import { createCipheriv, createDecipheriv, createSecretKey, hash, randomBytes } from 'node:crypto'
import { InvalidSetting } from '../lib/invalid-setting.ts'

/*
 * The layout of encrypted bytes: 1 · length of the key id · key id · nonce (12) · ciphertext · tag (16).
 * AES-256-GCM authenticates the context together with the bytes, so a secret that is copied to another row
 * cannot be decrypted there.
 */

/** Encrypts secrets before the database stores them. `context` binds a ciphertext to the row that owns it. */
export interface Cipher {
  encrypt(plaintext: string, context: string): Buffer
  decrypt(encrypted: Buffer, context: string): string
  /** The first bytes of every value that the current key encrypts. */
  readonly keyPrefix: Buffer
  /** The ids of all keys that can decrypt. The first key also encrypts. */
  readonly keyIds: readonly string[]
}

export interface Key {
  id: string
  bytes: Buffer
}

const layout = { version: 1, nonce: 12, tag: 16 } as const

/** Parses `id:base64,id:base64`. Throws `InvalidSetting`, whose message never contains parts of a key. */
export function parseKeyring(text: string): readonly Key[] {
  const keys = text.split(',').map((part) => parseKey(part.trim()))
  const ids = new Set(keys.map(({ id }) => id))
  if (ids.size !== keys.length) throw new InvalidSetting('must name each key only once')
  return keys
}

function parseKey(text: string): Key {
  const [, id, base64] = /^([A-Za-z0-9_.-]{1,32}):([A-Za-z0-9+/_-]+=*)$/.exec(text) ?? []
  const bytes = Buffer.from(base64 ?? '', 'base64')
  if (id === undefined || bytes.length !== 32)
    throw new InvalidSetting(
      'must be id:key, the key being 32 bytes in base64 (openssl rand -base64 32)',
    )
  return { id, bytes }
}

/**
 * Creates a cipher. Its first key encrypts, and every key decrypts. To rotate keys, an operator inserts a new
 * key before the others.
 */
export function createCipher(keyring: readonly Key[]): Cipher {
  const [current] = keyring
  if (current === undefined) throw new Error('a cipher needs a key')
  // Creates each key object once. A key object costs a quarter of the time of key bytes, which each operation
  // would convert again.
  const keys = new Map(keyring.map((key) => [key.id, createSecretKey(key.bytes)]))
  const currentKey = createSecretKey(current.bytes)

  const id = Buffer.from(current.id)
  const keyPrefix = Buffer.concat([Buffer.from([layout.version, id.length]), id])

  return {
    keyPrefix,
    keyIds: keyring.map((key) => key.id),
    encrypt(plaintext, context) {
      const nonce = randomBytes(layout.nonce)
      const cipher = createCipheriv('aes-256-gcm', currentKey, nonce)
      cipher.setAAD(Buffer.from(context))
      const ciphertext = [cipher.update(plaintext, 'utf8'), cipher.final()]
      return Buffer.concat([keyPrefix, nonce, ...ciphertext, cipher.getAuthTag()])
    },
    decrypt(encrypted, context) {
      const idLength = encrypted[1] ?? 0
      const nonceAt = 2 + idLength
      const textAt = nonceAt + layout.nonce
      const tagAt = encrypted.length - layout.tag
      if (encrypted[0] !== layout.version || tagAt < textAt)
        throw new Error('these bytes are not encrypted')
      const id = encrypted.toString('utf8', 2, nonceAt)
      const key = keys.get(id)
      if (key === undefined)
        throw new Error(`the key '${id}' that encrypted this value is not in BESTOW_SECRET_KEY`)
      const nonce = encrypted.subarray(nonceAt, textAt)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: layout.tag })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(encrypted.subarray(tagAt))
      const plaintext = decipher.update(encrypted.subarray(textAt, tagAt))
      return Buffer.concat([plaintext, decipher.final()]).toString('utf8')
    },
  }
}

export const sha256 = (text: string | Uint8Array): Buffer => hash('sha256', text, 'buffer')
