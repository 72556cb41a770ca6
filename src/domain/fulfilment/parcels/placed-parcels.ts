import type { TxContext } from '#platform/postgres/database'
import { finalStates } from './parcel-states.ts'

const maxTracked = 500

/** Returns parcels of a connection whose service has their orders, and which have not arrived: first those in the warehouse. */
export const listPlacedParcels = (
  ctx: TxContext,
  connection_id: string,
): Promise<{ id: string; carrier_ref: string }[]> =>
  ctx.query(
    `select id, carrier_ref from fulfilment.parcel
      where account_id = $1 and connection_id = $2 and carrier_ref is not null and state <> all ($3)
      order by has_left, random() limit ${maxTracked}`,
    [ctx.account_id, connection_id, finalStates],
  )

/** Sums the units of these parcels by variant, without parcels that have left the warehouse. */
export async function countUnshipped(
  ctx: TxContext,
  warehouse_id: string,
  parcel_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.query<{ variant_id: string; units: number }>(
    `select l.variant_id, sum(l.quantity)::int as units from fulfilment.parcel p
       join fulfilment.parcel_line l on l.account_id = p.account_id and l.parcel_id = p.id
      where p.account_id = $1 and p.id = any ($2) and p.warehouse_id = $3
        and not p.has_left and p.state <> all ($4)
      group by l.variant_id`,
    [ctx.account_id, parcel_ids, warehouse_id, finalStates],
  )
  return new Map(rows.map(({ variant_id, units }) => [variant_id, units]))
}
