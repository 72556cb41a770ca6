import type { TxContext } from '#platform/postgres/database'
import { deleteRows, insertRows, updateRows } from '#platform/postgres/table'
import type { SourceRow, StopReason } from '../tables.ts'

const table = 'digital.source'

/** Returns the sources of these variants, in the order in which they are asked. */
export const list = (ctx: TxContext, variant_ids: readonly string[]): Promise<SourceRow[]> =>
  ctx.query<SourceRow>(
    `select * from ${table} where account_id = $1 and variant_id = any ($2) order by variant_id, position`,
    [ctx.account_id, variant_ids],
  )

export async function replace(
  ctx: TxContext,
  variant_id: string,
  rows: readonly SourceRow[],
): Promise<void> {
  await deleteRows(ctx, table, { account_id: ctx.account_id, variant_id })
  await insertRows(ctx, table, rows)
}

/** Starts the daily comparison of connections that codes are bought of, unless it has started. */
export const startReconciliations = (
  ctx: TxContext,
  connection_ids: readonly string[],
): Promise<unknown> =>
  ctx.query(
    `insert into digital.reconciliation (account_id, connection_id, due_at)
       select $1, unnest($2::uuid[]), $3 on conflict do nothing`,
    [ctx.account_id, [...new Set(connection_ids)], ctx.real_now],
  )

/** Stops the source of an order, unless a person has changed it since. */
export const stop = (
  ctx: TxContext,
  key: Pick<
    SourceRow,
    'variant_id' | 'position' | 'connection_id' | 'product_id' | 'ceiling_minor'
  >,
  stopped_reason: StopReason,
): Promise<number> => {
  const { variant_id, position, connection_id, product_id, ceiling_minor } = key
  return updateRows(
    ctx,
    table,
    { account_id: ctx.account_id, variant_id, position, connection_id, product_id, ceiling_minor },
    { stopped_reason, stopped_at: ctx.real_now },
  )
}

export const findStopped = (ctx: TxContext, limit: number): Promise<SourceRow[]> =>
  ctx.query<SourceRow>(
    `select * from ${table} where account_id = $1 and stopped_at is not null order by variant_id, position limit $2`,
    [ctx.account_id, limit],
  )

/** Returns whether a source or an order that is not settled has this connection. */
export const isConnectionUsed = (ctx: TxContext, connection_id: string): Promise<boolean> =>
  ctx.hasRows(
    `select 1 from ${table} where account_id = $1 and connection_id = $2
      union all
     select 1 from digital.purchase where account_id = $1 and connection_id = $2 and state = 'open' limit 1`,
    [ctx.account_id, connection_id],
  )
