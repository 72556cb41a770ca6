import { randomBytes } from 'node:crypto'
import { newId } from '#platform/ids'
import { type Database, everyone, inTransaction, type TxContext } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import { countAddressTry, countTry } from './attempts.ts'
import * as store from './store.ts'
import type { Whereabouts } from './tables.ts'
import { changePassword, keyOf, vetPassword } from './with-password.ts'

/** For how many minutes the link in the mail works. */
export const recoveryMinutes = 60

export interface ToRecover {
  account_id: string
  person_id: string
  name: string
  email: string
  /** The secret part of the link. */
  token: string
}

/**
 * Somebody says that they have forgotten their password. If there is such a person, `post` is handed
 * what the mail needs, in the transaction that makes the link; whoever asks learns nothing either way.
 */
export async function askForRecovery(
  db: Database,
  email: string,
  where: Whereabouts,
  post: (ctx: TxContext, letter: ToRecover) => void,
): Promise<void> {
  await countAddressTry(db, where)
  await countTry(db, 'recovery', email)
  await inTransaction(db, everyone, async (ctx) => {
    const person = await store.findByEmail(ctx, keyOf(email))
    if (person === undefined) return
    const { account_id, id: person_id, name } = person
    const token = randomBytes(32).toString('base64url')
    await store.insertRecovery(ctx, {
      account_id,
      id: newId(ctx.now),
      person_id,
      token_hash: sha256(token),
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + recoveryMinutes * 60_000),
    })
    post({ ...ctx, account_id }, { account_id, person_id, name, email: person.email, token })
  })
}

/**
 * A new password by the link of the mail. All links and all sessions of the person end; the second
 * factor, where there is one, stays: a mailbox alone opens nothing that a code protects.
 *
 * @returns who it was; undefined when the link is not valid, or not any more
 */
export async function recover(
  db: Database,
  { token, password }: { token: string; password: string },
  where: Whereabouts,
  also: (ctx: TxContext, person: { id: string; name: string }) => void,
): Promise<boolean> {
  // Only a wrong token counts, so that misses of others at this address do not shut out a right one.
  if (!(await inTransaction(db, everyone, (ctx) => store.isRecovery(ctx, sha256(token))))) {
    await countAddressTry(db, where)
    return false
  }
  const password_hash = await vetPassword(password)
  return inTransaction(db, everyone, async (ctx) => {
    const link = await store.takeRecovery(ctx, sha256(token))
    if (link === undefined) return false
    const person = await store.holdPerson(ctx, link.account_id, link.person_id)
    if (person === undefined) return false
    const owned = { ...ctx, account_id: link.account_id }
    await changePassword(owned, { person_id: person.id }, password_hash)
    also(owned, person)
    return true
  })
}
