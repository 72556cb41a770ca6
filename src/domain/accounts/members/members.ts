import { ApiError, toEmailKey } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { requireRole } from '../roles/roles.ts'
import { findPersonOfAddress } from '../sign-in/membership-store.ts'
import * as store from './store.ts'
import type { Member } from './tables.ts'

/** Returns the active members of the account in the order in which they joined. */
export const listMembers = async (ctx: TxContext): Promise<Member[]> =>
  (await store.list(ctx)).filter(({ suspended_at }) => suspended_at === null)

/** Returns the members of the account with the suspended ones. */
export const listAllMembers = (ctx: TxContext): Promise<Member[]> => store.list(ctx)

export async function findMember(ctx: TxContext, id: string): Promise<Member | undefined> {
  return isId(id) ? store.find(ctx, id) : undefined
}

/** Returns the active member whose person has proved this address. */
export async function findMemberByProvenEmail(
  ctx: TxContext,
  email: string,
): Promise<Member | undefined> {
  const person_id = await findPersonOfAddress(ctx, toEmailKey(email))
  return person_id === undefined ? undefined : store.findActiveOfPerson(ctx, person_id)
}

/** Changes the role of a member, from the next request. Returns the member before and after. */
export async function changeRole(
  ctx: TxContext,
  id: string,
  role: Member['role'],
): Promise<{ before: Member; member: Member }> {
  const before = await getMember(ctx, id)
  await requireRole(ctx, role)
  if (role !== 'admin') await assertNotLastAdmin(ctx, id)
  await store.update(ctx, id, { role })
  return { before, member: await getMember(ctx, id) }
}

/** Makes another member an admin, and the calling admin a sender. */
export async function transferAdmin(ctx: TxContext, from: string, to: string): Promise<Member> {
  if (from === to)
    throw new ApiError('not_allowed', {
      fieldErrors: [{ code: 'not_allowed', param: 'to', message: 'must be another member' }],
    })
  await store.lockAdmins(ctx) // first, because a suspension of the member locks them too
  const member = await getMember(ctx, to)
  if (member.suspended_at !== null)
    throw new ApiError('not_allowed', { message: 'Resume this member first.' })
  await store.update(ctx, to, { role: 'admin' })
  await store.update(ctx, from, { role: 'sender' })
  return member
}

/**
 * Removes a member, who can no longer enter the account. Their name stays on their gifts and audit entries, and their other
 * accounts stay as they are.
 */
export async function removeMember(ctx: TxContext, id: string): Promise<Member> {
  const member = await getMember(ctx, id)
  await assertNotLastAdmin(ctx, id)
  await store.endMembership(ctx, id)
  return member
}

/**
 * Suspends a member, who no longer enters the account from the next request: not with sessions, and not through apps. Teams,
 * gifts and waiting sends stay. Returns the member before the change; a suspended member stays as it is.
 */
export async function suspendMember(ctx: TxContext, id: string, by: string): Promise<Member> {
  const member = await getMember(ctx, id)
  if (id === by)
    throw new ApiError('not_allowed', {
      message: 'You cannot suspend yourself. Another admin can suspend you.',
    })
  if (member.is_provisioned)
    throw new ApiError('not_allowed', {
      message: 'Your identity provider manages this member. Deactivate the person there.',
    })
  await assertNotLastAdmin(ctx, id)
  if (member.suspended_at === null) await store.suspend(ctx, id)
  return member
}

/** Lets a suspended member enter the account again. Returns the member before the change. */
export async function resumeMember(ctx: TxContext, id: string): Promise<Member> {
  const member = await getMember(ctx, id)
  await store.update(ctx, id, { suspended_at: null })
  return member
}

export const renameMember = (ctx: TxContext, id: string, name: string): Promise<unknown> =>
  store.update(ctx, id, { name })

async function getMember(ctx: TxContext, id: string): Promise<Member> {
  const member = await findMember(ctx, id)
  if (member === undefined) throw new ApiError('not_found')
  return member
}

/**
 * Locks the admins, so that two admins who demote each other at the same time cannot leave none: the
 * second transaction waits and is rejected.
 */
async function assertNotLastAdmin(ctx: TxContext, id: string): Promise<void> {
  const admins = await store.lockAdmins(ctx)
  if (admins.some((each) => each !== id) || !admins.includes(id)) return
  throw lastAdminError()
}

/** Builds the error of a change after which the account would have no admin. */
export const lastAdminError = (): ApiError =>
  new ApiError('invalid_transition', {
    message: 'An account needs at least one admin. Make another member an admin first.',
  })
