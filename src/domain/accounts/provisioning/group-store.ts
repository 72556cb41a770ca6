import type { TxContext } from '#platform/postgres/database'
import { createBindings, deleteRows, insertRow, updateRows } from '#platform/postgres/table'
import {
  buildCondition,
  type GroupMember,
  groupMembers,
  type ProvisioningFilter,
} from './filter.ts'
import type { ProvisionedGroup, ProvisionedGroupRow } from './tables.ts'
import type { ListRange } from './user-store.ts'

const groupSelect = (hasMembers: boolean) => `
  select g.id, g.display_name, g.external_id, g.created_at, g.updated_at, ${
    hasMembers
      ? `(select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.id), '[]')
            from access.provisioned_group_member m
            join access.user u on u.account_id = m.account_id and u.id = m.user_id
           where m.account_id = g.account_id and m.group_id = g.id)`
      : `'[]'::jsonb`
  } as members
    from access.provisioned_group g where g.account_id = $1`

export const findGroup = (
  ctx: TxContext,
  id: string,
  hasMembers: boolean,
): Promise<ProvisionedGroup | undefined> =>
  ctx.queryFirst<ProvisionedGroup>(`${groupSelect(hasMembers)} and g.id = $2`, [ctx.account_id, id])

/** Returns a range of the groups that match a filter, in the order of their creation, and the number of all that match. */
export async function listGroups(
  ctx: TxContext,
  filter: ProvisioningFilter<GroupMember>,
  { offset, limit, hasMembers }: ListRange & { hasMembers: boolean },
): Promise<{ total: number; data: ProvisionedGroup[] }> {
  const { bind, values } = createBindings(ctx.account_id)
  const condition = buildCondition(groupMembers, filter, bind)
  const total = await ctx.queryCount(
    `select count(*) from access.provisioned_group g where g.account_id = $1 and ${condition}`,
    values,
  )
  const data = await ctx.query<ProvisionedGroup>(
    `${groupSelect(hasMembers)} and ${condition} order by g.id limit ${bind(limit)} offset ${bind(offset)}`,
    values,
  )
  return { total, data }
}

export const insertGroup = (ctx: TxContext, row: ProvisionedGroupRow): Promise<void> =>
  insertRow(ctx, 'access.provisioned_group', row)

export const updateGroup = (
  ctx: TxContext,
  id: string,
  change: Partial<ProvisionedGroupRow>,
): Promise<number> =>
  updateRows(ctx, 'access.provisioned_group', { account_id: ctx.account_id, id }, change)

export const deleteGroup = (ctx: TxContext, id: string): Promise<number> =>
  deleteRows(ctx, 'access.provisioned_group', { account_id: ctx.account_id, id })

/** Adds users of the account to a group. Returns how many of the ids belong to users. */
export async function addMembers(
  ctx: TxContext,
  group_id: string,
  ids: readonly string[],
): Promise<number> {
  const values = [ctx.account_id, ids]
  // A member of the account whom the identity provider has not changed yet becomes one of its users.
  await ctx.query(
    `insert into access.provisioned_user (account_id, user_id, user_name, user_name_key, updated_at)
     select u.account_id, u.id, u.email, u.email_key, $3 from access.user u
      where u.account_id = $1 and u.id = any($2) and u.removed_at is null
     on conflict do nothing`,
    [...values, ctx.now],
  )
  await ctx.query(
    `insert into access.provisioned_group_member (account_id, group_id, user_id)
     select account_id, $3, user_id from access.provisioned_user where account_id = $1 and user_id = any($2)
     on conflict do nothing`,
    [...values, group_id],
  )
  return ctx.queryCount(
    `select count(*) from access.provisioned_user where account_id = $1 and user_id = any($2)`,
    values,
  )
}

/** Removes members of a group: those with these ids, or all. */
export const removeMembers = (ctx: TxContext, group_id: string, ids?: readonly string[]) =>
  ctx.query(
    `delete from access.provisioned_group_member
      where account_id = $1 and group_id = $2 and ($3::uuid[] is null or user_id = any($3))`,
    [ctx.account_id, group_id, ids ?? null],
  )
