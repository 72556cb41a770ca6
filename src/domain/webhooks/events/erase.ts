import type { TxContext } from '#platform/postgres/database'

/**
 * Erases the events of these gift requests of the account. Events and deliveries remain without their
 * bodies. Waiting deliveries are abandoned. Leased deliveries end normally, because their worker already
 * has the body. Enqueues the statement; errors surface at the commit.
 *
 * A deleted event would look like a gap in the feed, and a body without names would be a second snapshot of one event whose
 * signature does not match the first.
 */
export function eraseEvents(ctx: TxContext, subject_ids: readonly string[]): void {
  ctx.enqueue(
    `with event as (
       update webhooks.event set erased_at = $3
        where account_id = $1 and subject_id = any ($2) and erased_at is null returning id
     ), body as (
       delete from webhooks.event_body b using event e where b.account_id = $1 and b.event_id = e.id
     ), waiting as (
       select q.account_id, q.endpoint_id, q.id from event e
         join webhooks.delivery d on d.account_id = $1 and d.event_id = e.id
         join webhooks.delivery_queue q
           on q.account_id = d.account_id and q.endpoint_id = d.endpoint_id and q.id = d.id
        where q.lease_token is null order by q.id for update of q skip locked
     ), ended as (
       delete from webhooks.delivery_queue q using waiting w
        where q.account_id = w.account_id and q.endpoint_id = w.endpoint_id and q.id = w.id
       returning q.id
     )
     update webhooks.delivery d
        set erased_at = $3,
            abandoned_at = case when d.id in (select id from ended) then now() else d.abandoned_at end
       from event e where d.account_id = $1 and d.event_id = e.id`,
    [ctx.account_id, subject_ids, ctx.now],
  )
}
