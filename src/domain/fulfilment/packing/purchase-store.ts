import type { DueTable } from '#platform/jobs/due-table'
import { createDueLease } from '#platform/jobs/lease-due-rows'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { LabelPurchaseRow } from '../parcels/tables.ts'

/** Stores a purchase before its request. Returns its id. */
export function insert(
  ctx: TxContext,
  {
    parcel_id,
    carrier,
    connection_id,
    carrier_ref,
    due_at,
  }: Pick<LabelPurchaseRow, 'parcel_id' | 'carrier' | 'connection_id' | 'carrier_ref' | 'due_at'>,
): string {
  const id = newId(ctx.now)
  ctx.enqueue(
    `insert into fulfilment.label_purchase (account_id, id, parcel_id, carrier, connection_id, carrier_ref, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [ctx.account_id, id, parcel_id, carrier, connection_id, carrier_ref, due_at, ctx.now],
  )
  return id
}

export const remove = (ctx: TxContext, id: string): void =>
  ctx.enqueue('delete from fulfilment.label_purchase where account_id = $1 and id = $2', [
    ctx.account_id,
    id,
  ])

export const makeDue = (ctx: TxContext, id: string): void =>
  ctx.enqueue(
    'update fulfilment.label_purchase set due_at = $3 where account_id = $1 and id = $2',
    [ctx.account_id, id, ctx.now],
  )

/** Postpones a purchase that another attempt has not changed since. */
export const defer = (
  ctx: TxContext,
  { account_id, id, attempts }: LabelPurchaseRow,
  until: Date,
): void =>
  ctx.enqueue(
    `update fulfilment.label_purchase set due_at = $4, leased_until = null
      where account_id = $1 and id = $2 and attempts = $3`,
    [account_id, id, attempts, until],
  )

export const claim = createDueLease<LabelPurchaseRow>('fulfilment.label_purchase')

export const duePurchases: DueTable = { table: 'fulfilment.label_purchase', dueAt: 'due_at' }
