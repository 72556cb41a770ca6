import { type FieldErrorCode, isEmail, throwIfAny, toEmailKey } from '#contract'
import { notAnEmail } from '#contract/email-address'
import type { Role } from '#contract/permissions'
import { isId, newId, randomBase62 } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
  violatedConstraint,
} from '#platform/postgres/database'
import type { User } from '../account/tables.ts'
import { emailConstraints } from '../sign-in/address-constraints.ts'
import {
  findPersonOfAddress,
  findPersonsByEmail,
  insertPerson,
} from '../sign-in/membership-store.ts'
import { listMemberships } from '../sign-in/memberships.ts'
import { findByPassword, hashPassword } from '../sign-in/password-hash.ts'
import { endSignInByProvider } from '../sign-in/store.ts'
import type { Membership, PersonRow, SignInMethod } from '../sign-in/tables.ts'
import * as store from './user-store.ts'

/**
 * Adds a user to the account. A person who signs in with the address already enters the account with that sign-in. A new
 * person gets a generated password, which only this call returns.
 */
export async function createUser(
  ctx: TxContext,
  { email, name, role }: { email: string; name?: string; role: Role },
): Promise<{ user: User; password: string | undefined }> {
  const password = randomBase62(20)
  const { person_id, ...user } = await addUser(
    ctx,
    { name: name ?? guessName(email), email, role },
    await hashPassword(password),
  )
  return { user, password: person_id === user.id ? password : undefined }
}

/** Adds a user to the account. The caller has hashed the password. */
export async function addUser(
  ctx: TxContext,
  { name, email, role }: { name: string; email: string; role: Role },
  password_hash: string,
): Promise<User & { person_id: string }> {
  if (!isEmail(email)) rejectEmail('invalid_format', notAnEmail)
  // The operator, who runs the command line, answers for the address.
  const address = { email, email_key: toEmailKey(email), email_proven_at: ctx.now }
  return insertUser(ctx, { name, role, ...address }, { password_hash })
}

/** The user of an account and the facts about their person. */
interface NewUser {
  name: string
  role: Role
  email: string
  email_key: string
  /** When the person proved the address; null for an address that no one proved. */
  email_proven_at: Date | null
}

/** Adds the first user of a new installation, an operator, with a password of the user's choice. */
export async function createAdmin(
  ctx: TxContext,
  { name, email }: { name: string; email: string },
  password_hash: string,
): Promise<User & { person_id: string }> {
  const user = await addUser(ctx, { name, email, role: 'admin' }, password_hash)
  await store.setOperator(ctx, toEmailKey(email), true)
  return user
}

/** How the person of a new user signs in: with a new password, or as they already do, in this session. */
export type Proof =
  | { password_hash: string | null }
  | { person_id: string; session: { id: string; method: SignInMethod } }

/**
 * Adds a user to the account. Without a person, it is the one who proved the address before, otherwise a new person with
 * this password.
 */
export async function insertUser(
  ctx: TxContext,
  { name, role, email, email_key, email_proven_at }: NewUser,
  proof: Proof,
): Promise<User & { person_id: string }> {
  const id = newId(ctx.now)
  const found =
    'person_id' in proof
      ? proof.person_id
      : email_proven_at === null
        ? undefined
        : await findPersonOfAddress(ctx, email_key)
  const person_id = found ?? id
  const user = { id, person_id, name, email, role }
  try {
    if (found === undefined && 'password_hash' in proof)
      await createPerson(ctx, {
        ...{ id, email, email_key, email_proven_at, password_hash: proof.password_hash },
      })
    await store.insertUser(ctx, {
      ...{ ...user, account_id: ctx.account_id },
      ...{ email_key, created_at: ctx.now },
    })
    if (found !== undefined)
      endSignInByProvider(ctx, found, 'session' in proof ? proof.session : {})
  } catch (error) {
    if (!emailConstraints.includes(violatedConstraint(error) ?? '')) throw error
    rejectEmail('invalid', 'already belongs to a member of this account')
  }
  return user
}

/** Adds a person without a second factor. */
export const createPerson = (
  ctx: TxContext,
  person: Pick<PersonRow, 'id' | 'email' | 'email_key' | 'email_proven_at' | 'password_hash'>,
): Promise<void> =>
  insertPerson(ctx, {
    ...person,
    ...{ totp_encrypted: null, totp_enabled_at: null, totp_last_step: null },
    is_operator: false,
    created_at: ctx.now,
  })

const rejectEmail = (code: FieldErrorCode, message: string) =>
  throwIfAny([{ code, param: 'email', message }])

/** Guesses a name: `dana.lee@example.com` is probably Dana Lee. */
export const guessName = (email: string) =>
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

/** Returns the user with this id or email address; undefined for a removed or suspended one. */
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
 * Returns the accounts of the person with this email address and password, if the person needs no second
 * factor. Otherwise returns an empty list after the same time. The password hash, which is slow, is computed
 * outside a transaction.
 */
export async function authenticatePerson(
  db: Database,
  email: string,
  password: string,
): Promise<Membership[]> {
  const candidates = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    findPersonsByEmail(ctx, toEmailKey(email)),
  )
  const simple = candidates.filter(({ totp_enabled_at }) => totp_enabled_at === null)
  const found = await findByPassword(simple, password)
  return found === undefined ? [] : listMemberships(db, found.id)
}
