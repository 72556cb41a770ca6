import type { TxContext } from '#platform/postgres/database'

/** A parcel that was lost or came back. */
export interface FailedParcel {
  id: string
  gift_request_id: string
  state: 'lost' | 'returned'
  since: Date
}

/** Days for which a failed parcel is listed. */
const maxAgeDays = 30

/**
 * Returns parcels that were lost or came back in the last 30 days, and whose items no other parcel ships: at most
 * `limit`, in the order of the ids.
 */
export const findFailedParcels = (ctx: TxContext, limit: number): Promise<FailedParcel[]> =>
  ctx.query<FailedParcel>(
    `select p.id, p.gift_request_id, p.state, p.updated_at as since from fulfilment.parcel p
      where p.account_id = $1 and p.state = any (array['lost', 'returned']) and not p.is_retired
        and p.updated_at > $2::timestamptz - interval '${maxAgeDays} days'
        and not exists (select from fulfilment.parcel r
              where r.account_id = p.account_id and r.gift_request_id = p.gift_request_id and r.replaces = p.id)
      order by p.id limit $3`,
    [ctx.account_id, ctx.now, limit],
  )
