import type { Insertable } from 'kysely'
import type { TxContext } from '#platform/postgres/database'
import type { AccountTables, User } from '../account/tables.ts'
import { maxUsersOfAddress } from '../sign-in/address-constraints.ts'

const tables = ({ tx }: TxContext) => tx.withTables<AccountTables>()

const userColumns = ['id', 'name', 'email', 'role'] as const

export const insertUser = (ctx: TxContext, user: Insertable<AccountTables['access.user']>) =>
  tables(ctx).insertInto('access.user').values(user).execute()

export const findUsers = (ctx: TxContext, ids: readonly string[]): Promise<User[]> =>
  ctx.query<User>(
    `select id, name, email, role from access.user where account_id = $1 and id = any($2)`,
    [ctx.account_id, ids],
  )

export interface ActiveUser extends User {
  is_operator: boolean
}

/** Returns a user with access to the account, by id or by email key. */
export async function findActiveUser(
  ctx: TxContext,
  { id, email_key }: { id?: string; email_key?: string },
): Promise<ActiveUser | undefined> {
  const [user] = await ctx.query<ActiveUser>(
    `select id, name, email, role, is_operator from access.user
      where account_id = $1 and removed_at is null and (id = $2 or email_key = $3)`,
    [ctx.account_id, id ?? null, email_key ?? null],
  )
  return user
}

export const findFirstUser = (ctx: TxContext): Promise<User | undefined> =>
  tables(ctx)
    .selectFrom('access.user')
    .select(userColumns)
    .where('account_id', '=', ctx.account_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const findForSignIn = (ctx: TxContext, email_key: string) =>
  tables(ctx)
    .selectFrom('access.user')
    .select([...userColumns, 'account_id', 'password_hash'])
    .where('email_key', '=', email_key)
    .where('totp_enabled_at', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('email_proven_at', (order) => order.asc().nullsLast())
    .limit(maxUsersOfAddress)
    .execute()

/** Of several users with an address only the one who proved it is meant. */
export async function setOperator(ctx: TxContext, email_key: string, is_operator: boolean) {
  const [user] = await ctx.query<User & { account_id: string }>(
    `update access.user u set is_operator = $2
      where email_key = $1 and removed_at is null and (email_proven_at is not null or not exists (
        select from access.user o where o.email_key = $1 and o.removed_at is null and o.id <> u.id))
      returning id, name, email, role, account_id`,
    [email_key, is_operator],
  )
  return user
}

export const listOperators = (ctx: TxContext) =>
  tables(ctx)
    .selectFrom('access.user')
    .select([...userColumns, 'account_id'])
    .where('is_operator', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
