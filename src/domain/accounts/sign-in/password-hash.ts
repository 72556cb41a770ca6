import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/*
 * argon2id in the usual text form, parameters included: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
 * So stronger parameters can be chosen later, and old hashes still be checked.
 */

interface Argon2Params {
  memory: number // KiB
  passes: number
  parallelism: number
}

const defaultParams: Argon2Params = { memory: 19_456, passes: 2, parallelism: 1 }
const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, 32, defaultParams)
  const { memory, passes, parallelism } = defaultParams
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(hash)}`
}

/** Whether the hash is this password's. With no hash to compare it takes as long, and is not. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = phcPattern.exec(hash ?? '') ?? []
  if (salt === undefined || expected === undefined) {
    await derive(password, Buffer.alloc(16), 32, defaultParams)
    return false
  }
  const params: Argon2Params = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  const expectedHash = Buffer.from(expected, 'base64')
  const actualHash = await derive(
    password,
    Buffer.from(salt, 'base64'),
    expectedHash.length,
    params,
  )
  return timingSafeEqual(actualHash, expectedHash)
}

const derive = (password: string, nonce: Buffer, tagLength: number, { ...cost }: Argon2Params) =>
  new Promise<Buffer>((resolve, reject) => {
    const message = password.normalize('NFC')
    argon2('argon2id', { message, nonce, tagLength, ...cost }, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })

/** Base64 without padding, as the text form has it. */
const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
