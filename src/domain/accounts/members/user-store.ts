import type { TxContext } from '#platform/postgres/database'
import { insertRow } from '#platform/postgres/table'
import type { NewUserRow, User } from '../account/tables.ts'
import { maxUsersOfAddress } from '../sign-in/address-constraints.ts'

const userColumns = 'id, name, email, role'

export const insertUser = (ctx: TxContext, user: NewUserRow): Promise<void> =>
  insertRow(ctx, 'access.user', user)

export const findUsers = (ctx: TxContext, ids: readonly string[]): Promise<User[]> =>
  ctx.query<User>(`select ${userColumns} from access.user where account_id = $1 and id = any($2)`, [
    ctx.account_id,
    ids,
  ])

export interface ActiveUser extends User {
  is_operator: boolean
}

/** Returns a user who has access to the account, by id or by email key. */
export const findActiveUser = (
  ctx: TxContext,
  { id, email_key }: { id?: string; email_key?: string },
): Promise<ActiveUser | undefined> =>
  ctx.queryFirst<ActiveUser>(
    `select id, name, email, role, is_operator from access.user
      where account_id = $1 and removed_at is null and (id = $2 or email_key = $3)`,
    [ctx.account_id, id ?? null, email_key ?? null],
  )

export const findFirstUser = (ctx: TxContext): Promise<User | undefined> =>
  ctx.queryFirst<User>(
    `select ${userColumns} from access.user where account_id = $1 order by id limit 1`,
    [ctx.account_id],
  )

export const findForSignIn = (ctx: TxContext, email_key: string) =>
  ctx.query<User & { account_id: string; password_hash: string | null }>(
    `select ${userColumns}, account_id, password_hash from access.user
      where email_key = $1 and totp_enabled_at is null and removed_at is null
      order by email_proven_at nulls last limit $2`,
    [email_key, maxUsersOfAddress],
  )

/**
 * Makes a user with this email address an operator, or takes the right away. If several users have the
 * address, changes only the one who proved it.
 */
export async function setOperator(ctx: TxContext, email_key: string, is_operator: boolean) {
  return ctx.queryFirst<User & { account_id: string }>(
    `update access.user u set is_operator = $2
      where email_key = $1 and removed_at is null and (email_proven_at is not null or not exists (
        select from access.user o where o.email_key = $1 and o.removed_at is null and o.id <> u.id))
      returning ${userColumns}, account_id`,
    [email_key, is_operator],
  )
}

export const listOperators = (ctx: TxContext) =>
  ctx.query<User & { account_id: string }>(
    `select ${userColumns}, account_id from access.user
      where is_operator and removed_at is null order by id`,
  )
