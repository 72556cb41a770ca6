import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import {
  builtInRoleNames,
  builtInRoles,
  grantablePermissions,
  withNeeded,
} from '#contract/permissions'
import { handle } from '../lib/handle.ts'
import type { PublicContext } from '../lib/route.ts'
import * as contract from './contract.ts'

/** The routes of roles. Only admins call them, since a role decides what its users may do. */
export const roleRoutes = [
  handle(contract.listRoles, async ({ ctx, listOperations }) => {
    const users = await accounts.countUsersByRole(ctx)
    const builtIn = builtInRoleNames.map((id) => ({
      id,
      name: null,
      permissions: builtInRoles[id],
    }))
    const roles = [...builtIn, ...(await accounts.listCustomRoles(ctx))]
    return {
      data: roles.map((role) => ({
        ...role,
        permissions: [...role.permissions],
        users: users.get(role.id) ?? 0,
      })),
      has_more: false,
      permissions: describePermissions(listOperations()),
    }
  }),

  handle(contract.createRole, async ({ ctx, body }) => {
    const role = await accounts.createRole(ctx, body)
    recordEntry(ctx, { ...audited('role.create', role), details: { after: pick(role) } })
    return role
  }),

  handle(contract.changeRolePermissions, async ({ ctx, params, body }) => {
    const { before, role } = await accounts.changeRolePermissions(ctx, params.id, body)
    const details = { before: pick(before), after: pick(role) }
    recordEntry(ctx, { ...audited('role.change', role), details })
    return role
  }),

  handle(contract.deleteRole, async ({ ctx, params }) => {
    const role = await accounts.deleteRole(ctx, params.id)
    recordEntry(ctx, { ...audited('role.delete', role), details: { before: pick(role) } })
  }),
]

const describePermissions = (operations: ReturnType<PublicContext<unknown>['listOperations']>) =>
  grantablePermissions.map((name) => ({
    name,
    needs: withNeeded(name).slice(1),
    operations: operations
      .filter(({ requirement }) => requirement.permission === name)
      .map(({ summary, requirement }) => ({
        summary,
        needs_addresses: accounts.showsAddresses(requirement),
      })),
  }))

const audited = (action: `role.${string}`, { id, name }: accounts.CustomRole) => ({
  action,
  subject: { kind: 'role', id, name },
})

const pick = ({ name, permissions }: accounts.CustomRole) => ({ name, permissions })
