import type { Page } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { insertRow, updateRows } from '#platform/postgres/table'
import type { Account, ManagedAccount } from './tables.ts'

const accountSelect =
  'select id, name, tier, tenant, region, stage, suspended_at from access.account'

export const insertAccount = (
  ctx: TxContext,
  account: Account & { external_id: string | null },
): Promise<void> => insertRow(ctx, 'access.account', { ...account, created_at: ctx.now })

export const listAccounts = (ctx: TxContext): Promise<Account[]> =>
  ctx.query<Account>(`${accountSelect} order by id`)

export const findAccount = (ctx: TxContext, id: string): Promise<Account | undefined> =>
  ctx.queryFirst<Account>(`${accountSelect} where id = $1`, [id])

export const hasAnyAccount = (ctx: TxContext): Promise<boolean> =>
  ctx.hasRows('select from access.account limit 1')

const managedSelect = `
  select a.id, a.name, a.tier, a.tenant, a.region, a.stage, a.external_id, a.created_at, a.suspended_at,
         a.suspension_reason, (select e.erase_after from access.account_end e where e.account_id = a.id) as erase_after,
         count(u.id)::int as users, max(u.last_seen_at) as last_seen_at
    from access.account a
    left join access.user u on u.account_id = a.id and u.removed_at is null
   where a.stage = $1 and a.region = $2`

const deploymentParams = ({ deployment }: TxContext) => [deployment.stage, deployment.region]

export const findManaged = (ctx: TxContext, id: string): Promise<ManagedAccount | undefined> =>
  ctx.queryFirst<ManagedAccount>(`${managedSelect} and a.id = $3 group by a.id`, [
    ...deploymentParams(ctx),
    id,
  ])

export const findManagedByExternalId = (
  ctx: TxContext,
  external_id: string,
): Promise<ManagedAccount | undefined> =>
  ctx.queryFirst<ManagedAccount>(`${managedSelect} and a.external_id = $3 group by a.id`, [
    ...deploymentParams(ctx),
    external_id,
  ])

/**
 * Returns the accounts of this stage and region, and up to one row more than the page size.
 *
 * @param q  a part of the name or of the tenant, an id or an external id; empty for all
 */
export const listManaged = (
  ctx: TxContext,
  { limit, after, order }: Page,
  q: string,
): Promise<ManagedAccount[]> =>
  ctx.query<ManagedAccount>(
    `${managedSelect}
       and ($3 = '' or strpos(lower(a.name), lower($3)) > 0 or strpos(a.tenant, lower($3)) > 0 or a.id::text = lower($3)
         or a.external_id = $3)
       and ($4::uuid is null or a.id ${order === 'asc' ? '>' : '<'} $4)
     group by a.id order by a.id ${order} limit $5`,
    [...deploymentParams(ctx), q, after ?? null, limit + 1],
  )

export const updateAccount = (
  ctx: TxContext,
  id: string,
  change: Partial<Pick<ManagedAccount, 'name' | 'tier' | 'suspended_at' | 'suspension_reason'>>,
): Promise<unknown> => updateRows(ctx, 'access.account', { id }, change)

/** Locks the account until the transaction ends. Returns whether it exists in this stage and region. */
export const lockAccount = (ctx: TxContext, id: string): Promise<boolean> =>
  ctx.hasRows(
    'select from access.account where stage = $1 and region = $2 and id = $3 for update',
    [...deploymentParams(ctx), id],
  )

export const isSuspended = (ctx: TxContext, id: string): Promise<boolean> =>
  ctx.hasRows('select from access.account where id = $1 and suspended_at is not null', [id])
