import type { Permission } from '#contract/permissions'

/** A role that the account has made: a named set of permissions. */
export interface CustomRole {
  id: string
  name: string
  permissions: Permission[]
}

export interface RoleRow extends CustomRole {
  account_id: string
  name_key: string
  created_at: Date
  updated_at: Date
}
