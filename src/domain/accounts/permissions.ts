import type { Role } from './account/tables.ts'
import type { SessionUser } from './sign-in/tables.ts'

/*
 * Which role may call which operation. docs/admin-area.md lists the result for every operation, and a test compares both.
 */

/**
 * With `none` no sign-in is required; with `any` every signed-in user is allowed. `operator` is for operators of the
 * installation.
 */
export type RequiredRole = 'none' | 'any' | 'operator' | Role

/** The part of an operation that decides. */
export interface Requirement {
  role: RequiredRole
  method: string
  /** The media types of a response that is no JSON. */
  mediaTypes?: readonly string[] | undefined
  /** Whether viewers may call an operation that reads; by default they get JSON, which is masked, and no files. */
  viewers?: 'allowed' | 'hidden'
}

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
export function isAllowedForRole(role: Role, operation: Requirement): boolean {
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
export const hidesAddresses = (role: Role): boolean => role === 'viewer' || role === 'developer'
