import type { TxContext } from '#platform/postgres/database'
import { queueStates } from '../events/tables.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { Destination, Unsignable } from './destinations.ts'

/*
 * The order of the events of a gift request, at endpoints with `ordered`. Such a delivery has its gift request in the queue.
 * A claim puts it back, as `behind`, while an earlier event of the gift request is in the queue of the endpoint: in flight,
 * waiting for a retry, or parked. The trigger `release_next` makes the next one ready when a delivery leaves the queue,
 * for whatever reason: an event that failed for the last time does not stop those after it.
 *
 * Endpoints without `ordered` have no gift request in the queue, and pay nothing.
 */

/**
 * The rows that must wait: the next and the first earlier row are enough to know. The lock on them waits for a transaction that is deleting one of them: its trigger
 * either sees the row that this statement makes wait, or has ended before. All statements lock in the order of the ids.
 */
const holdBackSql = `
  with claimed as materialized (
    select q.ctid as row_ctid, q.account_id, q.endpoint_id, q.subject_id, q.event_id
      from unnest($1::tid[]) as r (row_ctid)
      join webhooks.delivery_queue q on q.ctid = r.row_ctid and q.lease_token = $2
     where q.subject_id is not null
  ), earlier as materialized (
    select c.row_ctid, c.account_id, c.endpoint_id, o.id
      from claimed c cross join lateral (
        (select id from webhooks.delivery_queue o
          where o.endpoint_id = c.endpoint_id and o.subject_id = c.subject_id and o.event_id < c.event_id
          order by o.event_id desc limit 1)
        union all
        (select id from webhooks.delivery_queue o
          where o.endpoint_id = c.endpoint_id and o.subject_id = c.subject_id and o.event_id < c.event_id
          order by o.event_id limit 1)) o
  ), open as materialized (
    select q.id from webhooks.delivery_queue q
     where (q.account_id, q.endpoint_id, q.id) in (select account_id, endpoint_id, id from earlier)
     order by q.id for key share
  )
  update webhooks.delivery_queue q
     set state = ${queueStates.behind}, attempt = q.attempt - 1, lease_token = null
   where q.ctid = any (array(select row_ctid from earlier where id in (select id from open)))
  returning q.id`

/** Returns the rows of ordered endpoints. */
export const findOrdered = (
  rows: readonly ClaimedDelivery[],
  destinations: ReadonlyMap<string, Destination | Unsignable>,
): readonly ClaimedDelivery[] =>
  rows.filter(({ endpoint_id, enabled }) => {
    const destination = destinations.get(endpoint_id)
    return enabled && destination !== undefined && 'url' in destination && destination.ordered
  })

/** Puts back the rows of ordered endpoints that must wait for an earlier event. Returns the others. */
export async function holdBack(
  ctx: TxContext,
  rows: readonly ClaimedDelivery[],
  destinations: ReadonlyMap<string, Destination | Unsignable>,
  token: string,
): Promise<readonly ClaimedDelivery[]> {
  const ordered = findOrdered(rows, destinations)
  const waiting = await ctx.query<{ id: string }>(holdBackSql, [
    ordered.map(({ row_ctid }) => row_ctid),
    token,
  ])
  const ids = new Set(waiting.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id))
}
