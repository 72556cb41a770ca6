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
import * as memberships from './membership-store.ts'
import { findEntry } from './memberships.ts'
import { findByPassword, hashPassword, verifyPassword } from './password-hash.ts'
import {
  countAttempt,
  countPasswordAttempt,
  resetAttempts,
  resetPasswordAttempts,
} from './rate-limit.ts'
import type { NewSession } from './sessions.ts'
import { openSession, readLinkToken } from './sign-on-link.ts'
import * as store from './store.ts'
import type { RequestOrigin, SignInMethod } from './tables.ts'
import { consumeCode } from './totp.ts'

const challengePurpose = 'second factor'

/** The user has entered the correct password; the second factor is missing. */
interface PendingSignIn {
  person_id: string
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
  const persons = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    memberships.findPersonsByEmail(ctx, email_key),
  )
  const person = await findByPassword(persons, password)
  if (person === undefined || (link !== undefined && link.person_id !== person.id))
    return { kind: 'refused' }
  await resetPasswordAttempts(db, email_key, requestOrigin)
  const entry = await inTransaction(db, ALL_ACCOUNTS, (ctx) => findEntry(ctx, person.id))
  if (entry === undefined) return { kind: 'refused' }
  if (entry === 'single_sign_on' && link === undefined) return { kind: 'single_sign_on_needed' }
  if (person.totp_enabled_at !== null) {
    const pending: PendingSignIn = { person_id: person.id, link_token }
    return {
      kind: 'code_needed',
      challenge_token: issueChallengeToken(db, challengePurpose, pending),
    }
  }
  const session = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    openSession(ctx, { person, method: 'password', link_token }, requestOrigin),
  )
  return session === undefined ? { kind: 'refused' } : { kind: 'signed_in', session }
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
  await countAttempt(db, 'code', pending.person_id)
  const session = await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const person = await memberships.lockPerson(ctx, pending.person_id)
    if (person === undefined || !(await consumeCode(ctx, person, code))) return undefined
    if (!(await consumeChallengeToken(ctx, challengePurpose, challenge_token))) return undefined
    const { link_token } = pending
    return openSession(ctx, { person, method: 'password_and_code', link_token }, requestOrigin)
  })
  if (session !== undefined) await resetAttempts(db, 'code', pending.person_id)
  return session
}

/** Returns whether this is the password of a signed-in person, to confirm a sensitive action. */
export async function isOwnPassword(
  db: Database,
  { person_id }: { person_id: string },
  password: string,
): Promise<boolean> {
  const subject = `signed in ${person_id}` // failed attempts from elsewhere do not count here
  await countAttempt(db, 'password', subject)
  const person = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    memberships.findPerson(ctx, person_id),
  )
  const isCorrect = await verifyPassword(person?.password_hash ?? undefined, password)
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

/** Saves the new password and ends all other sessions of the person. */
export async function changePassword(
  ctx: TxContext,
  {
    person_id,
    session_id,
    method,
  }: { person_id: string; session_id?: string; method?: SignInMethod },
  password_hash: string,
): Promise<void> {
  const password_by_single_sign_on = method === 'single_sign_on'
  await memberships.updatePerson(ctx, person_id, { password_hash, password_by_single_sign_on })
  await store.deletePasswordResets(ctx, person_id)
  await store.deleteSessions(ctx, { person_id, exceptId: session_id })
}
