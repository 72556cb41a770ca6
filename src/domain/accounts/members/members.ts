import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { Member } from './tables.ts'

/** Everybody who can sign in to the account, in the order they came. */
export const listMembers = (ctx: TxContext): Promise<Member[]> => store.list(ctx)

export async function findMember(ctx: TxContext, id: string): Promise<Member | undefined> {
  return isId(id) ? store.find(ctx, id) : undefined
}

/** Answers the person as they were. Whose role is taken has it no more with their next request. */
export async function changeRole(
  ctx: TxContext,
  id: string,
  role: Member['role'],
): Promise<Member> {
  const member = await getMember(ctx, id)
  if (role === 'sender') await assertNotLastAdmin(ctx, id)
  await store.update(ctx, id, { role })
  return member
}

/** Makes somebody else an admin, and whoever does it a sender. */
export async function transferAdmin(ctx: TxContext, from: string, to: string): Promise<Member> {
  const member = await getMember(ctx, to)
  if (from === to)
    throw new ApiError('not_allowed', {
      fieldErrors: [{ code: 'not_allowed', param: 'to', message: 'must be somebody else' }],
    })
  await store.lockAdmins(ctx)
  await store.update(ctx, to, { role: 'admin' })
  await store.update(ctx, from, { role: 'sender' })
  return member
}

/** They cannot sign in any more, from now on. What they did and gave keeps their name. */
export async function removeMember(ctx: TxContext, id: string): Promise<Member> {
  const member = await getMember(ctx, id)
  await assertNotLastAdmin(ctx, id)
  await store.update(ctx, id, {
    removed_at: ctx.now,
    email_key: `removed ${id}`, // the address may be invited again
    password_hash: null,
    totp_encrypted: null,
    totp_enabled_at: null,
  })
  store.revokeAccess(ctx, id)
  return member
}

export const renameMember = (ctx: TxContext, id: string, name: string): Promise<unknown> =>
  store.update(ctx, id, { name })

async function getMember(ctx: TxContext, id: string): Promise<Member> {
  const member = await findMember(ctx, id)
  if (member === undefined) throw new ApiError('not_found')
  return member
}

/** Two admins who demote each other at once must not leave none: the second waits, and is refused. */
async function assertNotLastAdmin(ctx: TxContext, id: string): Promise<void> {
  const admins = await store.lockAdmins(ctx)
  if (admins.some((each) => each !== id) || !admins.includes(id)) return
  throw new ApiError('invalid_transition', {
    message: 'An account needs an admin. Make somebody else one first.',
  })
}
