import type { TxContext } from '#platform/postgres/database'
import type { Account, AccountTables } from './tables.ts'

const tables = ({ tx }: TxContext) => tx.withTables<AccountTables>()

const accountColumns = ['id', 'name', 'tier', 'tenant', 'region', 'stage'] as const

export const insertAccount = (ctx: TxContext, account: Account) =>
  tables(ctx)
    .insertInto('access.account')
    .values({ ...account, created_at: ctx.now })
    .execute()

export const listAccounts = (ctx: TxContext): Promise<Account[]> =>
  tables(ctx).selectFrom('access.account').select(accountColumns).orderBy('id').execute()

export const findAccount = (ctx: TxContext, id: string): Promise<Account | undefined> =>
  tables(ctx)
    .selectFrom('access.account')
    .select(accountColumns)
    .where('id', '=', id)
    .executeTakeFirst()

export async function hasAnyAccount(ctx: TxContext): Promise<boolean> {
  const first = await tables(ctx)
    .selectFrom('access.account')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}
