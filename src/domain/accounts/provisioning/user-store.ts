import type { Role } from '#contract/permissions'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { createBindings, deleteRows, updateRows, upsertRow } from '#platform/postgres/table'
import { buildCondition, type ProvisioningFilter, type UserMember, userMembers } from './filter.ts'
import type { ProvisionedUser, ProvisionedUserRow } from './tables.ts'

const userTables = `
    from access.user u
    left join access.provisioned_user s on s.account_id = u.account_id and s.user_id = u.id
   where u.account_id = $1 and (u.removed_at is null or s.user_id is not null)`

const userSelect = `
  select u.id, coalesce(s.user_name, u.email) as user_name, s.external_id, s.given_name, s.family_name,
         coalesce(s.profile, '{}') as profile, u.name, u.email, u.role,
         u.removed_at is null as is_active, s.user_id is not null as is_managed,
         coalesce(s.has_group_role, false) as has_group_role, u.person_id, s.former_person_id, u.created_at,
         coalesce(s.updated_at, u.created_at) as updated_at,
         (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'display_name', g.display_name) order by g.id), '[]')
            from access.provisioned_group_member m
            join access.provisioned_group g on g.account_id = m.account_id and g.id = m.group_id
           where m.account_id = u.account_id and m.user_id = u.id) as groups ${userTables}`

export const findUser = (ctx: TxContext, id: string): Promise<ProvisionedUser | undefined> =>
  ctx.queryFirst<ProvisionedUser>(`${userSelect} and u.id = $2`, [ctx.account_id, id])

/** A range of a list: how many rows to skip and to return. */
export interface ListRange {
  offset: number
  limit: number
}

/** Returns a range of the users that match a filter, in the order of their creation, and the number of all that match. */
export async function listUsers(
  ctx: TxContext,
  filter: ProvisioningFilter<UserMember>,
  { offset, limit }: ListRange,
): Promise<{ total: number; data: ProvisionedUser[] }> {
  const { bind, values } = createBindings(ctx.account_id)
  const condition = buildCondition(userMembers, filter, bind)
  const total = await ctx.queryCount(`select count(*) ${userTables} and ${condition}`, values)
  const data = await ctx.query<ProvisionedUser>(
    `${userSelect} and ${condition} order by u.id limit ${bind(limit)} offset ${bind(offset)}`,
    values,
  )
  return { total, data }
}

/** Returns active users whom the identity provider manages, after an id. */
export const listManagedUsers = (
  ctx: TxContext,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ProvisionedUser[]> =>
  ctx.query<ProvisionedUser>(
    `${userSelect} and s.user_id is not null and u.removed_at is null and ($2::uuid is null or u.id > $2)
      order by u.id limit $3`,
    [ctx.account_id, after ?? null, limit],
  )

/** Returns the users of the account with these ids. */
export const findUsers = (ctx: TxContext, ids: readonly string[]): Promise<ProvisionedUser[]> =>
  ctx.query<ProvisionedUser>(`${userSelect} and u.id = any ($2)`, [ctx.account_id, ids])

/** Returns the address of each user by the id or external id that the keys name. */
export async function findAddressesOfUsers(
  ctx: TxContext,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.query<{ id: string; external_id: string | null; email: string }>(
    `select u.id, s.external_id, u.email ${userTables}
        and (u.id = any ($2::uuid[]) or s.external_id = any ($3))`,
    [ctx.account_id, keys.filter(isId), keys],
  )
  return new Map(
    rows.flatMap(({ id, external_id, email }) => [
      [external_id ?? id, email] as const,
      [id, email] as const,
    ]),
  )
}

export const clearProfiles = (ctx: TxContext): Promise<number> =>
  updateRows(ctx, 'access.provisioned_user', { account_id: ctx.account_id }, { profile: {} })

/** Finds the users with this name at the identity provider, and those without one who have one of these addresses. */
export const findMatches = (
  ctx: TxContext,
  user_name_key: string,
  email_key: string,
): Promise<ProvisionedUser[]> =>
  ctx.query<ProvisionedUser>(
    `${userSelect} and (s.user_name_key = $2 or s.user_id is null and u.email_key in ($2, $3))
      order by (u.email_key = $2) desc`,
    [ctx.account_id, user_name_key, email_key],
  )

export const upsertProvisionedUser = (ctx: TxContext, row: ProvisionedUserRow): Promise<void> =>
  upsertRow(ctx, 'access.provisioned_user', ['account_id', 'user_id'], row)

/** Remembers the person of a user whose membership ends, or forgets the person. */
export const setFormerPerson = (
  ctx: TxContext,
  user_id: string,
  former_person_id: string | null,
): Promise<number> =>
  updateRows(
    ctx,
    'access.provisioned_user',
    { account_id: ctx.account_id, user_id },
    { former_person_id },
  )

export const updateUser = (
  ctx: TxContext,
  id: string,
  change: {
    name: string
    email: string
    email_key?: string
    person_id?: string
    role?: Role
    removed_at?: null
    suspended_at?: null
  },
): Promise<number> => updateRows(ctx, 'access.user', { account_id: ctx.account_id, id }, change)

export const deleteProvisionedUser = (ctx: TxContext, user_id: string): Promise<number> =>
  deleteRows(ctx, 'access.provisioned_user', { account_id: ctx.account_id, user_id })

/** Deletes the invitation of an address that has become a user in another way. */
export const deleteInvitationOf = (ctx: TxContext, email_key: string): Promise<number> =>
  deleteRows(ctx, 'access.invitation', { account_id: ctx.account_id, email_key })

/** Returns whether the identity provider has deactivated the user of an address. */
export const isDeactivated = (ctx: TxContext, email_key: string): Promise<boolean> =>
  ctx.hasRows(
    `select from access.provisioned_user s join access.user u on u.account_id = s.account_id and u.id = s.user_id
      where s.account_id = $1 and u.removed_at is not null and (s.user_name_key = $2 or lower(u.email) = $2)`,
    [ctx.account_id, email_key],
  )
