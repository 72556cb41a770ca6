import { randomBytes } from 'node:crypto'
import { type FieldErrorCode, isEmail, throwIfAny, toEmailKey } from '#contract'
import { notAnEmail } from '#contract/email-address'
import { sha256 } from '#platform/crypto/encryption'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
  violatedConstraint,
} from '#platform/postgres/database'
import { emailConstraints } from './address-constraints.ts'
import * as changes from './email-change-store.ts'
import { countAddressAttempt } from './rate-limit.ts'
import * as store from './store.ts'
import type { RequestOrigin } from './tables.ts'

/** Number of minutes for which the link to a new address is valid. */
const emailChangeMinutes = 60

/** A change that waits for a click on the link. */
interface PendingEmailChange {
  email: string
  expires_at: Date
}

/** The result of a confirmed change. */
interface ConfirmedEmailChange {
  user: { id: string; name: string }
  before: string
  after: string
}

/**
 * Creates the link that proves a new address. A second request replaces the first and invalidates its link. The result is
 * the same when the address belongs to a user of another account: only the recipient of the email finds out.
 *
 * @returns the secret part of the link, for the email
 */
export async function requestEmailChange(
  ctx: TxContext,
  user: { user_id: string; email: string },
  email: string,
): Promise<{ token: string; change: PendingEmailChange }> {
  const email_key = toEmailKey(email)
  if (!isEmail(email)) rejectEmail('invalid_format', notAnEmail)
  if (email.trim() === user.email) rejectEmail('invalid', 'is already your address')
  if (await changes.hasOtherMember(ctx, user.user_id, email_key))
    rejectEmail('invalid', 'already belongs to a member of this account')
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(ctx.now.getTime() + emailChangeMinutes * 60_000)
  await changes.upsertEmailChange(ctx, {
    account_id: ctx.account_id,
    user_id: user.user_id,
    email: email.trim(),
    email_key,
    token_hash: sha256(token),
    created_at: ctx.now,
    expires_at,
  })
  return { token, change: { email: email.trim(), expires_at } }
}

const rejectEmail = (code: FieldErrorCode, message: string) =>
  throwIfAny([{ code, param: 'email', message }])

export const findEmailChange = (
  ctx: TxContext,
  user_id: string,
): Promise<PendingEmailChange | undefined> => changes.findEmailChange(ctx, user_id)

/** Invalidates the link of a change that is not confirmed. Returns the address; undefined without one. */
export const cancelEmailChange = async (
  ctx: TxContext,
  user_id: string,
): Promise<string | undefined> => (await changes.deleteEmailChange(ctx, { user_id }))?.email

/**
 * Changes the address with the link from the email. The link works once. Sessions stay; links to the old address that set
 * a new password end. `onSuccess` runs in the same transaction, in the account of the user.
 *
 * @returns the result of `onSuccess`; undefined when the link is invalid or has expired
 */
export async function confirmEmailChange<T>(
  db: Database,
  token: string,
  requestOrigin: RequestOrigin,
  onSuccess: (ctx: TxContext, change: ConfirmedEmailChange) => Promise<T>,
): Promise<T | undefined> {
  const result = await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const link = await changes.deleteEmailChange(ctx, { token_hash: sha256(token) })
    if (link === undefined) return undefined
    const { account_id, email, email_key } = link
    const user = await store.findUserForUpdate(ctx, account_id, link.user_id)
    if (user === undefined) return undefined
    const accountCtx = { ...ctx, account_id }
    await store
      .updateUser(accountCtx, user, { email, email_key, email_proven_at: ctx.now })
      .catch((error: unknown) => {
        if (!emailConstraints.includes(violatedConstraint(error) ?? '')) throw error
        rejectEmail('invalid', 'belongs to another user by now; choose another address')
      })
    await store.deletePasswordResets(accountCtx, account_id, user.id)
    const { id, name } = user
    return onSuccess(accountCtx, { user: { id, name }, before: user.email, after: email })
  })
  if (result === undefined) await countAddressAttempt(db, requestOrigin)
  return result
}
