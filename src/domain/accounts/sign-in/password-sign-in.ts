import { type FieldError, throwIfAny } from '#contract'
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
import { hashPassword, verifyPassword } from './password-hash.ts'
import {
  countAttempt,
  countPasswordAttempt,
  resetAttempts,
  resetPasswordAttempts,
} from './rate-limit.ts'
import { type NewSession, startSession } from './sessions.ts'
import * as store from './store.ts'
import type { RequestOrigin, SignInMethod } from './tables.ts'
import { consumeCode } from './totp.ts'

const challengePurpose = 'second factor'

/** Who has given the right password, and still owes a code. */
interface PendingSignIn {
  account_id: string
  user_id: string
}

export type PasswordSignInResult =
  | { kind: 'signed_in'; session: NewSession }
  | { kind: 'code_needed'; ticket: string }
  | { kind: 'refused' }

/**
 * E-mail address and password. A wrong password, a person without one and nobody at all are one
 * answer, after the same time. The slow part, the hash, runs while no transaction is open.
 */
export async function signInWithPassword(
  db: Database,
  { email, password }: { email: string; password: string },
  requestOrigin: RequestOrigin,
): Promise<PasswordSignInResult> {
  const email_key = normalizeEmail(email)
  await countPasswordAttempt(db, email_key, requestOrigin)
  const user = await inTransaction(db, ALL_ACCOUNTS, (ctx) => store.findUserByEmail(ctx, email_key))
  const isCorrect = await verifyPassword(user?.password_hash ?? undefined, password)
  if (!isCorrect || user === undefined) return { kind: 'refused' }
  const { account_id, id } = user
  if (user.totp_enabled_at !== null) {
    const pending: PendingSignIn = { account_id, user_id: id }
    return { kind: 'code_needed', ticket: issueChallengeToken(db, challengePurpose, pending) }
  }
  await resetPasswordAttempts(db, email_key, requestOrigin)
  return { kind: 'signed_in', session: await openSession(db, user, 'password', requestOrigin) }
}

/** The code after the password; undefined when it is not right, or the ticket not any more. */
export async function signInWithCode(
  db: Database,
  { ticket, code }: { ticket: string; code: string },
  requestOrigin: RequestOrigin,
): Promise<NewSession | undefined> {
  const pending = readChallengeToken<PendingSignIn>(db, challengePurpose, ticket)
  if (pending === undefined) return undefined
  await countAttempt(db, 'code', pending.user_id)
  const session = await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const user = await store.findUserForUpdate(ctx, pending.account_id, pending.user_id)
    if (user === undefined || !(await consumeCode(ctx, user, code))) return undefined
    if (!(await consumeChallengeToken(ctx, challengePurpose, ticket))) return undefined
    return startSession(ctx, user, 'password_and_code', requestOrigin)
  })
  if (session !== undefined) await resetAttempts(db, 'code', pending.user_id)
  return session
}

const openSession = (
  db: Database,
  user: { account_id: string; id: string },
  method: SignInMethod,
  requestOrigin: RequestOrigin,
) => inTransaction(db, ALL_ACCOUNTS, (ctx) => startSession(ctx, user, method, requestOrigin))

/** Whether this is the person's password. For what is asked of somebody who is signed in already. */
export async function isOwnPassword(
  db: Database,
  { account_id, user_id, email }: { account_id: string; user_id: string; email: string },
  password: string,
): Promise<boolean> {
  await countAttempt(db, 'password', `signed in ${user_id}`) // guesses of strangers do not count here
  const user = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    store.findUserByEmail(ctx, normalizeEmail(email)),
  )
  const isSame = user?.account_id === account_id && user.id === user_id
  return verifyPassword(isSame ? (user.password_hash ?? undefined) : undefined, password)
}

const minLength = 12
const maxLength = 256

/** What is wrong with a password that somebody chose. Length is what counts; no rules for its letters. */
function validatePassword(password: string, param = 'password'): FieldError[] {
  if (password === '') return [{ code: 'required', param, message: 'must not be empty' }]
  if (password.length < minLength)
    return [{ code: 'invalid', param, message: `must be at least ${minLength} characters` }]
  if (password.length > maxLength)
    return [{ code: 'too_long', param, message: `must be at most ${maxLength} characters` }]
  const isTooRepetitive = new Set(password).size < 4
  return isTooRepetitive
    ? [{ code: 'invalid', param, message: 'must not be one letter over and over' }]
    : []
}

/** A hash of a password that is good enough; refuses any other. Takes its time: not in a transaction. */
export async function hashNewPassword(password: string, param?: string): Promise<string> {
  throwIfAny(validatePassword(password, param))
  return hashPassword(password)
}

/** Puts the new password in place and signs the person out everywhere but here. */
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

export const normalizeEmail = (email: string) => email.trim().toLowerCase()
