import { type FieldErrorCode, isEmail, throwIfAny, toEmailKey } from '#contract'
import { notAnEmail } from '#contract/email-address'
import { isId, newId, randomBase62 } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
  violatedConstraint,
} from '#platform/postgres/database'
import type { Role, User } from '../account/tables.ts'
import { emailConstraints } from '../sign-in/address-constraints.ts'
import { findByPassword, hashPassword } from '../sign-in/password-hash.ts'
import * as store from './user-store.ts'

/**
 * Adds a user to the account with a generated password, which only this call returns. An email address
 * belongs to one user per region; a second user with the address is rejected.
 */
export async function createUser(
  ctx: TxContext,
  { email, name, role }: { email: string; name?: string; role: Role },
): Promise<{ user: User; password: string }> {
  const password = randomBase62(20)
  const user = await addUser(
    ctx,
    { name: name ?? guessName(email), email, role },
    await hashPassword(password),
  )
  return { user, password }
}

/** Adds a user to the account. The caller has hashed the password. */
export async function addUser(
  ctx: TxContext,
  { name, email, role }: { name: string; email: string; role: Role },
  password_hash: string,
): Promise<User> {
  const user: User = { id: newId(ctx.now), name, email, role }
  await insertUser(ctx, user, password_hash)
  return user
}

/** Adds the first user of a new installation, an operator, with a password of the user's choice. */
export async function createAdmin(
  ctx: TxContext,
  { name, email }: { name: string; email: string },
  password_hash: string,
): Promise<User> {
  const user = await addUser(ctx, { name, email, role: 'admin' }, password_hash)
  await store.setOperator(ctx, toEmailKey(email), true)
  return user
}

async function insertUser(ctx: TxContext, user: User, password_hash: string): Promise<void> {
  if (!isEmail(user.email)) rejectEmail('invalid_format', notAnEmail)
  const row = {
    ...user,
    account_id: ctx.account_id,
    email_key: toEmailKey(user.email),
    email_proven_at: ctx.now, // the operator, who runs the command line, answers for the address
    password_hash,
    created_at: ctx.now,
  }
  await store.insertUser(ctx, row).catch((error: unknown) => {
    if (!emailConstraints.includes(violatedConstraint(error) ?? '')) throw error
    rejectEmail('invalid', 'already belongs to another user')
  })
}

const rejectEmail = (code: FieldErrorCode, message: string) =>
  throwIfAny([{ code, param: 'email', message }])

/** Guesses a name: `dana.lee@example.com` is probably Dana Lee. */
const guessName = (email: string) =>
  email
    .replace(/[@+].*$/, '')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ') || email

/** Returns users of the account by id. */
export async function findUsersById(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, User>> {
  const users = await store.findUsers(ctx, ids)
  return new Map(users.map((user) => [user.id, user]))
}

/** Returns the user with this id or email address; undefined for a user who was removed. */
export const findActiveUser = async (
  ctx: TxContext,
  { id, email }: { id?: string; email?: string },
): Promise<store.ActiveUser | undefined> =>
  id === undefined || isId(id)
    ? store.findActiveUser(ctx, {
        ...(id === undefined ? {} : { id }),
        ...(email === undefined ? {} : { email_key: toEmailKey(email) }),
      })
    : undefined

/** Returns the oldest user of the account; undefined if there is none. */
export const findFirstUser = (ctx: TxContext): Promise<User | undefined> => store.findFirstUser(ctx)

/**
 * Returns the user with this email address and password, in any account, if the user needs no second
 * factor. Otherwise returns undefined after the same time. The password hash, which is slow, is computed
 * outside a transaction.
 */
export async function authenticateUser(
  db: Database,
  email: string,
  password: string,
): Promise<(User & { account_id: string }) | undefined> {
  const candidates = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    store.findForSignIn(ctx, toEmailKey(email)),
  )
  const found = await findByPassword(candidates, password)
  if (found === undefined) return undefined
  const { password_hash: _, ...user } = found
  return user
}
