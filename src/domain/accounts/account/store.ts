import type { TxContext } from '#platform/postgres/database'
import { insertRow } from '#platform/postgres/table'
import type { Account } from './tables.ts'

const accountSelect = 'select id, name, tier, tenant, region, stage from access.account'

export const insertAccount = (ctx: TxContext, account: Account): Promise<void> =>
  insertRow(ctx, 'access.account', { ...account, created_at: ctx.now })

export const listAccounts = (ctx: TxContext): Promise<Account[]> =>
  ctx.query<Account>(`${accountSelect} order by id`)

export const findAccount = (ctx: TxContext, id: string): Promise<Account | undefined> =>
  ctx.queryFirst<Account>(`${accountSelect} where id = $1`, [id])

export const hasAnyAccount = (ctx: TxContext): Promise<boolean> =>
  ctx.hasRows('select from access.account limit 1')
