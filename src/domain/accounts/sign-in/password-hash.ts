import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/*
 * Password hashes use argon2id in the standard text format, which contains the parameters:
 * `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. Old hashes remain verifiable after the parameters are
 * strengthened.
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

/** Returns whether the hash matches the password. Without a hash, returns false after the same time. */
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

/** Returns the first of these users whose password it is. Takes at least as long as one comparison. */
export async function findByPassword<U extends { password_hash: string | null }>(
  users: readonly U[],
  password: string,
): Promise<U | undefined> {
  if (users.length === 0) await verifyPassword(undefined, password)
  for (const user of users)
    if (await verifyPassword(user.password_hash ?? undefined, password)) return user
  return undefined
}

const derive = (password: string, nonce: Buffer, tagLength: number, { ...cost }: Argon2Params) =>
  new Promise<Buffer>((resolve, reject) => {
    const message = password.normalize('NFC')
    argon2('argon2id', { message, nonce, tagLength, ...cost }, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })

/** Encodes base64 without padding, as the text format requires. */
const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
