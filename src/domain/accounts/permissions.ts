import type { Role } from './account/tables.ts'
import type { SessionUser } from './sign-in/tables.ts'

/*
 * Decides which role may call which operation. docs/admin-area.md lists the result for every operation, and a
 * test compares both.
 */

/**
 * The role that an operation requires. With `none` no sign-in is required; with `any` every signed-in user is
 * allowed. The role `operator` is for operators of the installation.
 */
export type RequiredRole = 'none' | 'any' | 'operator' | Role

/** The properties of an operation that decide who may call it. */
export interface Requirement {
  role: RequiredRole
  method: string
  /** The media types of a response that is not JSON. */
  mediaTypes?: readonly string[] | undefined
  /**
   * Decides whether viewers may call an operation that reads. By default they receive JSON, with masked
   * addresses, and no files.
   */
  viewers?: 'allowed' | 'hidden'
}

/**
 * Returns whether a signed-in user may call an operation. Admins may call everything in their account. The
 * state of the installation belongs to no account, so only operators may read it.
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

/**
 * Returns whether viewers may call an operation. Viewers read what senders read. Files are not masked, so
 * viewers get no files by default.
 */
function isForViewers({ method, mediaTypes, viewers }: Requirement): boolean {
  if (method !== 'GET') return false
  return (viewers ?? (mediaTypes === undefined ? 'allowed' : 'hidden')) === 'allowed'
}

/**
 * Returns whether the responses of a role hide addresses and links of recipients. One function hides them in
 * all texts of a response, so that it also hides them in members that are added later.
 */
export const hidesAddresses = (role: Role): boolean => role === 'viewer' || role === 'developer'
