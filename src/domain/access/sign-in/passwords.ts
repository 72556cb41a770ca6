import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/*
 * argon2id in the usual text form, parameters included: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
 * So stronger parameters can be chosen later, and old hashes still be checked.
 */

interface Strength {
  memory: number // KiB
  passes: number
  parallelism: number
}

const strength: Strength = { memory: 19_456, passes: 2, parallelism: 1 }
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, 32, strength)
  const { memory, passes, parallelism } = strength
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(hash)}`
}

/** Whether the hash is this password's. With no hash to compare it takes as long, and is not. */
export async function isPassword(hash: string | undefined, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = form.exec(hash ?? '') ?? []
  if (salt === undefined || expected === undefined) {
    await derive(password, Buffer.alloc(16), 32, strength)
    return false
  }
  const theirs: Strength = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  const wanted = Buffer.from(expected, 'base64')
  const got = await derive(password, Buffer.from(salt, 'base64'), wanted.length, theirs)
  return timingSafeEqual(got, wanted)
}

const derive = (password: string, nonce: Buffer, tagLength: number, { ...cost }: Strength) =>
  new Promise<Buffer>((resolve, reject) => {
    const message = password.normalize('NFC')
    argon2('argon2id', { message, nonce, tagLength, ...cost }, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })

/** Base64 without padding, as the text form has it. */
const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
