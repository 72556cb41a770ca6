import { ApiError, orNotFound, throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import { type TxContext, violatedConstraint } from '#platform/postgres/database'
import type { GroupMember, ProvisioningFilter } from './filter.ts'
import { parseGroupName } from './group-name.ts'
import { applyGroupRoles } from './group-roles.ts'
import * as store from './group-store.ts'
import { lockProvisioning } from './settings.ts'
import type { ProvisionedGroup, RoleChange } from './tables.ts'
import type { ListRange } from './user-store.ts'

/** A change of the members of a group. Changes apply in their order. */
export interface MembersChange {
  kind: 'add' | 'remove' | 'replace'
  /** The ids of users; absent for all members. */
  ids?: readonly string[]
}

export interface GroupChange {
  display_name?: string
  external_id?: string | null
  members: readonly MembersChange[]
}

/** The result of a change: the group without its members, and the users whose roles have changed. */
interface ChangedGroup {
  group: ProvisionedGroup
  role_changes: RoleChange[]
}

const maxMembersPerRequest = 1_000

/** Returns a group. Throws `not_found` for an unknown id. */
export const getProvisionedGroup = async (
  ctx: TxContext,
  id: string,
  hasMembers = true,
): Promise<ProvisionedGroup> =>
  orNotFound(isId(id) ? await store.findGroup(ctx, id, hasMembers) : undefined)

export const listProvisionedGroups = (
  ctx: TxContext,
  filter: ProvisioningFilter<GroupMember>,
  range: ListRange & { hasMembers: boolean },
) => store.listGroups(ctx, filter, range)

export async function createProvisionedGroup(
  ctx: TxContext,
  { display_name = '', external_id = null, members }: GroupChange,
): Promise<ChangedGroup> {
  const id = newId(ctx.now)
  await lockProvisioning(ctx)
  await rejectTaken(() =>
    store.insertGroup(ctx, {
      ...{ account_id: ctx.account_id, id, external_id: parseExternalId(external_id) },
      ...parseDisplayName(display_name),
      ...{ created_at: ctx.now, updated_at: ctx.now },
    }),
  )
  return changeMembers(ctx, id, members)
}

/** Changes a group and its members. The roles of all users then follow their groups. */
export async function changeProvisionedGroup(
  ctx: TxContext,
  id: string,
  { display_name, external_id, members }: GroupChange,
): Promise<ChangedGroup> {
  await lockProvisioning(ctx)
  await getProvisionedGroup(ctx, id, false)
  await rejectTaken(() =>
    store.updateGroup(ctx, id, {
      ...(display_name !== undefined && parseDisplayName(display_name)),
      ...(external_id !== undefined && { external_id: parseExternalId(external_id) }),
      updated_at: ctx.now,
    }),
  )
  return changeMembers(ctx, id, members)
}

/** Deletes a group. Its members stay users, with the roles of their other groups. */
export async function removeProvisionedGroup(ctx: TxContext, id: string): Promise<ChangedGroup> {
  await lockProvisioning(ctx)
  const group = await getProvisionedGroup(ctx, id, false)
  await store.deleteGroup(ctx, id)
  return { group, role_changes: await applyGroupRoles(ctx) }
}

async function changeMembers(
  ctx: TxContext,
  id: string,
  changes: readonly MembersChange[],
): Promise<ChangedGroup> {
  const named = changes.reduce((sum, { ids = [] }) => sum + ids.length, 0)
  if (named > maxMembersPerRequest)
    rejectMembers('too_many', `must name at most ${maxMembersPerRequest} users in one request`)
  for (const { kind, ids } of changes) {
    if (kind !== 'add')
      await store.removeMembers(ctx, id, kind === 'replace' ? undefined : ids?.filter(isId))
    if (kind === 'remove' || ids === undefined) continue
    const distinct = [...new Set(ids)]
    const unknown = distinct.find((each) => !isId(each))
    if (unknown === undefined && (await store.addMembers(ctx, id, distinct)) === distinct.length)
      continue
    rejectMembers('invalid_reference', 'must be ids of users of this account')
  }
  const role_changes = await applyGroupRoles(ctx)
  return { group: await getProvisionedGroup(ctx, id, false), role_changes }
}

const rejectMembers = (code: 'too_many' | 'invalid_reference', message: string) =>
  throwIfAny([{ code, param: 'members', message }])

function parseDisplayName(text: string) {
  const { name, name_key } = parseGroupName(text, 'displayName')
  return { display_name: name, display_name_key: name_key }
}

const maxIdLength = 255

function parseExternalId(external_id: string | null): string | null {
  if (external_id !== null && external_id.length > maxIdLength)
    throwIfAny([
      {
        code: 'too_long',
        param: 'externalId',
        message: `must have at most ${maxIdLength} characters`,
      },
    ])
  return external_id
}

async function rejectTaken(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const constraint = violatedConstraint(error) ?? ''
    if (!constraint.startsWith('provisioned_group_')) throw error
    const param = constraint.includes('external_id') ? 'externalId' : 'displayName'
    throw new ApiError('invalid', {
      status: 409,
      fieldErrors: [
        { code: 'invalid', param, message: 'belongs to another group of this account' },
      ],
    })
  }
}
