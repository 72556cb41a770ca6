import type { TxContext } from '#platform/postgres/database'
import { deleteRows, insertRow, updateRows } from '#platform/postgres/table'
import type { CustomRole, RoleRow } from './tables.ts'

export const list = (ctx: TxContext): Promise<CustomRole[]> =>
  ctx.query<CustomRole>(
    'select id, name, permissions from access.role where account_id = $1 order by name_key',
    [ctx.account_id],
  )

export const countUsers = (ctx: TxContext) =>
  ctx.query<{ role: string; users: number }>(
    `select role, count(*)::int as users from access.user
      where account_id = $1 and removed_at is null group by role`,
    [ctx.account_id],
  )

/** Finds a role and holds it until the commit, so that no one deletes it before it is given. */
export const hold = (ctx: TxContext, id: string): Promise<CustomRole | undefined> =>
  ctx.queryFirst<CustomRole>(
    'select id, name, permissions from access.role where account_id = $1 and id = $2 for key share',
    [ctx.account_id, id],
  )

export const lock = (ctx: TxContext, id: string): Promise<CustomRole | undefined> =>
  ctx.queryFirst<CustomRole>(
    'select id, name, permissions from access.role where account_id = $1 and id = $2 for update',
    [ctx.account_id, id],
  )

export const insert = (ctx: TxContext, row: RoleRow): Promise<void> =>
  insertRow(ctx, 'access.role', row)

export const update = (ctx: TxContext, id: string, change: Partial<RoleRow>): Promise<number> =>
  updateRows(ctx, 'access.role', { account_id: ctx.account_id, id }, change)

/** Deletes a role. Throws if a user, an invitation or a setting has it. Removed users get another role first. */
export async function remove(ctx: TxContext, id: string): Promise<void> {
  ctx.enqueue(
    `update access.user set role = 'viewer'
      where account_id = $1 and custom_role_id = $2 and removed_at is not null`,
    [ctx.account_id, id],
  )
  await deleteRows(ctx, 'access.role', { account_id: ctx.account_id, id })
}
