import { sortByReferences } from '#platform/backup/schema-objects'
import type { TxContext } from '#platform/postgres/database'
import { listOwnSchemas } from '#platform/postgres/migrations'
import { deleteRows, insertRow, updateRows } from '#platform/postgres/table'

/** The end of an account, which remains after the account. */
export interface AccountEnd {
  account_id: string
  requested_at: Date
  /** The name of the operator. */
  requested_by: string
  erase_after: Date
  /** When the deletion began: nothing brings the account back. */
  started_at: Date | null
  ended_at: Date | null
}

const table = 'access.account_end'

export const insert = (ctx: TxContext, row: AccountEnd): Promise<void> => insertRow(ctx, table, row)

export const find = (ctx: TxContext, account_id: string): Promise<AccountEnd | undefined> =>
  ctx.queryFirst<AccountEnd>(`select * from ${table} where account_id = $1 for update`, [
    account_id,
  ])

/** Finds the accounts whose term has passed in this stage and region, and those whose deletion was interrupted. */
export const findDue = (ctx: TxContext): Promise<string[]> =>
  ctx.queryValues<string>(
    `select e.account_id from ${table} e join access.account a on a.id = e.account_id
      where e.erase_after <= $1 and e.ended_at is null and a.stage = $2 and a.region = $3 order by e.erase_after`,
    [ctx.real_now, ctx.deployment.stage, ctx.deployment.region],
  )

export const update = (ctx: TxContext, account_id: string, change: Partial<AccountEnd>) =>
  updateRows(ctx, table, { account_id }, change)

export const remove = (ctx: TxContext, account_id: string): Promise<number> =>
  deleteRows(ctx, table, { account_id })

export const hasOperators = (ctx: TxContext, account_id: string): Promise<boolean> =>
  ctx.hasRows(
    `select from access.user u join access.person p on p.id = u.person_id
      where u.account_id = $1 and p.is_operator`,
    [account_id],
  )

/**
 * Moves the sessions that began in an account to another account of their persons. Single sign-on is for its account only, and
 * its sessions end with it.
 */
export const moveSessions = (ctx: TxContext, account_id: string): Promise<unknown> =>
  ctx.query(
    `update access.session s set account_id = other.account_id
       from access.user u cross join lateral (
         select o.account_id from access.user o where o.person_id = u.person_id and o.account_id <> u.account_id
          order by o.last_seen_at desc nulls last limit 1) other
      where u.account_id = $1 and s.account_id = $1 and s.person_id = u.person_id and s.method <> 'single_sign_on'`,
    [account_id],
  )

/** Ends the memberships of some users. Returns their persons. */
export const endMemberships = (ctx: TxContext, account_id: string, limit: number) =>
  ctx.queryValues<string>(
    `with ended as (
       select id, person_id from access.user where account_id = $1 and person_id is not null limit $2)
     update access.user u set person_id = null, removed_at = $3, email_key = 'removed ' || u.id
       from ended where u.account_id = $1 and u.id = ended.id returning ended.person_id`,
    [account_id, limit, ctx.real_now],
  )

/** Deletes persons who have no other account, with their sessions and sign-in methods. */
export const deletePersons = (ctx: TxContext, ids: readonly string[]): Promise<unknown> =>
  ctx.query('select access.delete_person_without_account(id) from unnest($1::uuid[]) id', [ids])

/**
 * Lists the tables of the service with rows of accounts: a table stands before those that it references. Other applications may
 * use the same database.
 */
export async function listTables(ctx: TxContext): Promise<string[]> {
  const tables = await ctx.query<{ name: string; needs: string[] }>(
    `select t.oid::regclass::text as name,
            array(select f.confrelid::regclass::text from pg_constraint f
                   where f.contype = 'f' and f.conrelid = t.oid and f.confrelid <> t.oid) as needs
       from pg_class t join pg_namespace n on n.oid = t.relnamespace
       join pg_attribute a on a.attrelid = t.oid and a.attname = 'account_id' and not a.attisdropped
      where t.relkind in ('r', 'p') and not t.relispartition and n.nspname = any($1)
        and t.oid <> '${table}'::regclass order by 1`,
    [listOwnSchemas()],
  )
  return sortByReferences(tables)
    .map(({ name }) => name)
    .toReversed()
}

/** Deletes some rows of an account. The name of the table comes from the catalog of the database. */
export const deleteSomeRows = (ctx: TxContext, name: string, account_id: string, limit: number) =>
  ctx.countRows(
    `delete from ${name} t using (select tableoid, ctid from ${name} where account_id = $1 limit $2) batch
      where t.account_id = $1 and t.tableoid = batch.tableoid and t.ctid = batch.ctid returning true`,
    [account_id, limit],
  )

export const deleteAccount = (ctx: TxContext, id: string): Promise<number> =>
  deleteRows(ctx, 'access.account', { id })
