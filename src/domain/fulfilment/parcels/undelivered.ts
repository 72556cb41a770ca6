import type { TxContext } from '#platform/postgres/database'

/** A parcel that did not arrive, and whose items were not shipped again. */
export interface UndeliveredParcel {
  id: string
  gift_request_id: string
  number: number
  state: 'lost' | 'returned'
  updated_at: Date
}

/** Returns the parcels that were lost or returned since this time and not replaced; the newest first. */
export const listUndelivered = (
  ctx: TxContext,
  { since, limit }: { since: Date; limit: number },
): Promise<UndeliveredParcel[]> =>
  ctx.query<UndeliveredParcel>(
    `select p.id, p.gift_request_id, p.number, p.state, p.updated_at from fulfilment.parcel p
      where p.account_id = $1 and p.state in ('lost', 'returned') and p.updated_at > $2 and not p.is_retired
        and not exists (select from fulfilment.parcel r where r.account_id = p.account_id
                          and r.gift_request_id = p.gift_request_id and r.replaces = p.id)
      order by p.updated_at desc, p.id limit $3`,
    [ctx.account_id, since, limit],
  )
