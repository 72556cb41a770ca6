import type { RunKind } from '#connections'
import type { TxContext } from '#platform/postgres/database'
import type { Money } from '../suppliers/code-supplier.ts'
import type { DifferenceRow, ReconciliationRow } from '../tables.ts'
import type { ComparedPurchase, Difference } from './find-differences.ts'

export const runKind: RunKind = {
  table: 'digital.reconciliation',
  action: 'connection.compare_orders',
  intervalMs: 24 * 60 * 60 * 1_000,
}

export const list = (ctx: TxContext): Promise<ReconciliationRow[]> =>
  ctx.query<ReconciliationRow>('select * from digital.reconciliation where account_id = $1', [
    ctx.account_id,
  ])

/** Returns the time of the oldest difference since a time that no user has accepted. */
export const findOldestOpen = (
  ctx: TxContext,
  connection_id: string,
  since: Date,
): Promise<Date | undefined> =>
  ctx.queryValue<Date>(
    `select min(ordered_at) as at from digital.difference
      where account_id = $1 and connection_id = $2 and accepted_at is null and ordered_at >= $3`,
    [ctx.account_id, connection_id, since],
  )

/** Returns the purchases of a connection since a time, and those of the account with one of these keys. */
export const findPurchases = (
  ctx: TxContext,
  connection_id: string,
  since: Date,
  keys: readonly string[],
): Promise<ComparedPurchase[]> =>
  ctx.query<ComparedPurchase>(
    `select id, connection_id, state, order_ref, price_minor, price_currency, created_at, settled_at
       from digital.purchase where account_id = $1 and connection_id = $2 and created_at >= $3
      union
     select id, connection_id, state, order_ref, price_minor, price_currency, created_at, settled_at
       from digital.purchase where account_id = $1 and id = any ($4::uuid[])`,
    [ctx.account_id, connection_id, since, keys],
  )

/** Stores these differences. One whose amounts have changed is no longer accepted. Returns how many are new. */
export async function save(
  ctx: TxContext,
  connection_id: string,
  differences: readonly Difference[],
): Promise<number> {
  const rows = differences.map(({ here, there, ...rest }) => ({
    ...rest,
    ...{ here_minor: here?.amount_minor ?? null, here_currency: here?.currency ?? null },
    ...{ there_minor: there?.amount_minor ?? null, there_currency: there?.currency ?? null },
  }))
  const saved = await ctx.query<{ is_new: boolean }>(
    `insert into digital.difference as d (account_id, connection_id, found_at, kind, order_ref, purchase_id, here_minor, here_currency,
            there_minor, there_currency, ordered_at)
       select $1, $2, $3, r.kind, r.order_ref, r.purchase_id, r.here_minor, r.here_currency, r.there_minor, r.there_currency, r.ordered_at
         from jsonb_to_recordset($4::jsonb) as r (kind text, order_ref text, purchase_id uuid, here_minor bigint, here_currency text,
              there_minor bigint, there_currency text, ordered_at timestamptz)
     on conflict (account_id, connection_id, kind, order_ref) do update
        set here_minor = excluded.here_minor, here_currency = excluded.here_currency,
            there_minor = excluded.there_minor, there_currency = excluded.there_currency, accepted_at = null
      where (d.here_minor, d.here_currency, d.there_minor, d.there_currency)
            is distinct from (excluded.here_minor, excluded.here_currency, excluded.there_minor, excluded.there_currency)
     returning (xmax = 0) as is_new`,
    [ctx.account_id, connection_id, ctx.real_now, JSON.stringify(rows)],
  )
  return saved.filter(({ is_new }) => is_new).length
}

/** Deletes the differences since a time that a comparison has not found. Returns how many. */
export async function removeOthers(
  ctx: TxContext,
  connection_id: string,
  since: Date,
  found: readonly Difference[],
): Promise<number> {
  const removed = await ctx.query(
    `delete from digital.difference d where account_id = $1 and connection_id = $2 and ordered_at >= $3
        and not exists (select from unnest($4::text[], $5::text[]) as f (kind, order_ref)
                         where f.kind = d.kind and f.order_ref = d.order_ref)
      returning 1`,
    [
      ...[ctx.account_id, connection_id, since],
      found.map(({ kind }) => kind),
      found.map(({ order_ref }) => order_ref),
    ],
  )
  return removed.length
}

/** Deletes accepted differences that no comparison can find again. */
export const removeAccepted = (ctx: TxContext, connection_id: string, before: Date): void =>
  ctx.enqueue(
    `delete from digital.difference
      where account_id = $1 and connection_id = $2 and accepted_at is not null and ordered_at < $3`,
    [ctx.account_id, connection_id, before],
  )

/** Returns what a connection has bought since a time, by currency. */
export const sumPurchases = (
  ctx: TxContext,
  connection_id: string,
  since: Date,
): Promise<Money[]> =>
  ctx.query<Money>(
    `select price_currency as currency, sum(price_minor)::bigint as amount_minor from digital.purchase
      where account_id = $1 and connection_id = $2 and created_at >= $3 and price_currency is not null
      group by price_currency order by 1`,
    [ctx.account_id, connection_id, since],
  )

/** Returns the largest price ceiling of the sources of a connection in a currency, and whether it has sources at all. */
export const findLargestCeiling = async (
  ctx: TxContext,
  connection_id: string,
  currency: string,
): Promise<{ is_used: boolean; ceiling: number | null }> =>
  (await ctx.queryFirst<{ is_used: boolean; ceiling: number | null }>(
    `select count(*) > 0 as is_used, max(ceiling_minor) filter (where ceiling_currency = $3) as ceiling
       from digital.source where account_id = $1 and connection_id = $2`,
    [ctx.account_id, connection_id, currency],
  )) ?? { is_used: false, ceiling: null }

/** Records that a supplier has refused an order for want of money. Returns whether it had money before. */
export const setUnfunded = async (ctx: TxContext, connection_id: string): Promise<boolean> =>
  ctx.hasRows(
    `update digital.reconciliation set low_since = $3
      where account_id = $1 and connection_id = $2 and low_since is null returning 1`,
    [ctx.account_id, connection_id, ctx.real_now],
  )

/** Records that a supplier which does not state its balance has money again. */
export const setFunded = (ctx: TxContext, connection_id: string): void =>
  ctx.enqueue(
    `update digital.reconciliation set low_since = null
      where account_id = $1 and connection_id = $2 and low_since is not null and balance_minor is null`,
    [ctx.account_id, connection_id],
  )

/** Returns the open differences of the account, the newest first, and how many each connection has. */
export const listOpen = (
  ctx: TxContext,
  limit: number,
): Promise<(DifferenceRow & { count: number })[]> =>
  ctx.query<DifferenceRow & { count: number }>(
    `select * from (
       select *, count(*) over (partition by connection_id)::int as count,
              row_number() over (partition by connection_id order by ordered_at desc, kind, order_ref) as number
         from digital.difference where account_id = $1 and accepted_at is null) d
      where number <= $2 order by ordered_at desc, kind, order_ref`,
    [ctx.account_id, limit],
  )

/** Accepts differences. Returns how many. */
export async function accept(
  ctx: TxContext,
  connection_id: string,
  differences: readonly Pick<DifferenceRow, 'kind' | 'order_ref'>[],
): Promise<number> {
  const accepted = await ctx.query(
    `update digital.difference d set accepted_at = $3
       from unnest($4::text[], $5::text[]) as a (kind, order_ref)
      where d.account_id = $1 and d.connection_id = $2 and d.kind = a.kind and d.order_ref = a.order_ref
        and d.accepted_at is null
      returning 1`,
    [
      ...[ctx.account_id, connection_id, ctx.real_now],
      differences.map(({ kind }) => kind),
      differences.map(({ order_ref }) => order_ref),
    ],
  )
  return accepted.length
}

/** Returns the connections whose balance is low, and those with differences, with the time since when. */
export const findNeedy = (
  ctx: TxContext,
): Promise<{ connection_id: string; low_since: Date | null; differs_since: Date | null }[]> =>
  ctx.query(
    `select connection_id, max(low_since) as low_since, min(found_at) as differs_since from (
       select connection_id, low_since, null::timestamptz as found_at from digital.reconciliation
        where account_id = $1 and low_since is not null
        union all
       select connection_id, null, found_at from digital.difference where account_id = $1 and accepted_at is null) n
      group by connection_id order by connection_id`,
    [ctx.account_id],
  )
