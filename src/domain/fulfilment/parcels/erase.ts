import type { TxContext } from '#platform/postgres/database'

/**
 * Takes out of the parcels of these gift requests what leads to whoever gets them: labels, codes, what
 * a carrier said and where. States and times stay, and what the carrier knows a parcel by, so that its
 * messages still find it. Does not wait.
 */
export const eraseTracking = (ctx: TxContext, gift_request_ids: readonly string[]): void =>
  ctx.enqueue(
    `with parcel as (
       update fulfilment.parcel
          set tracking_code = null, tracking_url = null, label_url = null, problem_reason = null,
              problem_remedy = null
        where account_id = $1 and gift_request_id = any ($2)
       returning id
     )
     update fulfilment.scan s set description = '', location = null
       from parcel p where s.account_id = $1 and s.parcel_id = p.id`,
    [ctx.account_id, gift_request_ids],
  )
