import { type FieldError, throwIfAny, toEmailKey } from '#contract'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import {
  consumeChallengeToken,
  issueChallengeToken,
  readChallengeToken,
} from './challenge-tokens.ts'
import { findByPassword, hashPassword, verifyPassword } from './password-hash.ts'
import {
  countAttempt,
  countPasswordAttempt,
  resetAttempts,
  resetPasswordAttempts,
} from './rate-limit.ts'
import type { NewSession } from './sessions.ts'
import { openSession, readLinkToken } from './sign-on-link.ts'
import { readSignOnPolicy } from './sign-on-policy.ts'
import * as store from './store.ts'
import type { RequestOrigin } from './tables.ts'
import { consumeCode } from './totp.ts'

const challengePurpose = 'second factor'

/** The user has entered the correct password; the second factor is missing. */
interface PendingSignIn {
  account_id: string
  user_id: string
  link_token?: string | undefined
}

export type PasswordSignInResult =
  | { kind: 'signed_in'; session: NewSession }
  | { kind: 'code_needed'; challenge_token: string }
  | { kind: 'single_sign_on_needed' }
  | { kind: 'refused' }

interface PasswordInput {
  email: string
  password: string
  /** Of an identity at the provider of the account, which the password confirms. */
  link_token?: string | undefined
}

/**
 * Signs in with email address and password. A wrong password, a user without a password and an unknown
 * user have the same result after the same time. Only a correct password reveals that the account requires single sign-on. The password hash, which is slow, is computed outside a
 * transaction.
 */
export async function signInWithPassword(
  db: Database,
  { email, password, link_token }: PasswordInput,
  requestOrigin: RequestOrigin,
): Promise<PasswordSignInResult> {
  const email_key = toEmailKey(email)
  await countPasswordAttempt(db, email_key, requestOrigin)
  const link = link_token === undefined ? undefined : readLinkToken(db, link_token)
  const users = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    store.findUsersByEmail(ctx, email_key),
  )
  const user = await findByPassword(users, password)
  if (user === undefined || (link !== undefined && link.user_id !== user.id))
    return { kind: 'refused' }
  await resetPasswordAttempts(db, email_key, requestOrigin)
  const { account_id, id } = user
  const policy = await inTransaction(db, ALL_ACCOUNTS, (ctx) => readSignOnPolicy(ctx, user))
  if (policy === 'required' && link === undefined) return { kind: 'single_sign_on_needed' }
  if (user.totp_enabled_at !== null) {
    const pending: PendingSignIn = { account_id, user_id: id, link_token }
    return {
      kind: 'code_needed',
      challenge_token: issueChallengeToken(db, challengePurpose, pending),
    }
  }
  const session = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    openSession(ctx, { user, method: 'password', link_token }, requestOrigin),
  )
  return { kind: 'signed_in', session }
}

/**
 * Completes a sign-in with the second factor. Returns undefined when the code is wrong or the challenge
 * token is invalid.
 */
export async function signInWithCode(
  db: Database,
  { challenge_token, code }: { challenge_token: string; code: string },
  requestOrigin: RequestOrigin,
): Promise<NewSession | undefined> {
  const pending = readChallengeToken<PendingSignIn>(db, challengePurpose, challenge_token)
  if (pending === undefined) return undefined
  await countAttempt(db, 'code', pending.user_id)
  const session = await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const user = await store.findUserForUpdate(ctx, pending.account_id, pending.user_id)
    if (user === undefined || !(await consumeCode(ctx, user, code))) return undefined
    if (!(await consumeChallengeToken(ctx, challengePurpose, challenge_token))) return undefined
    const { link_token } = pending
    return openSession(ctx, { user, method: 'password_and_code', link_token }, requestOrigin)
  })
  if (session !== undefined) await resetAttempts(db, 'code', pending.user_id)
  return session
}

/** Returns whether this is the password of a signed-in user, to confirm a sensitive action. */
export async function isOwnPassword(
  db: Database,
  { account_id, user_id }: { account_id: string; user_id: string },
  password: string,
): Promise<boolean> {
  const subject = `signed in ${user_id}` // failed attempts from elsewhere do not count here
  await countAttempt(db, 'password', subject)
  const user = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    store.findUser(ctx, account_id, user_id),
  )
  const isCorrect = await verifyPassword(user?.password_hash ?? undefined, password)
  if (isCorrect) await resetAttempts(db, 'password', subject)
  return isCorrect
}

const minLength = 12
const maxLength = 256

/** Validates a new password. Only the length matters; there are no rules about characters. */
export function validatePassword(password: string, param = 'password'): FieldError[] {
  if (password === '') return [{ code: 'required', param, message: 'must not be empty' }]
  if (password.length < minLength)
    return [{ code: 'invalid', param, message: `must be at least ${minLength} characters` }]
  if (password.length > maxLength)
    return [{ code: 'too_long', param, message: `must be at most ${maxLength} characters` }]
  const isTooRepetitive = new Set(password).size < 4
  return isTooRepetitive
    ? [{ code: 'invalid', param, message: 'must contain at least four different characters' }]
    : []
}

/** Validates and hashes a new password. Slow; do not call in a transaction. */
export async function hashNewPassword(password: string, param?: string): Promise<string> {
  throwIfAny(validatePassword(password, param))
  return hashPassword(password)
}

/** Saves the new password and ends all other sessions of the user. */
export async function changePassword(
  ctx: TxContext,
  { user_id, session_id }: { user_id: string; session_id?: string },
  password_hash: string,
): Promise<void> {
  const user = { account_id: ctx.account_id, id: user_id }
  await store.updateUser(ctx, user, { password_hash })
  await store.deletePasswordResets(ctx, ctx.account_id, user_id)
  await store.deleteSessions(ctx, { user_id, exceptId: session_id })
}
