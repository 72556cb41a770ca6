import type { SessionUser } from '#accounts'
import type { Operation } from './operation.ts'
import type { MemberRole } from './schemas.ts'

/*
 * Which role may call which operation. docs/admin-area.md lists the result for every operation, and a test compares both.
 */

/** The part of an operation that decides. */
type Requirement = Pick<Operation, 'role' | 'method' | 'mediaTypes' | 'viewers'>

/**
 * Returns whether a signed-in user may call an operation. Admins may call everything in their account. The state of the
 * installation belongs to no account, so only its operators may read it.
 */
export function isAllowed(
  { role, is_operator }: Pick<SessionUser, 'role' | 'is_operator'>,
  operation: Requirement,
): boolean {
  if (operation.role === 'operator') return is_operator
  return isAllowedForRole(role, operation)
}

/** Returns whether every user with a role may call an operation. */
export function isAllowedForRole(role: MemberRole, operation: Requirement): boolean {
  const { role: requiredRole } = operation
  if (requiredRole === 'operator') return false
  if (requiredRole === 'any' || requiredRole === 'none') return true
  if (role === 'admin' || role === requiredRole) return true
  return role === 'viewer' && requiredRole === 'sender' && isForViewers(operation)
}

/** Viewers read what senders read. Files are not masked, so they are hidden by default. */
function isForViewers({ method, mediaTypes, viewers }: Requirement): boolean {
  if (method !== 'GET') return false
  return (viewers ?? (mediaTypes === undefined ? 'allowed' : 'hidden')) === 'allowed'
}

/**
 * Whether the responses of a role hide addresses and links of recipients. They are hidden in all texts of a response, in one
 * place, so that a member that is added later is hidden too.
 */
export const hidesAddresses = (role: MemberRole): boolean =>
  role === 'viewer' || role === 'developer'
