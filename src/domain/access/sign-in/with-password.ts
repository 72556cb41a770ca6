import { type Problem, refuseIfAny } from '#contract'
import { type Database, everyone, inTransaction, type TxContext } from '#platform/postgres'
import { countPasswordTry, countTry, forgive, forgivePasswordTries } from './attempts.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { type SignedIn, startSession } from './sessions.ts'
import * as store from './store.ts'
import type { SignInMethod, Whereabouts } from './tables.ts'
import { giveTicket, readTicket, spendTicket } from './tickets.ts'
import { isCode } from './totp.ts'

const purpose = 'second factor'

/** Who has given the right password, and still owes a code. */
interface Halfway {
  account_id: string
  person_id: string
}

export type PasswordOutcome =
  | { kind: 'signed_in'; session: SignedIn }
  | { kind: 'code_needed'; ticket: string }
  | { kind: 'refused' }

/**
 * E-mail address and password. A wrong password, a person without one and nobody at all are one
 * answer, after the same time. The slow part, the hash, runs while no transaction is open.
 */
export async function signInWithPassword(
  db: Database,
  { email, password }: { email: string; password: string },
  where: Whereabouts,
): Promise<PasswordOutcome> {
  const email_key = keyOf(email)
  await countPasswordTry(db, email_key, where)
  const person = await inTransaction(db, everyone, (ctx) => store.findByEmail(ctx, email_key))
  const isTheirs = await isPassword(person?.password_hash ?? undefined, password)
  if (!isTheirs || person === undefined) return { kind: 'refused' }
  const { account_id, id } = person
  if (person.totp_since !== null) {
    const halfway: Halfway = { account_id, person_id: id }
    return { kind: 'code_needed', ticket: giveTicket(db, purpose, halfway) }
  }
  await forgivePasswordTries(db, email_key, where)
  return { kind: 'signed_in', session: await start(db, person, 'password', where) }
}

/** The code after the password; undefined when it is not right, or the ticket not any more. */
export async function signInWithCode(
  db: Database,
  { ticket, code }: { ticket: string; code: string },
  where: Whereabouts,
): Promise<SignedIn | undefined> {
  const halfway = readTicket<Halfway>(db, purpose, ticket)
  if (halfway === undefined) return undefined
  await countTry(db, 'code', halfway.person_id)
  const session = await inTransaction(db, everyone, async (ctx) => {
    const person = await store.holdPerson(ctx, halfway.account_id, halfway.person_id)
    if (person === undefined || !(await isCode(ctx, person, code))) return undefined
    if (!(await spendTicket(ctx, purpose, ticket))) return undefined
    return startSession(ctx, person, 'password_and_code', where)
  })
  if (session !== undefined) await forgive(db, 'code', halfway.person_id)
  return session
}

const start = (
  db: Database,
  person: { account_id: string; id: string },
  method: SignInMethod,
  where: Whereabouts,
) => inTransaction(db, everyone, (ctx) => startSession(ctx, person, method, where))

/** Whether this is the person's password. For what is asked of somebody who is signed in already. */
export async function isOwnPassword(
  db: Database,
  { account_id, person_id, email }: { account_id: string; person_id: string; email: string },
  password: string,
): Promise<boolean> {
  await countTry(db, 'password', `signed in ${person_id}`) // guesses of strangers do not count here
  const person = await inTransaction(db, everyone, (ctx) => store.findByEmail(ctx, keyOf(email)))
  const isSame = person?.account_id === account_id && person.id === person_id
  return isPassword(isSame ? (person.password_hash ?? undefined) : undefined, password)
}

const shortest = 12
const longest = 256

/** What is wrong with a password that somebody chose. Length is what counts; no rules for its letters. */
function passwordProblems(password: string, param = 'password'): Problem[] {
  if (password === '') return [{ code: 'required', param, message: 'must not be empty' }]
  if (password.length < shortest)
    return [{ code: 'invalid', param, message: `must be at least ${shortest} characters` }]
  if (password.length > longest)
    return [{ code: 'too_long', param, message: `must be at most ${longest} characters` }]
  const isOne = new Set(password).size < 4
  return isOne ? [{ code: 'invalid', param, message: 'must not be one letter over and over' }] : []
}

/** A hash of a password that is good enough; refuses any other. Takes its time: not in a transaction. */
export async function vetPassword(password: string, param?: string): Promise<string> {
  refuseIfAny(passwordProblems(password, param))
  return hashPassword(password)
}

/** Puts the new password in place and signs the person out everywhere but here. */
export async function changePassword(
  ctx: TxContext,
  { person_id, session_id }: { person_id: string; session_id?: string },
  password_hash: string,
): Promise<void> {
  const person = { account_id: ctx.account_id, id: person_id }
  await store.updatePerson(ctx, person, { password_hash })
  await store.deleteRecoveries(ctx, ctx.account_id, person_id)
  await store.deleteSessions(ctx, { person_id, but: session_id })
}

export const keyOf = (email: string) => email.trim().toLowerCase()
