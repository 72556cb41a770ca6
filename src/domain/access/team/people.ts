import { Refusal } from '#contract'
import { isId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import * as store from './store.ts'
import type { Teammate } from './tables.ts'

/** Everybody who can sign in to the account, in the order they came. */
export const listPeople = (work: Work): Promise<Teammate[]> => store.list(work)

export async function findPerson(work: Work, id: string): Promise<Teammate | undefined> {
  return isId(id) ? store.find(work, id) : undefined
}

/** Answers the person as they were. Whose role is taken has it no more with their next request. */
export async function changeRole(
  work: Work,
  id: string,
  role: Teammate['role'],
): Promise<Teammate> {
  const person = await held(work, id)
  if (role === 'sender') await refuseLastAdmin(work, id)
  await store.update(work, id, { role })
  return person
}

/** Makes somebody else an admin, and whoever does it a sender. */
export async function handOver(work: Work, from: string, to: string): Promise<Teammate> {
  const person = await held(work, to)
  if (from === to)
    throw new Refusal('not_allowed', {
      problems: [{ code: 'not_allowed', param: 'to', message: 'must be somebody else' }],
    })
  await store.holdAdmins(work)
  await store.update(work, to, { role: 'admin' })
  await store.update(work, from, { role: 'sender' })
  return person
}

/** They cannot sign in any more, from now on. What they did and gave keeps their name. */
export async function removePerson(work: Work, id: string): Promise<Teammate> {
  const person = await held(work, id)
  await refuseLastAdmin(work, id)
  await store.update(work, id, {
    removed_at: work.now,
    email_key: `removed ${id}`, // the address may be invited again
    password_hash: null,
    totp_sealed: null,
    totp_since: null,
  })
  store.shutOut(work, id)
  return person
}

export const rename = (work: Work, id: string, name: string): Promise<unknown> =>
  store.update(work, id, { name })

async function held(work: Work, id: string): Promise<Teammate> {
  const person = await findPerson(work, id)
  if (person === undefined) throw new Refusal('not_found')
  return person
}

/** Two admins who demote each other at once must not leave none: the second waits, and is refused. */
async function refuseLastAdmin(work: Work, id: string): Promise<void> {
  const admins = await store.holdAdmins(work)
  if (admins.some((each) => each !== id) || !admins.includes(id)) return
  throw new Refusal('invalid_transition', {
    message: 'An account needs an admin. Make somebody else one first.',
  })
}
