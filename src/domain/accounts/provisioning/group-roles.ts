import type { Role } from '#contract/permissions'
import type { TxContext } from '#platform/postgres/database'
import { lastAdminError } from '../members/members.ts'
import { lockAdmins } from '../members/store.ts'
import { listRolesByStrength } from '../roles/roles.ts'
import { readDefaultRole } from './settings-store.ts'
import type { RoleChange } from './tables.ts'

/**
 * Gives the users of the identity provider the roles of their groups, the strongest of several. A user who leaves the last group with a role gets the
 * default role. Throws if no admin would remain. Returns the users whose roles have changed.
 */
export async function applyGroupRoles(ctx: TxContext): Promise<RoleChange[]> {
  const changes = await findChanges(ctx, await readDefaultRole(ctx))
  if (changes.length === 0) return []
  if (changes.some(({ before }) => before === 'admin')) await lockAdmins(ctx)
  const columns = [
    changes.map(({ id }) => id),
    changes.map(({ after }) => after),
    changes.map(({ has_group_role }) => has_group_role),
  ]
  await ctx.query(
    `with wanted as (select * from unnest($2::uuid[], $3::text[], $4::boolean[]) as w (id, role, has_group_role)),
          marked as (
       update access.provisioned_user s set has_group_role = w.has_group_role
         from wanted w where s.account_id = $1 and s.user_id = w.id)
     update access.user u set role = w.role from wanted w where u.account_id = $1 and u.id = w.id`,
    [ctx.account_id, ...columns],
  )
  if (changes.some(({ before }) => before === 'admin') && (await lockAdmins(ctx)).length === 0)
    throw lastAdminError()
  return changes
    .filter(({ before, after }) => before !== after)
    .map(({ has_group_role: _, ...change }) => change)
}

const findChanges = async (ctx: TxContext, default_role: Role) =>
  ctx.query<RoleChange & { has_group_role: boolean }>(
    `with by_group as (
       select m.user_id, ($2::text[])[min(array_position($2::text[], r.role))] as role
         from access.group_role r
         join access.provisioned_group g on g.account_id = r.account_id and g.display_name_key = r.name_key
         join access.provisioned_group_member m on m.account_id = g.account_id and m.group_id = g.id
        where r.account_id = $1 group by m.user_id)
     select u.id, u.name, u.role as before, coalesce(b.role, $3) as after, b.role is not null as has_group_role
       from access.provisioned_user s
       join access.user u on u.account_id = s.account_id and u.id = s.user_id
       left join by_group b on b.user_id = s.user_id
      where s.account_id = $1 and (b.role is not null or s.has_group_role)
        and (u.role <> coalesce(b.role, $3) or s.has_group_role <> (b.role is not null))
      order by u.id`,
    [ctx.account_id, await listRolesByStrength(ctx), default_role],
  )

/** Returns the strongest role of these groups; undefined if none has a role. */
export const findRoleOfGroups = async (
  ctx: TxContext,
  name_keys: readonly string[],
): Promise<Role | undefined> =>
  ctx.queryValue<Role>(
    `select role from access.group_role where account_id = $1 and name_key = any ($2)
      order by array_position($3::text[], role) limit 1`,
    [ctx.account_id, name_keys, await listRolesByStrength(ctx)],
  )
