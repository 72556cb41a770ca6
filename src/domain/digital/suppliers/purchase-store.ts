import type { DueTable } from '#platform/jobs/due-table'
import { createDueLease } from '#platform/jobs/lease-due-rows'
import type { TxContext } from '#platform/postgres/database'
import { insertRow, updateRows } from '#platform/postgres/table'
import type { PurchaseRow } from '../tables.ts'

const table = 'digital.purchase'

export const insert = (ctx: TxContext, row: Partial<PurchaseRow>): Promise<void> =>
  insertRow(ctx, table, row)

export const claim = createDueLease<PurchaseRow>(table, `state = 'open'`)

/** Locks an open purchase whose last request was this one. */
export const lockOpen = async (ctx: TxContext, { id, attempts }: PurchaseRow): Promise<boolean> =>
  ctx.hasRows(
    `select 1 from ${table} where account_id = $1 and id = $2 and state = 'open' and attempts = $3 for update`,
    [ctx.account_id, id, attempts],
  )

export const update = (
  ctx: TxContext,
  { id }: Pick<PurchaseRow, 'id'>,
  changes: Partial<PurchaseRow>,
): Promise<number> => updateRows(ctx, table, { account_id: ctx.account_id, id }, changes)

/** Returns those items of a gift request for which an order is open. */
export const findOpenItems = async (
  ctx: TxContext,
  gift_request_id: string,
): Promise<ReadonlySet<string>> =>
  new Set(
    await ctx.queryValues<string>(
      `select item_id from ${table} where account_id = $1 and gift_request_id = $2 and state = 'open'`,
      [ctx.account_id, gift_request_id],
    ),
  )

/** Returns the last order of an item; undefined without one. */
export const findLast = (ctx: TxContext, item_id: string): Promise<PurchaseRow | undefined> =>
  ctx.queryFirst<PurchaseRow>(
    `select * from ${table} where account_id = $1 and item_id = $2 order by created_at desc, id desc limit 1`,
    [ctx.account_id, item_id],
  )

/** Returns the last twenty orders of a variant, the newest first. */
export const list = (ctx: TxContext, variant_id: string): Promise<PurchaseRow[]> =>
  ctx.query<PurchaseRow>(
    `select * from ${table} where account_id = $1 and variant_id = $2 order by created_at desc, id desc limit 20`,
    [ctx.account_id, variant_id],
  )

export const duePurchases: DueTable = { table, dueAt: 'due_at', where: `state = 'open'` }
