import type { TxContext } from '#platform/postgres/database'

/** A gift request that has rested too long where it should not. */
export interface StalledGift {
  account_id: string
  reference: string
  first_name: string
  last_name: string
  state: 'backordered' | 'shipping_error' | 'delivery_attempt_failed' | 'ordered'
  /** Since when that is too long, by the real clock. */
  stalled_at: Date
  /** Milliseconds since its last move. */
  rests_ms: number
}

/** How long a gift request may rest in a state before somebody should look, in days. */
const maxRestDaysSql = `(values ('backordered', 1), ('shipping_error', 1), ('delivery_attempt_failed', 3), ('ordered', 5))`

/** Of all accounts, at most so many of each, those that have rested longest first. */
export const findStalled = (ctx: TxContext, limit: number): Promise<StalledGift[]> =>
  ctx.query<StalledGift>(
    `select a.id as account_id, g.* from access.all_account_ids() a
      cross join lateral access.clock_offset_of(a.id) c
      cross join lateral (
        select g.reference, g.first_name, g.last_name, g.state,
               g.updated_at + p.days * interval '1 day' - c.ahead as stalled_at,
               (extract(epoch from now() + c.ahead - g.updated_at) * 1000)::float8 as rests_ms
          from gifting.gift_request g join ${maxRestDaysSql} as p (state, days) on p.state = g.state
         where g.account_id = a.id
           and g.state in ('backordered', 'shipping_error', 'delivery_attempt_failed', 'ordered')
           and g.updated_at < now() + c.ahead - p.days * interval '1 day'
         order by g.updated_at limit $1) g`,
    [limit],
  )
