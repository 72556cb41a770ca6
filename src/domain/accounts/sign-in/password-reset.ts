import { randomBytes } from 'node:crypto'
import { toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { newId } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { changePassword, hashNewPassword } from './password-sign-in.ts'
import { countAddressAttempt, countAttempt } from './rate-limit.ts'
import { readSignOnPolicy } from './sign-on-policy.ts'
import * as store from './store.ts'
import type { RequestOrigin } from './tables.ts'

/** Number of minutes for which the link in the email is valid. */
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
 * Handles a request for a password reset. If the user exists, `sendEmail` receives the data of the email,
 * in the transaction that creates the link. The caller learns nothing about the existence of the user.
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
    const users = await store.findUsersByEmail(ctx, toEmailKey(email))
    const proven = users.filter(({ email_proven_at }) => email_proven_at !== null)
    for (const user of proven.length === 0 ? users : proven) await createLink(ctx, user, sendEmail)
  })
}

async function createLink(
  ctx: TxContext,
  user: Awaited<ReturnType<typeof store.findUsersByEmail>>[number],
  sendEmail: (ctx: TxContext, data: PasswordResetEmailData) => void,
): Promise<void> {
  if ((await readSignOnPolicy(ctx, user)) === 'required') return
  const { account_id, id: user_id, name, email } = user
  const token = randomBytes(32).toString('base64url')
  await store.insertPasswordReset(ctx, {
    account_id,
    id: newId(ctx.now),
    user_id,
    token_hash: sha256(token),
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + passwordResetMinutes * 60_000),
  })
  sendEmail({ ...ctx, account_id }, { account_id, user_id, name, email, token })
}

/**
 * Sets a new password with the link from the email, and ends all links and sessions of the user. The
 * second factor remains active, so access to the mailbox alone is not enough.
 *
 * @returns whether the link was valid
 */
export async function resetPassword(
  db: Database,
  { token, password }: { token: string; password: string },
  requestOrigin: RequestOrigin,
  onSuccess: (ctx: TxContext, user: { id: string; name: string }) => void,
): Promise<boolean> {
  // Counts only wrong tokens, so that failed attempts from the same address do not block a correct
  // token.
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
    store.markEmailProven(accountCtx, link.account_id, user.id)
    onSuccess(accountCtx, user)
    return true
  })
}
