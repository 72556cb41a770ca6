import type { RunProblem } from '#connections'
import * as fulfilment from '#fulfilment'
import type { TxContext } from '#platform/postgres/database'
import { deleteRows, upsertRow } from '#platform/postgres/table'

const table = 'shops.refused_order'

export interface RefusedOrder {
  key: string
  /** What people call the order. */
  number: string
  problem: string
}

const maxProblemLength = 500

/** Stores why a paid order became no gift. */
export const saveRefusal = (
  ctx: TxContext,
  connection_id: string,
  { key, number, problem }: RefusedOrder,
): Promise<void> =>
  upsertRow(ctx, table, ['account_id', 'connection_id', 'key'], {
    ...{ account_id: ctx.account_id, connection_id, key, number },
    problem: problem.slice(0, maxProblemLength).toWellFormed(),
  })

export const forgetRefusal = (
  ctx: TxContext,
  connection_id: string,
  key: string,
): Promise<number> => deleteRows(ctx, table, { account_id: ctx.account_id, connection_id, key })

/** Returns refused orders of a shop in any order: with more of them than the limit, each run tries others. */
export const listRefused = (
  ctx: TxContext,
  connection_id: string,
  limit: number,
): Promise<RefusedOrder[]> =>
  ctx.query<RefusedOrder>(
    `select key, number, problem from ${table}
      where account_id = $1 and connection_id = $2 order by random() limit $3`,
    [ctx.account_id, connection_id, limit],
  )

/** Returns what is wrong with paid gifts of a shop: orders that became no gift, and gifts that have ended without a parcel. */
export async function listOrderProblems(
  ctx: TxContext,
  connection_id: string,
  limit: number,
): Promise<RunProblem[]> {
  const refused = await ctx.query<RefusedOrder>(
    `select key, number, problem from ${table}
      where account_id = $1 and connection_id = $2 order by number, key limit $3`,
    [ctx.account_id, connection_id, limit],
  )
  const ended = await fulfilment.listEndedOrders(ctx, connection_id, limit)
  return [...refused, ...ended].slice(0, limit).map(({ key, number, problem }) => ({
    ...{ key: `order ${key}`, name: number, problem: problem ?? '' },
  }))
}
