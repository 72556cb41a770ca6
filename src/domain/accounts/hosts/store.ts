import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { deleteRows, insertRow, updateRows } from '#platform/postgres/table'
import type { HostRow } from './tables.ts'

const select = 'select * from access.host where account_id = $1'

/** Returns the host of the account; undefined if it has none. */
export const find = (ctx: TxContext): Promise<HostRow | undefined> =>
  ctx.queryFirst<HostRow>(select, [ctx.account_id])

export const findForUpdate = (ctx: TxContext): Promise<HostRow | undefined> =>
  ctx.queryFirst<HostRow>(`${select} for update`, [ctx.account_id])

export const insert = (ctx: TxContext, row: HostRow): Promise<void> =>
  insertRow(ctx, 'access.host', row)

export const update = (ctx: TxContext, change: Partial<HostRow>): Promise<number> =>
  updateRows(ctx, 'access.host', { account_id: ctx.account_id }, change)

export const remove = (ctx: TxContext): Promise<number> =>
  deleteRows(ctx, 'access.host', { account_id: ctx.account_id })

/** Deletes the host of an account that no longer has the proof of its domain, if this account has it. */
export const release = (ctx: TxContext, { name, names }: Pick<HostRow, 'name' | 'names'>) =>
  ctx.query('select access.release_host($1, $2)', [name, names])

/** A host that serves the pages of an account, and whether new links use it. */
export interface ServedHost {
  account_id: string
  name: string
  is_active: boolean
}

/**
 * Lists the hosts of all accounts that a check has ever seen point here. A host stays the account's without the proof of its
 * domain, until another account has the proof.
 */
export const listServed = (db: Database): Promise<ServedHost[]> =>
  readTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<ServedHost>(
      `select h.account_id, h.name,
              h.verified_at is not null and a.suspended_at is null and owner.account_id is not null as is_active
         from access.host h join access.account a on a.id = h.account_id
         left join lateral (
           select d.account_id from access.domain d
            where d.name = any (h.names) and d.proven_at is not null order by length(d.name) desc limit 1) owner on true
        where (h.verified_at is not null or h.missing_since is not null)
          and (owner.account_id is null or owner.account_id = h.account_id) and a.stage = $1 and a.region = $2`,
      [ctx.deployment.stage, ctx.deployment.region],
    ),
  )
