import { createHmac, randomBytes } from 'node:crypto'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { digestKeyContext } from '../tables.ts'

/** Calculates digests with a key of the account. Without this key, a copy of the database reveals no code. */
export interface CodeDigests {
  code(code: string): Buffer
  /**
   * Returns the digest of a code without case, spaces and hyphens. It finds a code that is written in two
   * ways.
   */
  similar(code: string): Buffer
  /**
   * Returns the digest of the last four characters, for the search. Upper and lower case give the same
   * digest.
   */
  lastFour(text: string): Buffer
}

/** Finds the digest functions of the account. Returns undefined before its first import. */
export async function findDigests(ctx: TxContext): Promise<CodeDigests | undefined> {
  const [row] = await ctx.query<{ id: string; encrypted_key: Buffer }>(
    'select id, encrypted_key from digital.digest_key where account_id = $1',
    [ctx.account_id],
  )
  if (row === undefined) return undefined
  const key = ctx.deployment.cipher.decrypt(row.encrypted_key, digestKeyContext(row.id))
  return createDigests(Buffer.from(key, 'base64'))
}

/** Returns the digest functions of the account, and locks its imports until the transaction ends. */
export async function lockDigests(ctx: TxContext): Promise<CodeDigests> {
  const id = newId(ctx.now)
  const encrypted = ctx.deployment.cipher.encrypt(
    randomBytes(32).toString('base64'),
    digestKeyContext(id),
  )
  await ctx.query(
    `insert into digital.digest_key (account_id, id, encrypted_key) values ($1, $2, $3)
     on conflict (account_id) do nothing`,
    [ctx.account_id, id, encrypted],
  )
  await ctx.query('select from digital.digest_key where account_id = $1 for update', [
    ctx.account_id,
  ])
  const digests = await findDigests(ctx)
  if (digests === undefined) throw new Error('a digest key was inserted and not found')
  return digests
}

const createDigests = (key: Buffer): CodeDigests => ({
  code: (code) => createHmac('sha256', key).update(`code ${code}`).digest(),
  similar: (code) =>
    createHmac('sha256', key)
      .update(`similar ${withoutSpelling(code)}`)
      .digest(),
  lastFour: (text) =>
    createHmac('sha256', key)
      .update(`last four ${getLastFour(text).toUpperCase()}`)
      .digest(),
})

const withoutSpelling = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')

/**
 * Returns the part of a code that users of the account see: the last four characters, but at most a third of
 * the code.
 */
export const getVisibleEnd = (code: string): string =>
  code.slice(code.length - Math.min(4, Math.floor(code.length / 3)))

const getLastFour = (text: string) => text.slice(-4)
