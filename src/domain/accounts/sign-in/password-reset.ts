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
import * as memberships from './membership-store.ts'
import { changePassword, hashNewPassword } from './password-sign-in.ts'
import { countAddressAttempt, countAttempt } from './rate-limit.ts'
import * as store from './store.ts'
import type { PersonRow, RequestOrigin } from './tables.ts'

/** Number of minutes for which the link in the email is valid. */
export const passwordResetMinutes = 60

export interface PasswordResetEmailData {
  account_id: string
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
    const persons = await memberships.findPersonsByEmail(ctx, toEmailKey(email))
    const proven = persons.filter(({ email_proven_at }) => email_proven_at !== null)
    for (const person of proven.length === 0 ? persons : proven)
      await createLink(ctx, person, sendEmail)
  })
}

async function createLink(
  ctx: TxContext,
  { id: person_id, email }: PersonRow,
  sendEmail: (ctx: TxContext, data: PasswordResetEmailData) => void,
): Promise<void> {
  const all = await memberships.listMemberships(ctx, person_id)
  const entry = all.find(({ needs_single_sign_on }) => !needs_single_sign_on)
  if (entry === undefined) return
  const { account_id, name } = entry
  const token = randomBytes(32).toString('base64url')
  await store.insertPasswordReset(ctx, {
    id: newId(ctx.now),
    person_id,
    token_hash: sha256(token),
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + passwordResetMinutes * 60_000),
  })
  sendEmail({ ...ctx, account_id }, { account_id, name, email, token })
}

/**
 * Sets a new password with the link from the email, and ends all links and sessions of the person.
 * The second factor remains active, so access to the mailbox alone is not enough. `onSuccess` runs in each account of the
 * person.
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
    const person_id = await store.consumePasswordReset(ctx, sha256(token))
    if (person_id === undefined) return false
    await changePassword(ctx, { person_id }, password_hash)
    memberships.markEmailProven(ctx, person_id)
    for (const { account_id, user_id: id, name } of await memberships.listMemberships(
      ctx,
      person_id,
    ))
      onSuccess({ ...ctx, account_id }, { id, name })
    return true
  })
}
