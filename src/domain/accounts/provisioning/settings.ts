import { ApiError, throwIfAny } from '#contract'
import type { Role } from '#contract/permissions'
import { generateToken } from '#platform/crypto/checksummed-token'
import { sha256 } from '#platform/crypto/encryption'
import { startMinDuration } from '#platform/lib/min-duration'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import { requireRole } from '../roles/roles.ts'
import { parseGroupName } from './group-name.ts'
import { applyGroupRoles } from './group-roles.ts'
import * as store from './settings-store.ts'
import type { GroupRole, ProvisioningSettings, RoleChange } from './tables.ts'
import { clearProfiles } from './user-store.ts'

export { makesContacts, readDefaultRole } from './settings-store.ts'

/** Changes of users and groups of one account run one after the other, because they depend on each other. */
export const lockProvisioning = (ctx: TxContext): Promise<void> =>
  lockUntilEnd(ctx, `provisioning of ${ctx.account_id}`)

export async function readProvisioning(ctx: TxContext): Promise<ProvisioningSettings> {
  const row = await store.findProvisioning(ctx)
  const { token_last_four, token_created_at, token_last_used_at } = row ?? {}
  return {
    default_role: await store.readDefaultRole(ctx),
    token: token_created_at
      ? {
          last_four: token_last_four ?? '',
          created_at: token_created_at,
          last_used_at: token_last_used_at ?? null,
        }
      : null,
    group_roles: await store.listGroupRoles(ctx),
    makes_contacts: row?.makes_contacts ?? false,
  }
}

const maxGroupRoles = 200

/**
 * Changes the default role, the roles of groups, and whether people become contacts, which stays without a value. Returns the
 * users whose roles have changed with them.
 */
export async function saveProvisioningRoles(
  ctx: TxContext,
  {
    default_role,
    group_roles,
    makes_contacts,
  }: { default_role: Role; group_roles: readonly GroupRole[]; makes_contacts?: boolean },
): Promise<{ before: ProvisioningSettings; role_changes: RoleChange[] }> {
  if (group_roles.length > maxGroupRoles)
    throwIfAny([
      {
        code: 'too_many',
        param: 'group_roles',
        message: `must have at most ${maxGroupRoles} entries`,
      },
    ])
  const rows = group_roles.map(({ name, role }, index) => ({
    role,
    ...parseGroupName(name, `group_roles.${index}.name`),
  }))
  const keys = rows.map(({ name_key }) => name_key)
  const double = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (double >= 0)
    throwIfAny([
      { code: 'invalid', param: `group_roles.${double}.name`, message: 'has a role already' },
    ])
  await lockProvisioning(ctx)
  await requireRole(ctx, default_role, 'default_role')
  for (const [index, { role }] of rows.entries())
    await requireRole(ctx, role, `group_roles.${index}.role`)
  const before = await readProvisioning(ctx)
  await store.saveProvisioning(ctx, {
    default_role,
    ...(makes_contacts !== undefined && { makes_contacts }),
  })
  if (makes_contacts === false) await clearProfiles(ctx)
  await store.replaceGroupRoles(ctx, rows)
  return { before, role_changes: await applyGroupRoles(ctx) }
}

/** Creates the token of the account and ends the previous one. No later call returns its text. */
export async function createProvisioningToken(ctx: TxContext): Promise<string> {
  const token = generateToken(`scim-v1-${ctx.deployment.stage}-`)
  await store.saveProvisioning(ctx, {
    token_hash: sha256(token),
    token_last_four: token.slice(-4),
    token_created_at: ctx.now,
    token_last_used_at: null,
  })
  return token
}

/** Ends the token of the account with the commit, on every node. Throws `not_found` without one. */
export async function revokeProvisioningToken(ctx: TxContext): Promise<void> {
  if ((await readProvisioning(ctx)).token === null) throw new ApiError('not_found')
  await store.saveProvisioning(ctx, {
    token_hash: null,
    token_last_four: null,
    token_created_at: null,
    token_last_used_at: null,
  })
}

const minRejectionMs = 20 // hides how far the check has come

/** Returns the account of a token, without a cache; undefined for every reason why the token is invalid. */
export async function authenticateProvisioning(
  db: Database,
  token: string,
): Promise<store.ProvisioningCaller | undefined> {
  const minDuration = startMinDuration(minRejectionMs)
  const found = await store.findCaller(db, sha256(token))
  if (found === undefined) {
    await minDuration.elapsed()
    return undefined
  }
  minDuration.cancel()
  const { is_use_noted, ...caller } = found
  if (!is_use_noted)
    await inTransaction(db, caller.account_id, (ctx) => store.recordUse(ctx, caller.account_id))
  return caller
}
