import type { TxContext } from '#platform/postgres/database'
import type { PackingRow, ParcelRow } from '../parcels/tables.ts'
import {
  type QueuePart,
  queueValues,
  type StationParcel,
  stationColumns,
  warehouseSql,
} from './packing-store.ts'

/**
 * A row of fulfilment.pending_hand_over: a hand-over that has no effect yet. Code that changes a row must
 * lock the gift request first.
 */
export interface PendingHandOver
  extends Pick<ParcelRow, 'carrier_name' | 'tracking_code' | 'tracking_url'> {
  account_id: string
  parcel_id: string
  /** The time when the hand-over takes effect, by the real clock. */
  due_at: Date
}

/** Returns the rows in no order, and none for a parcel whose hand-over has taken effect. */
export const find = (ctx: TxContext, parcel_ids: readonly string[]): Promise<PendingHandOver[]> =>
  ctx.query<PendingHandOver>(
    'select * from fulfilment.pending_hand_over where account_id = $1 and parcel_id = any ($2)',
    [ctx.account_id, parcel_ids],
  )

export const insert = (
  ctx: TxContext,
  { account_id, parcel_id, due_at, ...details }: PendingHandOver,
): Promise<unknown> =>
  ctx.query(
    `insert into fulfilment.pending_hand_over (account_id, parcel_id, due_at, carrier_name, tracking_code, tracking_url)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      account_id,
      parcel_id,
      due_at,
      details.carrier_name,
      details.tracking_code,
      details.tracking_url,
    ],
  )

export const remove = (ctx: TxContext, parcel_id: string): Promise<unknown> =>
  ctx.query('delete from fulfilment.pending_hand_over where account_id = $1 and parcel_id = $2', [
    ctx.account_id,
    parcel_id,
  ])

export const postpone = (ctx: TxContext, parcel_id: string, due_at: Date): Promise<unknown> =>
  ctx.query(
    'update fulfilment.pending_hand_over set due_at = $3 where account_id = $1 and parcel_id = $2',
    [ctx.account_id, parcel_id, due_at],
  )

/** A parcel whose hand-over can be undone. */
export type HandedOverParcel = StationParcel &
  Pick<PendingHandOver, 'carrier_name' | 'tracking_code'> & {
    handed_over_at: NonNullable<PackingRow['handed_over_at']>
  }

/**
 * Finds the parcels whose hand-over can be undone, newest first. They are the hand-overs of a few minutes, so
 * sorting them needs no index.
 */
export const findUndoable = (ctx: TxContext, part: QueuePart): Promise<HandedOverParcel[]> =>
  ctx.query<HandedOverParcel>(
    `select ${stationColumns}, h.carrier_name, h.tracking_code ${undoableSql(part)}
        and ${part.after === undefined ? '$4::timestamptz is null and $5::uuid is null' : '(k.handed_over_at, p.id) < ($4, $5)'}
      order by k.handed_over_at desc, p.id desc limit $6`,
    queueValues(ctx, part),
  )

/**
 * Counts the parcels whose hand-over can be undone, and those of them that must not leave, because their gift was cancelled.
 * Stops at `limit`.
 */
export const countUndoable = async (
  ctx: TxContext,
  part: Omit<QueuePart, 'after'>,
): Promise<{ handed_over: number; handed_over_cancelled: number }> =>
  (await ctx.queryFirst(
    `select count(*)::int as handed_over, (count(*) filter (where is_cancelled))::int as handed_over_cancelled
       from (select p.state = 'cancelled' or p.pending_action is not distinct from 'cancel' as is_cancelled
             ${undoableSql(part)} limit $4) counted`,
    [ctx.account_id, part.carriers, part.warehouse_id ?? null, part.limit],
  )) ?? { handed_over: 0, handed_over_cancelled: 0 }

const undoableSql = (part: Omit<QueuePart, 'after'>) => `
   from fulfilment.pending_hand_over h
   join fulfilment.packing k on k.account_id = h.account_id and k.parcel_id = h.parcel_id
   join fulfilment.parcel p on p.account_id = h.account_id and p.id = h.parcel_id
  where h.account_id = $1 and not p.has_left and p.carrier = any ($2) and ${warehouseSql(part)}`
