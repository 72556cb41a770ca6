import type { Work } from '#platform/postgres'
import type { Gift } from './tables.ts'

/**
 * Something for fulfilment to take up. `place`: items and address are locked, send them. `call_off`:
 * it is cancelled, and whatever was begun has to be ended.
 */
export interface Handover {
  account_id: string
  gift_request_id: string
  kind: 'place' | 'call_off'
  made_at: Date
}

/**
 * Says what fulfilment has to do, in the transaction of the move. A later word replaces one that
 * nobody has heard yet. Does not wait.
 */
export function handOver(work: Work, gift: Gift, kind: Handover['kind']): void {
  work.post(
    `insert into gifting.handover (account_id, gift_request_id, kind, made_at) values ($1, $2, $3, $4)
     on conflict (account_id, gift_request_id) do update set kind = excluded.kind, made_at = excluded.made_at`,
    [gift.account_id, gift.id, kind, work.now],
  )
  work.afterCommit(() => work.installation.wake('fulfilment'))
}

/**
 * Takes some that wait, oldest first, of any account when the work is for everyone. What follows from
 * them is done in this same transaction, or they are there again. Their gift requests are held too, so
 * that none of them moves meanwhile; those that somebody else holds wait for the next time.
 */
export const takeHandovers = (work: Work, limit: number): Promise<Handover[]> =>
  work.query<Handover>(
    `with next as (
       select h.account_id, h.gift_request_id from gifting.handover h
         join gifting.gift_request g on g.account_id = h.account_id and g.id = h.gift_request_id
        where $1 in ('*', h.account_id::text)
        order by h.made_at limit $2 for update of g, h skip locked
     ), taken as (
       delete from gifting.handover h using next n
        where h.account_id = n.account_id and h.gift_request_id = n.gift_request_id
       returning h.*)
     select account_id, gift_request_id, kind, made_at from taken order by made_at, gift_request_id`,
    [work.account_id, limit],
  )
