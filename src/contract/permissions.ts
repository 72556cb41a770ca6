import { type Scope, scopeNames } from './scopes.ts'

/**
 * What users of the web app may do, beside the scopes of the public API. A user has all permissions of their role; tokens have
 * scopes only.
 */
const userPermissions = [
  /** See postal addresses and links of recipients, and the files and emails that contain them. */
  'addresses:read',
  'contacts:read',
  'contacts:write',
  /** Pack parcels at the packing station, and hand them over. */
  'parcels:pack',
  /** Read what gifts cost, and what is owed to charities. */
  'spend:read',
  /** Record payments to charities. */
  'donations:write',
  /** Approve and reject sends. */
  'approvals:decide',
  /** Give the second approval of a send above the limit. */
  'approvals:confirm',
  /** Create API keys and OAuth clients, and read the request log. */
  'tokens:write',
  'audit:read',
  /** Everything else: members, roles, settings, connections. Only admins have it, since it gives all other permissions. */
  'administration',
] as const

export type Permission = Scope | (typeof userPermissions)[number]

const permissionNames: readonly Permission[] = [...scopeNames, ...userPermissions]

/** The permissions that a role of the account can have. */
export const grantablePermissions = permissionNames.filter((name) => name !== 'administration')

const readsGifts = [
  'gift_requests:read',
  'campaigns:read',
  'catalogue:read',
  'one_links:read',
  'recipients:read',
  'reports:read',
  'spend:read',
  'contacts:read',
] as const satisfies readonly Permission[]

/** Permissions that are of no use without another one, which a role then has too. */
const needs: Partial<Record<Permission, Permission>> = {
  'gift_requests:write': 'gift_requests:read',
  'one_links:write': 'one_links:read',
  'recipients:write': 'recipients:read',
  'campaigns:write': 'campaigns:read',
  'catalogue:write': 'catalogue:read',
  'contacts:write': 'contacts:read',
  'donations:write': 'spend:read',
  'endpoints:write': 'endpoints:read',
  'approvals:decide': 'gift_requests:read',
  'approvals:confirm': 'approvals:decide',
}

/** Returns a permission and those that it needs. */
export function withNeeded(permission: Permission): Permission[] {
  const needed = needs[permission]
  return needed === undefined ? [permission] : [permission, ...withNeeded(needed)]
}

/** The roles of every account. Addresses and links of recipients are masked for roles without `addresses:read`. */
export const builtInRoles = {
  admin: permissionNames,
  sender: [
    ...readsGifts,
    'gift_requests:write',
    'one_links:write',
    'contacts:write',
    'addresses:read',
  ],
  approver: [...readsGifts, 'approvals:decide'],
  finance: [
    ...readsGifts,
    'approvals:decide',
    'approvals:confirm',
    'donations:write',
    'audit:read',
  ],
  packer: ['parcels:pack', 'addresses:read'],
  viewer: readsGifts,
  developer: ['events:read', 'endpoints:read', 'endpoints:write', 'tokens:write'],
} as const satisfies Record<string, readonly Permission[]>
export type BuiltInRole = keyof typeof builtInRoles

export const builtInRoleNames = Object.keys(builtInRoles) as BuiltInRole[]

/** A role of every account, or the id of a role that the account has made. */
export type Role = BuiltInRole | (string & {})

export const isBuiltInRole = (role: string): role is BuiltInRole =>
  Object.hasOwn(builtInRoles, role)
