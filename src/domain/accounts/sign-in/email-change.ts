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
import * as memberships from './membership-store.ts'
import { countAddressAttempt } from './rate-limit.ts'
import * as store from './store.ts'
import type { RequestOrigin, SessionUser } from './tables.ts'

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
  user: Pick<SessionUser, 'person_id' | 'user_id' | 'email'>,
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
    person_id: user.person_id,
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
  person_id: string,
): Promise<PendingEmailChange | undefined> => changes.findEmailChange(ctx, person_id)

/** Invalidates the link of a change that is not confirmed. Returns the address; undefined without one. */
export const cancelEmailChange = async (
  ctx: TxContext,
  person_id: string,
): Promise<string | undefined> => (await changes.deleteEmailChange(ctx, { person_id }))?.email

/**
 * Changes the address with the link from the email, for the sign-in and in every account of the person. The link works once.
 * Sessions stay; links to the old address that set a new password end. `onSuccess` runs in the same transaction, in each
 * account of the person.
 *
 * @returns the new address; undefined when the link is invalid or has expired
 */
export async function confirmEmailChange(
  db: Database,
  token: string,
  requestOrigin: RequestOrigin,
  onSuccess: (ctx: TxContext, change: ConfirmedEmailChange) => Promise<void>,
): Promise<string | undefined> {
  const result = await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const link = await changes.deleteEmailChange(ctx, { token_hash: sha256(token) })
    if (link === undefined) return undefined
    const { person_id, email, email_key } = link
    const person = await memberships.lockPerson(ctx, person_id)
    if (person === undefined) return undefined
    const accounts = await memberships.listMemberships(ctx, person_id)
    try {
      await memberships.updatePerson(ctx, person_id, { email, email_key, email_proven_at: ctx.now })
      await memberships.updateUsersOfPerson(ctx, person_id, { email, email_key })
    } catch (error) {
      if (!emailConstraints.includes(violatedConstraint(error) ?? '')) throw error
      rejectEmail('invalid', 'belongs to another user by now; choose another address')
    }
    await store.deletePasswordResets(ctx, person_id)
    for (const { account_id, user_id: id, name } of accounts)
      await onSuccess(
        { ...ctx, account_id },
        { user: { id, name }, before: person.email, after: email },
      )
    return email
  })
  if (result === undefined) await countAddressAttempt(db, requestOrigin)
  return result
}
