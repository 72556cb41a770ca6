import { ApiError, type FieldError, isEmail, orNotFound, throwIfAny, toEmailKey } from '#contract'
import { parseName } from '#contract/display-name'
import { emailDomain, notAnEmail } from '#contract/email-address'
import { isId, newId } from '#platform/lib/ids'
import { type TxContext, violatedConstraint } from '#platform/postgres/database'
import { isProvenDomain } from '../domains/domains.ts'
import { removeMember } from '../members/members.ts'
import { createPerson, insertUser } from '../members/users.ts'
import { findPerson, updatePerson } from '../sign-in/membership-store.ts'
import { hasOtherAccount } from '../sign-in/memberships.ts'
import { hasLocalSignIn } from '../sign-in/sign-on-link.ts'
import { deletePasswordResets } from '../sign-in/store.ts'
import type { ProvisioningFilter, UserMember } from './filter.ts'
import { lockProvisioning, makesContacts, readDefaultRole } from './settings.ts'
import type { ProvisionedUser, ProvisionedUserInput } from './tables.ts'
import * as store from './user-store.ts'

/** Returns a user of the account. Throws `not_found` for an unknown id and for a removed user. */
export const getProvisionedUser = async (ctx: TxContext, id: string): Promise<ProvisionedUser> =>
  orNotFound(isId(id) ? await store.findUser(ctx, id) : undefined)

export const listProvisionedUsers = (
  ctx: TxContext,
  filter: ProvisioningFilter<UserMember>,
  range: store.ListRange,
) => store.listUsers(ctx, filter, range)

/**
 * Creates a user without a password. A user whom the identity provider does not know yet and who has the address becomes its
 * user, and is not doubled. Throws `invalid` with the status 409 for a user whom it knows.
 */
export async function createProvisionedUser(
  ctx: TxContext,
  input: ProvisionedUserInput,
): Promise<{ user: ProvisionedUser; before: ProvisionedUser | undefined }> {
  const checked = check(input)
  await lockProvisioning(ctx)
  const [before] = await store.findMatches(ctx, checked.user_name_key, checked.email_key)
  if (before?.is_managed === true) throw taken('userName')
  const created = before ?? (await insert(ctx, checked))
  return { user: await save(ctx, created, checked), before }
}

/** Changes a user in this account. Returns the user before and after. */
export async function changeProvisionedUser(
  ctx: TxContext,
  id: string,
  toInput: (before: ProvisionedUser) => ProvisionedUserInput,
): Promise<{ before: ProvisionedUser; user: ProvisionedUser }> {
  await lockProvisioning(ctx)
  const before = await getProvisionedUser(ctx, id)
  return { before, user: await save(ctx, before, check(toInput(before))) }
}

/** Ends the membership of a user, whom the identity provider then no longer finds. */
export async function removeProvisionedUser(ctx: TxContext, id: string): Promise<ProvisionedUser> {
  await lockProvisioning(ctx)
  const user = await getProvisionedUser(ctx, id)
  if (user.is_active) await removeMember(ctx, id)
  await store.deleteProvisionedUser(ctx, id)
  return user
}

type CheckedUser = ReturnType<typeof check>

const maxIdLength = 255

function check(input: ProvisionedUserInput) {
  const errors: FieldError[] = []
  const limit = (param: string, text: string | null) => {
    if (text !== null && text.length > maxIdLength)
      errors.push({
        code: 'too_long',
        param,
        message: `must have at most ${maxIdLength} characters`,
      })
  }
  limit('userName', input.user_name)
  limit('externalId', input.external_id)
  limit('name.givenName', input.given_name)
  limit('name.familyName', input.family_name)
  for (const [name, text = ''] of Object.entries(input.profile)) limit(name, text)
  if (!isEmail(input.email))
    errors.push({ code: 'invalid_format', param: 'emails', message: notAnEmail })
  throwIfAny(errors)
  return {
    ...input,
    name: parseName(input.name),
    user_name_key: toEmailKey(input.user_name),
    email_key: toEmailKey(input.email),
  }
}

const taken = (param: 'userName' | 'externalId' | 'emails') =>
  new ApiError('invalid', {
    status: 409,
    fieldErrors: [{ code: 'invalid', param, message: 'belongs to another user of this account' }],
  })

const paramsByConstraint = {
  user_account_id_email_key_key: 'emails',
  user_account_id_person_id_key: 'emails',
  provisioned_user_user_name_key: 'userName',
  provisioned_user_external_id_key: 'externalId',
} as const

async function insert(ctx: TxContext, checked: CheckedUser): Promise<ProvisionedUser> {
  const { name, email, email_key } = checked
  await store.deleteInvitationOf(ctx, email_key)
  const role = await readDefaultRole(ctx)
  const isProven = await isProvenDomain(ctx, emailDomain(email))
  const { id } = await insertUser(
    ctx,
    { name, role, email, email_key, email_proven_at: isProven ? ctx.now : null },
    { password_hash: null },
  )
  return getProvisionedUser(ctx, id)
}

async function save(
  ctx: TxContext,
  before: ProvisionedUser,
  checked: CheckedUser,
): Promise<ProvisionedUser> {
  const { user_name, user_name_key, external_id, given_name, family_name } = checked
  const profile = (await makesContacts(ctx)) ? checked.profile : {}
  try {
    await store.upsertProvisionedUser(ctx, {
      ...{ account_id: ctx.account_id, user_id: before.id, updated_at: ctx.now },
      ...{ user_name, user_name_key, external_id, given_name, family_name, profile },
    })
    await saveMembership(ctx, before, checked)
  } catch (error) {
    const param = Object.entries(paramsByConstraint).find(
      ([name]) => name === violatedConstraint(error),
    )?.[1]
    throw param === undefined ? error : taken(param)
  }
  return getProvisionedUser(ctx, before.id)
}

async function saveMembership(
  ctx: TxContext,
  before: ProvisionedUser,
  { name, email, email_key, is_active }: CheckedUser,
): Promise<void> {
  if (before.is_active) {
    // The identity provider decides from now on, also about a member whom an admin has suspended.
    await store.updateUser(ctx, before.id, { name, email, email_key, suspended_at: null })
    if (toEmailKey(before.email) !== email_key)
      await changeSignInAddress(ctx, before, { email, email_key })
    if (!is_active) await deactivate(ctx, before)
  } else if (is_active) {
    const person_id = before.former_person_id ?? (await createPersonOf(ctx, { email, email_key }))
    const role = await roleOnReturn(ctx, before)
    const user = { name, email, email_key, person_id, role, removed_at: null }
    await store.updateUser(ctx, before.id, user)
    await store.setFormerPerson(ctx, before.id, null)
  } else await store.updateUser(ctx, before.id, { name, email })
}

/** Ends the membership, as an admin does. A person with another account stays, and a new activation finds the person again. */
async function deactivate(ctx: TxContext, { id, person_id }: ProvisionedUser): Promise<void> {
  await store.setFormerPerson(ctx, id, person_id)
  await removeMember(ctx, id)
}

/** Returns the role of a user who comes back: the previous one, but admin only from a group, because the person can be new. */
const roleOnReturn = async (ctx: TxContext, { role, has_group_role }: ProvisionedUser) =>
  role === 'admin' && !has_group_role ? readDefaultRole(ctx) : role

async function createPersonOf(
  ctx: TxContext,
  address: { email: string; email_key: string },
): Promise<string> {
  const id = newId(ctx.now)
  await createPerson(ctx, { id, ...address, email_proven_at: null, password_hash: null })
  return id
}

/**
 * Changes the address for sign-in of a person who has no other account, no password and no passkey. The new address is not
 * proven. An address receives links for new passwords, so it does not change for admins and operators: the token must give no
 * rights that no admin has given to a group.
 */
async function changeSignInAddress(
  ctx: TxContext,
  { person_id, role }: ProvisionedUser,
  address: { email: string; email_key: string },
): Promise<void> {
  if (person_id === null || role === 'admin' || (await hasOtherAccount(ctx, person_id))) return
  if (await hasLocalSignIn(ctx, person_id)) return
  if ((await findPerson(ctx, person_id))?.is_operator !== false) return
  await updatePerson(ctx, person_id, { ...address, email_proven_at: null })
  await deletePasswordResets(ctx, person_id)
}
