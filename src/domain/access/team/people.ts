import { Refusal } from '#contract'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import * as store from './store.ts'
import type { Teammate } from './tables.ts'

/** Everybody who can sign in to the account, in the order they came. */
export const listPeople = (ctx: TxContext): Promise<Teammate[]> => store.list(ctx)

export async function findPerson(ctx: TxContext, id: string): Promise<Teammate | undefined> {
  return isId(id) ? store.find(ctx, id) : undefined
}

/** Answers the person as they were. Whose role is taken has it no more with their next request. */
export async function changeRole(
  ctx: TxContext,
  id: string,
  role: Teammate['role'],
): Promise<Teammate> {
  const person = await held(ctx, id)
  if (role === 'sender') await refuseLastAdmin(ctx, id)
  await store.update(ctx, id, { role })
  return person
}

/** Makes somebody else an admin, and whoever does it a sender. */
export async function handOver(ctx: TxContext, from: string, to: string): Promise<Teammate> {
  const person = await held(ctx, to)
  if (from === to)
    throw new Refusal('not_allowed', {
      problems: [{ code: 'not_allowed', param: 'to', message: 'must be somebody else' }],
    })
  await store.holdAdmins(ctx)
  await store.update(ctx, to, { role: 'admin' })
  await store.update(ctx, from, { role: 'sender' })
  return person
}

/** They cannot sign in any more, from now on. What they did and gave keeps their name. */
export async function removePerson(ctx: TxContext, id: string): Promise<Teammate> {
  const person = await held(ctx, id)
  await refuseLastAdmin(ctx, id)
  await store.update(ctx, id, {
    removed_at: ctx.now,
    email_key: `removed ${id}`, // the address may be invited again
    password_hash: null,
    totp_sealed: null,
    totp_since: null,
  })
  store.shutOut(ctx, id)
  return person
}

export const rename = (ctx: TxContext, id: string, name: string): Promise<unknown> =>
  store.update(ctx, id, { name })

async function held(ctx: TxContext, id: string): Promise<Teammate> {
  const person = await findPerson(ctx, id)
  if (person === undefined) throw new Refusal('not_found')
  return person
}

/** Two admins who demote each other at once must not leave none: the second waits, and is refused. */
async function refuseLastAdmin(ctx: TxContext, id: string): Promise<void> {
  const admins = await store.holdAdmins(ctx)
  if (admins.some((each) => each !== id) || !admins.includes(id)) return
  throw new Refusal('invalid_transition', {
    message: 'An account needs an admin. Make somebody else one first.',
  })
}
