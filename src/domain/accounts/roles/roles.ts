import { ApiError, type FieldError, throwIfAny } from '#contract'
import { parseName } from '#contract/display-name'
import {
  builtInRoleNames,
  builtInRoles,
  grantablePermissions,
  isBuiltInRole,
  type Permission,
  type Role,
  withNeeded,
} from '#contract/permissions'
import { isId, newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import { type TxContext, violatedConstraint } from '#platform/postgres/database'
import * as store from './store.ts'
import type { CustomRole } from './tables.ts'

const maxRoles = 50

export const listCustomRoles = (ctx: TxContext): Promise<CustomRole[]> => store.list(ctx)

/** Returns how many users have each role. */
export const countUsersByRole = async (ctx: TxContext): Promise<ReadonlyMap<Role, number>> =>
  new Map((await store.countUsers(ctx)).map(({ role, users }) => [role, users]))

/** The name and the permissions of a role that an admin enters. */
export type RoleInput = Pick<CustomRole, 'name'> & { permissions: readonly string[] }

/** Creates a role. Throws errors for `name` and `permissions`. */
export async function createRole(ctx: TxContext, input: RoleInput): Promise<CustomRole> {
  await lockUntilEnd(ctx, `roles of ${ctx.account_id}`)
  if ((await store.list(ctx)).length >= maxRoles)
    throw new ApiError('not_allowed', {
      message: `An account can have ${maxRoles} roles of its own. Delete one first.`,
    })
  const { name_key, ...values } = parse(input)
  const role = { id: newId(ctx.now), ...values }
  const { now: created_at, account_id } = ctx
  await rejectTakenName(
    store.insert(ctx, { ...role, account_id, name_key, created_at, updated_at: created_at }),
  )
  return role
}

/** Changes a role, from the next request of each user who has it. Returns the role before the change. */
export async function changeRolePermissions(
  ctx: TxContext,
  id: string,
  input: RoleInput,
): Promise<{ before: CustomRole; role: CustomRole }> {
  const before = await lockRole(ctx, id)
  const change = parse(input)
  await rejectTakenName(store.update(ctx, id, { ...change, updated_at: ctx.now }))
  const { name_key: _, ...values } = change
  return { before, role: { id, ...values } }
}

/** Deletes a role that no user, invitation or setting has. Returns it. */
export async function deleteRole(ctx: TxContext, id: string): Promise<CustomRole> {
  const role = await lockRole(ctx, id)
  try {
    await store.remove(ctx, id)
  } catch (error) {
    if (violatedConstraint(error)?.endsWith('_custom_role_id_fkey') !== true) throw error
    throw new ApiError('invalid_transition', {
      message:
        'This role is in use. Give another role to its members, invitations, groups and default settings first.',
    })
  }
  return role
}

async function lockRole(ctx: TxContext, id: string): Promise<CustomRole> {
  const role = isId(id) ? await store.lock(ctx, id) : undefined
  if (role === undefined) throw new ApiError('not_found')
  return role
}

/**
 * Returns the name of a role that can be given in this account; null for a built-in role. Throws for every other text. Until
 * the commit, no one can delete the role.
 */
export async function requireRole(
  ctx: TxContext,
  role: Role,
  param = 'role',
): Promise<string | null> {
  if (isBuiltInRole(role)) return null
  const found = isId(role) ? await store.hold(ctx, role) : undefined
  if (found !== undefined) return found.name
  const message = `must be ${builtInRoleNames.join(', ')}, or the id of a role of this account`
  throwIfAny([{ code: 'invalid', param, message }])
  return null
}

/**
 * Returns all roles from the strongest to the weakest: those that change the most things come first. A user in several groups of
 * an identity provider gets the strongest of their roles.
 */
export async function listRolesByStrength(ctx: TxContext): Promise<Role[]> {
  const builtIn = builtInRoleNames.map((id) => ({ id, permissions: builtInRoles[id] }))
  const roles: { id: Role; permissions: readonly Permission[] }[] = [
    ...builtIn,
    ...(await store.list(ctx)),
  ]
  const writes = (permissions: readonly Permission[]) =>
    permissions.filter((name) => !name.endsWith(':read')).length
  return roles
    .sort(
      (a, b) =>
        writes(b.permissions) - writes(a.permissions) ||
        b.permissions.length - a.permissions.length,
    )
    .map(({ id }) => id)
}

function parse({ name: text, permissions }: RoleInput) {
  const errors: FieldError[] = []
  const refused = permissions.filter((name) => !isGrantable(name))
  if (refused.length > 0)
    errors.push({
      code: 'invalid',
      param: 'permissions',
      message: `must not contain ${refused.join(', ')}: it must be a list of ${grantablePermissions.join(', ')}`,
    })
  if (permissions.length === 0)
    errors.push({
      code: 'required',
      param: 'permissions',
      message: 'must have at least one permission',
    })
  throwIfAny(errors)
  const wanted = grantablePermissions.filter((each) => permissions.includes(each))
  const needed = new Set(wanted.flatMap(withNeeded))
  const name = parseName(text)
  const name_key = name.toLocaleLowerCase('en')
  if (isBuiltInRole(name_key)) throwIfAny([nameTaken])
  return { name, name_key, permissions: grantablePermissions.filter((each) => needed.has(each)) }
}

const isGrantable = (name: string): boolean =>
  (grantablePermissions as readonly string[]).includes(name)

const nameTaken: FieldError = {
  code: 'invalid',
  param: 'name',
  message: 'belongs to another role of this account',
}

async function rejectTakenName(change: Promise<unknown>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (violatedConstraint(error) !== 'role_name_key') throw error
    throwIfAny([nameTaken])
  }
}
