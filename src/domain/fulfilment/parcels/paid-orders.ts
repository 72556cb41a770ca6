import type { TxContext } from '#platform/postgres/database'
import { insertRow, updateRows } from '#platform/postgres/table'

/** A row of fulfilment.paid_order: the order of a shop that a buyer has paid, and the gift that it became. */
export interface PaidOrder {
  gift_request_id: string
  connection_id: string
  shop: string
  key: string
  number: string
  /** What the buyer has paid for. */
  variant_id: string
  /** When the gift had ended without a parcel. */
  ended_at: Date | null
  problem: string | null
  is_noted: boolean
}

export type NewPaidOrder = Omit<PaidOrder, 'ended_at' | 'problem' | 'is_noted'>

const columns =
  'gift_request_id, connection_id, shop, key, number, variant_id, ended_at, problem, is_noted'

/** The unique key that makes an order at most one gift. */
export const paidOrderKey = 'paid_order_key'

export const insertPaidOrder = (ctx: TxContext, order: NewPaidOrder): Promise<void> =>
  insertRow(ctx, 'fulfilment.paid_order', {
    ...{ account_id: ctx.account_id, created_at: ctx.now },
    ...order,
  })

export const changePaidOrder = (
  ctx: TxContext,
  gift_request_id: string,
  changes: Partial<Pick<PaidOrder, 'ended_at' | 'problem' | 'is_noted'>>,
): Promise<number> =>
  updateRows(ctx, 'fulfilment.paid_order', { account_id: ctx.account_id, gift_request_id }, changes)

/** Finds the paid order with this key, of any connection to the shop. */
export const findPaidOrder = (
  ctx: TxContext,
  { shop, key }: Pick<PaidOrder, 'shop' | 'key'>,
): Promise<PaidOrder | undefined> =>
  ctx.queryFirst<PaidOrder>(
    `select ${columns} from fulfilment.paid_order where account_id = $1 and shop = $2 and key = $3`,
    [ctx.account_id, shop, key],
  )

export const findPaidOrderOfGift = (
  ctx: TxContext,
  gift_request_id: string,
): Promise<PaidOrder | undefined> =>
  ctx.queryFirst<PaidOrder>(
    `select ${columns} from fulfilment.paid_order where account_id = $1 and gift_request_id = $2`,
    [ctx.account_id, gift_request_id],
  )

/** Returns the orders of a connection that have not ended, and whose gifts have no parcel that ships them, the oldest first. */
export const listWaitingOrders = (
  ctx: TxContext,
  connection_id: string,
  limit: number,
): Promise<PaidOrder[]> =>
  ctx.query<PaidOrder>(
    `select ${columns} from fulfilment.paid_order o
      where o.account_id = $1 and o.connection_id = $2 and o.ended_at is null
        and not exists (select 1 from fulfilment.parcel p
                         where p.account_id = o.account_id and p.gift_request_id = o.gift_request_id
                           and p.carrier_ref = o.key and p.state <> 'cancelled')
      order by o.gift_request_id limit $3`,
    [ctx.account_id, connection_id, limit],
  )

/** Returns the orders of a connection that people must know about: their gifts have ended without a parcel. */
export const listEndedOrders = (
  ctx: TxContext,
  connection_id: string,
  limit: number,
): Promise<PaidOrder[]> =>
  ctx.query<PaidOrder>(
    `select ${columns} from fulfilment.paid_order
      where account_id = $1 and connection_id = $2 and problem is not null
      order by is_noted, gift_request_id limit $3`,
    [ctx.account_id, connection_id, limit],
  )

/** Counts the units by variant that a shop counts as sold for gifts whose parcel has no order yet. */
export async function countPaidUnits(
  ctx: TxContext,
  connection_id: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.query<{ variant_id: string; units: number }>(
    `select o.variant_id, count(*)::int as units from fulfilment.paid_order o
      where o.account_id = $1 and o.connection_id = $2 and o.ended_at is null
        and not exists (select 1 from fulfilment.parcel p
                         where p.account_id = o.account_id and p.gift_request_id = o.gift_request_id and p.carrier_ref = o.key)
      group by o.variant_id`,
    [ctx.account_id, connection_id],
  )
  return new Map(rows.map(({ variant_id, units }) => [variant_id, units]))
}

/**
 * Finds the paid order with which a parcel ships: that of its gift, unless another parcel of the gift has it. An item that is
 * shipped again gets an order of its own.
 */
export const findPaidOrderOfParcel = (
  ctx: TxContext,
  parcel: { id: string; gift_request_id: string; connection_id: string | null },
): Promise<PaidOrder | undefined> =>
  ctx.queryFirst<PaidOrder>(
    `select ${columns} from fulfilment.paid_order o
      where o.account_id = $1 and o.gift_request_id = $2 and o.connection_id = $3
        and not exists (select 1 from fulfilment.parcel p
                         where p.account_id = o.account_id and p.gift_request_id = o.gift_request_id
                           and p.id <> $4 and p.carrier_ref = o.key)`,
    [ctx.account_id, parcel.gift_request_id, parcel.connection_id, parcel.id],
  )
