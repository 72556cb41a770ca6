import type { TxContext } from '#platform/postgres/database'

/**
 * Erases the personal data of these gift requests' parcels: labels, tracking codes, scan descriptions
 * and locations. States, timestamps and carrier references stay, so that later carrier messages still
 * match their parcels. Enqueues the statement without waiting.
 */
export const eraseTracking = (ctx: TxContext, gift_request_ids: readonly string[]): void =>
  ctx.enqueue(
    `with parcel as (
       update fulfilment.parcel
          set tracking_code = null, tracking_url = null, label_url = null, problem_reason = null,
              problem_remedy = null
        where account_id = $1 and gift_request_id = any ($2)
       returning id
     ), hand_over as (
       update fulfilment.pending_hand_over h set tracking_code = null, tracking_url = null
         from parcel p where h.account_id = $1 and h.parcel_id = p.id
     )
     update fulfilment.scan s set description = '', location = null
       from parcel p where s.account_id = $1 and s.parcel_id = p.id`,
    [ctx.account_id, gift_request_ids],
  )
