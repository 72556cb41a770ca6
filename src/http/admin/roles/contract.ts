import { type Static, Type } from 'typebox'
import type { Permission } from '#contract/permissions'
import { operation } from '../lib/operation.ts'
import { boundedText, MemberRole, page, RoleName, strict } from '../lib/schemas.ts'

const PermissionName = Type.Unsafe<Permission>(Type.String())

/** A role of every account, whose name is null, or a role that the account has made. */
export const AccountRole = Type.Object({
  id: MemberRole,
  name: RoleName,
  permissions: Type.Array(PermissionName),
  users: Type.Integer(),
})
export type AccountRole = Static<typeof AccountRole>

export const Roles = Type.Object({
  ...page(AccountRole).properties,
  permissions: Type.Array(
    Type.Object({
      name: PermissionName,
      needs: Type.Array(PermissionName, {
        description: 'The permissions that a role with this one has too.',
      }),
      operations: Type.Array(
        Type.Object({
          summary: Type.String(),
          needs_addresses: Type.Boolean({
            description: 'Whether the operation also needs the permission addresses:read.',
          }),
        }),
      ),
    }),
    { description: 'The permissions that a role can have, with the operations that need each.' },
  ),
})
export type Roles = Static<typeof Roles>

export const listRoles = operation('GET', '/roles', {
  permission: 'administration',
  summary: 'list the roles of the account, and what each permission allows',
  reply: Roles,
})

const RoleInput = Type.Object(
  { name: boundedText(200), permissions: Type.Array(Type.String(), { maxItems: 100 }) },
  strict,
)

const CustomRole = Type.Object({
  id: Type.String(),
  name: Type.String(),
  permissions: Type.Array(PermissionName),
})

export const createRole = operation('POST', '/roles', {
  permission: 'administration',
  clock: 'real',
  summary: 'create a role',
  body: RoleInput,
  status: 201,
  reply: CustomRole,
})

export const changeRolePermissions = operation('PUT', '/roles/:id', {
  permission: 'administration',
  clock: 'real',
  summary: 'change the name and the permissions of a role, for all who have it',
  body: RoleInput,
  reply: CustomRole,
})

export const deleteRole = operation('DELETE', '/roles/:id', {
  permission: 'administration',
  clock: 'real',
  summary: 'delete a role that is not in use',
})
