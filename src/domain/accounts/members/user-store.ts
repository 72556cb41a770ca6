import type { TxContext } from '#platform/postgres/database'
import { insertRow } from '#platform/postgres/table'
import type { NewUserRow, User } from '../account/tables.ts'

const userColumns = 'id, name, email, role'

export const insertUser = (ctx: TxContext, user: NewUserRow): Promise<void> =>
  insertRow(ctx, 'access.user', user)

export const findUsers = (ctx: TxContext, ids: readonly string[]): Promise<User[]> =>
  ctx.query<User>(`select ${userColumns} from access.user where account_id = $1 and id = any($2)`, [
    ctx.account_id,
    ids,
  ])

export interface ActiveUser extends User {
  person_id: string
  is_operator: boolean
}

/** Returns a user who has access to the account, by id or by email key. A suspended one has none. */
export const findActiveUser = (
  ctx: TxContext,
  { id, email_key }: { id?: string; email_key?: string },
): Promise<ActiveUser | undefined> =>
  ctx.queryFirst<ActiveUser>(
    `select u.id, u.person_id, u.name, u.email, u.role, p.is_operator
       from access.user u join access.person p on p.id = u.person_id
      where u.account_id = $1 and u.suspended_at is null and (u.id = $2 or u.email_key = $3)`,
    [ctx.account_id, id ?? null, email_key ?? null],
  )

export const findFirstUser = (ctx: TxContext): Promise<User | undefined> =>
  ctx.queryFirst<User>(
    `select ${userColumns} from access.user where account_id = $1 order by id limit 1`,
    [ctx.account_id],
  )

/**
 * Makes the person with this email address an operator, or takes the right away. If several persons have the
 * address, changes only the one who proved it. Requires ALL_ACCOUNTS.
 */
export const setOperator = (
  ctx: TxContext,
  email_key: string,
  is_operator: boolean,
): Promise<string | undefined> =>
  ctx.queryValue<string>(
    `update access.person p set is_operator = $2
      where email_key = $1 and (email_proven_at is not null or not exists (
        select from access.person o where o.email_key = $1 and o.id <> p.id))
      returning id`,
    [email_key, is_operator],
  )

/** Returns the operators, each as the first user that they became. Requires ALL_ACCOUNTS. */
export const listOperators = (ctx: TxContext, person_id?: string) =>
  ctx.query<User & { account_id: string }>(
    `select distinct on (p.id) u.id, u.name, u.email, u.role, u.account_id
       from access.person p join access.user u on u.person_id = p.id
      where case when $1::uuid is null then p.is_operator else p.id = $1 end order by p.id, u.id`,
    [person_id ?? null],
  )
