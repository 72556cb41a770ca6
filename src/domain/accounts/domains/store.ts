import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { deleteRows, insertRow, updateRows } from '#platform/postgres/table'
import type { DomainRow } from './tables.ts'

export const list = (ctx: TxContext): Promise<DomainRow[]> =>
  ctx.query<DomainRow>('select * from access.domain where account_id = $1 order by name', [
    ctx.account_id,
  ])

const select = 'select * from access.domain where account_id = $1 and id = $2'

export const find = (ctx: TxContext, id: string): Promise<DomainRow | undefined> =>
  ctx.queryFirst<DomainRow>(select, [ctx.account_id, id])

export const findForUpdate = (ctx: TxContext, id: string): Promise<DomainRow | undefined> =>
  ctx.queryFirst<DomainRow>(`${select} for update`, [ctx.account_id, id])

export const insert = (ctx: TxContext, row: DomainRow): Promise<void> =>
  insertRow(ctx, 'access.domain', row)

export const update = (ctx: TxContext, id: string, change: Partial<DomainRow>): Promise<number> =>
  updateRows(ctx, 'access.domain', { account_id: ctx.account_id, id }, change)

export const remove = (ctx: TxContext, id: string): Promise<number> =>
  deleteRows(ctx, 'access.domain', { account_id: ctx.account_id, id })

/** Returns the account that has proven the longest of the names, in all accounts. */
export const findAccountOf = (ctx: TxContext, names: readonly string[]) =>
  ctx.queryValue<string | null>('select access.account_of_domain($1) as id', [names])

/** Finds the domains and the host whose records this number of checks has missed. */
export const findMissing = (ctx: TxContext, minMissed: number) =>
  ctx.query<{ id: string; cause: 'record_missing' | 'host_missing'; missing_since: Date }>(
    `select id, 'record_missing' as cause, missing_since from access.domain
      where account_id = $1 and missing_since is not null and missed >= $2
     union all select id, 'host_missing', missing_since from access.host
      where account_id = $1 and missing_since is not null and missed >= $2 order by id`,
    [ctx.account_id, minMissed],
  )

/**
 * Returns the accounts with domains or hosts to check, longest overdue first. Suspended accounts too: their proofs end like those of
 * others, so that the next owner of a domain can prove it.
 */
export const findDueAccounts = (db: Database): Promise<string[]> =>
  readTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.queryValues<string>(
      `select d.account_id from (
         select account_id, due_at from access.domain where due_at <= $1
         union all select account_id, due_at from access.host where due_at <= $1) d
         join access.account a on a.id = d.account_id
        where a.stage = $2 and a.region = $3
        group by d.account_id order by min(d.due_at) limit 200`,
      [ctx.now, ctx.deployment.stage, ctx.deployment.region],
    ),
  )

/** Takes due domains or hosts of the account out of the reach of other processes until the time. */
export const claimDue = (
  ctx: TxContext,
  table: 'access.domain' | 'access.host',
  until: Date,
  limit: number,
): Promise<{ id: string }[]> =>
  ctx.query<{ id: string }>(
    `update ${table} set due_at = $3 where account_id = $1 and id in (
       select id from ${table} where account_id = $1 and due_at <= $2
        order by due_at limit $4 for update skip locked) returning id`,
    [ctx.account_id, ctx.now, until, limit],
  )
