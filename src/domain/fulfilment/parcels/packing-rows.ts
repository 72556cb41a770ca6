import type { TxContext } from '#platform/postgres/database'
import { type PackingRow, type ParcelRow, toUntouchedPacking } from './tables.ts'

/** Returns the packing rows of those parcels that a packer has taken. */
export const find = (
  ctx: TxContext,
  parcels: readonly Pick<ParcelRow, 'id'>[],
): Promise<PackingRow[]> =>
  ctx.query<PackingRow>(
    `select * from fulfilment.packing where account_id = $1 and parcel_id = any($2)`,
    [ctx.account_id, parcels.map(({ id }) => id)],
  )

/** Returns the packing row of a parcel. Callers that change the row lock the gift request first. */
export const get = async (
  ctx: TxContext,
  row: Pick<ParcelRow, 'account_id' | 'id'>,
): Promise<PackingRow> => (await find(ctx, [row]))[0] ?? toUntouchedPacking(row)

/** Records that the cards of leased parcels are printed. The function does not wait for the statement. */
export const recordCards = (ctx: TxContext, parcel_ids: readonly string[]): void =>
  ctx.enqueue(
    'update fulfilment.packing set card_printed_at = $3 where account_id = $1 and parcel_id = any ($2)',
    [ctx.account_id, parcel_ids, ctx.now],
  )

/** Resets the packing of parcels: leases end, and packed parcels are to pack again. */
export const remove = (ctx: TxContext, parcel_ids: readonly string[]): Promise<unknown> =>
  ctx.query('delete from fulfilment.packing where account_id = $1 and parcel_id = any ($2)', [
    ctx.account_id,
    parcel_ids,
  ])
