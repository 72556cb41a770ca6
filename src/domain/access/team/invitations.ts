import { randomBytes } from 'node:crypto'
import { isEmail, type Problem, Refusal, refuseIfAny } from '#contract'
import { isId, newId } from '#platform/ids'
import {
  brokenConstraint,
  type Database,
  everyone,
  inTransaction,
  reading,
  type TxContext,
} from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import * as store from './store.ts'
import type { Invitation } from './tables.ts'

const week = 7 * 24 * 60 * 60 * 1000

export interface NewInvitation {
  email: string
  name: string
  role: 'admin' | 'sender'
}

/**
 * Invites somebody; a second invitation of an address takes the place of the first, whose link is
 * void then. Whether the address belongs to somebody in another account is not said here, but to
 * whoever reads its mail. `work.now` is the real time.
 *
 * @returns the secret part of the link, for the mail
 */
export async function invite(
  ctx: TxContext,
  by: { id: string; name: string },
  { email, name, role }: NewInvitation,
): Promise<{ invitation: Invitation; token: string }> {
  const email_key = email.trim().toLowerCase()
  refuseIfAny(isEmail(email) ? [] : [wrong('must be an e-mail address such as ada@example.com')])
  const people = await store.list(ctx)
  const isHere = people.some((person) => person.email.trim().toLowerCase() === email_key)
  refuseIfAny(isHere ? [wrong('is in this account already')] : [])
  const invitation = { id: newId(ctx.now), email, name, role, ...span(ctx) }
  const token = newToken()
  await store.putInvitation(ctx, {
    ...invitation,
    account_id: ctx.account_id,
    email_key,
    token_hash: sha256(token),
    invited_by: by.id,
  })
  return { invitation: { ...invitation, invited_by: { id: by.id, name: by.name } }, token }
}

const wrong = (message: string): Problem => ({ code: 'invalid', param: 'email', message })
const newToken = () => randomBytes(32).toString('base64url')
const span = ({ now }: TxContext) => ({
  created_at: now,
  expires_at: new Date(now.getTime() + week),
})

export const listInvitations = (ctx: TxContext): Promise<Invitation[]> => store.listInvitations(ctx)

/** A new link for another week; the old one is void. */
export async function renewInvitation(
  ctx: TxContext,
  by: { id: string; name: string },
  id: string,
): Promise<{ invitation: Invitation; token: string }> {
  const found = isId(id) ? await store.findInvitation(ctx, id) : undefined
  if (found === undefined) throw new Refusal('not_found')
  return invite(ctx, by, found)
}

export async function withdrawInvitation(
  ctx: TxContext,
  id: string,
): Promise<{ id: string; email: string }> {
  const gone = isId(id) ? await store.deleteInvitation(ctx, id) : undefined
  if (gone === undefined) throw new Refusal('not_found')
  return gone
}

/** Whom a link invites and to what; undefined when it is not valid, or not any more. */
export const lookAtInvitation = (
  db: Database,
  token: string,
): Promise<Pick<store.Shown, 'account_name' | 'email' | 'name' | 'role' | 'inviter'> | undefined> =>
  reading(db, everyone, async (ctx) => {
    const found = await store.findByToken(ctx, sha256(token))
    if (found === undefined) return undefined
    const { account_name, email, name, role, inviter } = found
    return { account_name, email, name, role, inviter }
  })

/**
 * Takes an invitation up. `also` runs in the same transaction, in the person's account.
 *
 * @returns what `also` made of it; undefined when the link is not valid, or not any more
 */
export const acceptInvitation = <T>(
  db: Database,
  { token, name, password_hash }: { token: string; name: string; password_hash: string },
  also: (
    ctx: TxContext,
    person: { account_id: string; id: string; name: string; role: 'admin' | 'sender' },
  ) => Promise<T>,
): Promise<T | undefined> =>
  inTransaction(db, everyone, async (ctx) => {
    const found = await store.findByToken(ctx, sha256(token), true)
    if (found === undefined) return undefined
    const { account_id, email, email_key, role } = found
    const owned = { ...ctx, account_id }
    await store.deleteInvitation(owned, found.id)
    const person = { account_id, id: newId(ctx.now), name, role }
    const row = { email, email_key, password_hash, totp_sealed: null, totp_since: null }
    await store
      .insertPerson(owned, { ...person, ...row, removed_at: null, created_at: ctx.now })
      .catch((error: unknown) => {
        if (brokenConstraint(error) !== 'person_email_key_key') throw error
        const message = 'belongs to somebody in another account; sign in there, or use another one'
        refuseIfAny([{ code: 'invalid', param: 'email', message }])
      })
    return also(owned, person)
  })
