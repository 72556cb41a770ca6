import { randomBytes } from 'node:crypto'
import { sha256 } from '#platform/crypto/encryption'
import { newId } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { changePassword, hashNewPassword, normalizeEmail } from './password-sign-in.ts'
import { countAddressAttempt, countAttempt } from './rate-limit.ts'
import * as store from './store.ts'
import type { RequestOrigin } from './tables.ts'

/** For how many minutes the link in the mail works. */
export const passwordResetMinutes = 60

export interface PasswordResetEmailData {
  account_id: string
  user_id: string
  name: string
  email: string
  /** The secret part of the link. */
  token: string
}

/**
 * Somebody says that they have forgotten their password. If there is such a person, `post` is handed
 * what the mail needs, in the transaction that makes the link; whoever asks learns nothing either way.
 */
export async function requestPasswordReset(
  db: Database,
  email: string,
  requestOrigin: RequestOrigin,
  sendEmail: (ctx: TxContext, data: PasswordResetEmailData) => void,
): Promise<void> {
  await countAddressAttempt(db, requestOrigin)
  await countAttempt(db, 'recovery', email)
  await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const user = await store.findUserByEmail(ctx, normalizeEmail(email))
    if (user === undefined) return
    const { account_id, id: user_id, name } = user
    const token = randomBytes(32).toString('base64url')
    await store.insertPasswordReset(ctx, {
      account_id,
      id: newId(ctx.now),
      user_id,
      token_hash: sha256(token),
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + passwordResetMinutes * 60_000),
    })
    sendEmail({ ...ctx, account_id }, { account_id, user_id, name, email: user.email, token })
  })
}

/**
 * A new password by the link of the mail. All links and all sessions of the person end; the second
 * factor, where there is one, stays: a mailbox alone opens nothing that a code protects.
 *
 * @returns who it was; undefined when the link is not valid, or not any more
 */
export async function resetPassword(
  db: Database,
  { token, password }: { token: string; password: string },
  requestOrigin: RequestOrigin,
  onSuccess: (ctx: TxContext, user: { id: string; name: string }) => void,
): Promise<boolean> {
  // Only a wrong token counts, so that misses of others at this address do not shut out a right one.
  if (
    !(await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      store.isValidPasswordReset(ctx, sha256(token)),
    ))
  ) {
    await countAddressAttempt(db, requestOrigin)
    return false
  }
  const password_hash = await hashNewPassword(password)
  return inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const link = await store.consumePasswordReset(ctx, sha256(token))
    if (link === undefined) return false
    const user = await store.findUserForUpdate(ctx, link.account_id, link.user_id)
    if (user === undefined) return false
    const accountCtx = { ...ctx, account_id: link.account_id }
    await changePassword(accountCtx, { user_id: user.id }, password_hash)
    onSuccess(accountCtx, user)
    return true
  })
}
