import { argon2Sync } from 'node:crypto'
import * as accounts from '#accounts'
import { randomBase62 } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'

/**
 * The smallest cost that argon2id accepts. With the default cost, passwords took a fifth of
 * the CPU time of the admin tests.
 */
const cost = { memory: 8, passes: 1, parallelism: 1 } as const
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Adds a user whose password is cheap to verify. Otherwise it works like `accounts.createUser`. */
export async function createTestUser(
  ctx: TxContext,
  { email, role, name = 'Ada' }: { email: string; role: accounts.Role; name?: string },
): Promise<{ user: accounts.User; password: string }> {
  const password = randomBase62(20)
  const nonce = Buffer.alloc(16)
  const hash = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost })
  const { memory, passes, parallelism } = cost
  const text = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(hash)}`
  return { user: await accounts.addUser(ctx, { email, role, name }, text), password }
}
