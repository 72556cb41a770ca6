import { builtInRoles, isBuiltInRole, type Permission, type Role } from '#contract/permissions'

export type { Permission, Role }

/*
 * Decides who may call which operation. docs/admin-area.md lists the result for every operation, and a test compares both.
 */

/** The properties of an operation that decide who may call it. */
export interface Requirement {
  /** With `none` no sign-in is required; with `any` every signed-in user is allowed. `operator`: operators of the installation. */
  permission: Permission | 'none' | 'any' | 'operator'
  method: string
  /** The media types of a response that is not JSON. */
  mediaTypes?: readonly string[] | undefined
  /** Whether the response has addresses that are not masked. By default, files have them, and JSON has not. */
  addresses?: 'shown' | 'none'
}

/** What a user may do. The state of the installation belongs to no account, so only operators may read it. */
export interface Permitted {
  permissions: readonly Permission[]
  is_operator: boolean
}

export const can = (
  { permissions }: Pick<Permitted, 'permissions'>,
  permission: Permission,
): boolean => permissions.includes(permission)

/** Returns whether a signed-in user may call an operation. */
export function isAllowed(user: Permitted, operation: Requirement): boolean {
  const { permission } = operation
  if (permission === 'operator') return user.is_operator
  if (permission === 'any' || permission === 'none') return true
  return can(user, permission) && (!showsAddresses(operation) || !hidesAddresses(user))
}

/** Returns whether an operation also needs the permission `addresses:read`. */
export const showsAddresses = ({ addresses, method, mediaTypes }: Requirement): boolean =>
  (addresses ?? (method === 'GET' && mediaTypes !== undefined ? 'shown' : 'none')) === 'shown'

/**
 * Returns whether the responses to a user hide addresses and links of recipients. One function hides them in
 * all texts of a response, so that it also hides them in members that are added later.
 */
export const hidesAddresses = (user: Pick<Permitted, 'permissions'>): boolean =>
  !can(user, 'addresses:read')

/** Returns the permissions of a role, which is built in or has them in its row. */
export const permissionsOf = (
  role: Role,
  ofRow: readonly Permission[] | null,
): readonly Permission[] => (isBuiltInRole(role) ? builtInRoles[role] : (ofRow ?? []))
