import { type FieldCode, isEmail, refuseIfAny } from '#contract'
import { newId, randomBase62 } from '#platform/ids'
import {
  brokenConstraint,
  type Database,
  everyone,
  inTransaction,
  type TxContext,
} from '#platform/postgres'
import { hashPassword, isPassword } from './sign-in/passwords.ts'
import * as store from './store.ts'
import type { Person, Role } from './tables.ts'

/**
 * Adds a person to the account, with a password of our making that is seen only now. An e-mail
 * address belongs to one person in a region; a second one is refused.
 */
export async function createPerson(
  ctx: TxContext,
  { email, name, role }: { email: string; name?: string; role: Role },
): Promise<{ person: Person; password: string }> {
  const password = randomBase62(20)
  const person = { id: newId(ctx.now), name: name ?? nameFrom(email), email, role }
  await addPerson(ctx, person, await hashPassword(password))
  return { person, password }
}

/** The first person of a new account, who chose their own password. */
export async function addAdmin(
  ctx: TxContext,
  { name, email }: { name: string; email: string },
  password_hash: string,
): Promise<Person> {
  const person: Person = { id: newId(ctx.now), name, email, role: 'admin' }
  await addPerson(ctx, person, password_hash)
  return person
}

async function addPerson(ctx: TxContext, person: Person, password_hash: string): Promise<void> {
  if (!isEmail(person.email))
    refuseEmail('invalid_format', 'must be an e-mail address such as ada@example.com')
  const row = {
    ...person,
    account_id: ctx.account_id,
    email_key: emailKey(person.email),
    password_hash,
    created_at: ctx.now,
  }
  await store.insertPerson(ctx, row).catch((error: unknown) => {
    if (brokenConstraint(error) !== 'person_email_key_key') throw error
    refuseEmail('invalid', 'already belongs to somebody')
  })
}

const refuseEmail = (code: FieldCode, message: string) =>
  refuseIfAny([{ code, param: 'email', message }])

const emailKey = (email: string) => email.trim().toLowerCase()

/** `dana.lee@example.com` is probably Dana Lee. */
const nameFrom = (email: string) =>
  email
    .replace(/[@+].*$/, '')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ') || email

/** The account's people by id. */
export async function peopleBy(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  const people = await store.findPeople(ctx, ids)
  return new Map(people.map((person) => [person.id, person]))
}

/** Who was in the account first; undefined while it has nobody. */
export const firstPerson = (ctx: TxContext): Promise<Person | undefined> => store.firstPerson(ctx)

/**
 * The person who has this e-mail address and password, in any account, and to whom a password is
 * enough; undefined otherwise, after the same time. The slow part, the hash, runs while no transaction is open.
 */
export async function signIn(
  db: Database,
  email: string,
  password: string,
): Promise<(Person & { account_id: string }) | undefined> {
  const found = await inTransaction(db, everyone, (ctx) =>
    store.findForSignIn(ctx, emailKey(email)),
  )
  const isTheirs = await isPassword(found?.password_hash ?? undefined, password)
  if (!isTheirs || found === undefined) return undefined
  const { password_hash: _, ...person } = found
  return person
}
