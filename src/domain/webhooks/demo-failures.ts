import type { TxContext } from '#platform/postgres/database'

/**
 * Abandons the queued deliveries of an endpoint of the demo account, as after five attempts whose responses had the status
 * 503.
 */
export async function createDemoFailures(ctx: TxContext, endpoint_id: string): Promise<void> {
  await ctx.query(
    `with ended as (
       delete from webhooks.delivery_queue where account_id = $1 and endpoint_id = $2 returning id
     ), abandoned as (
       update webhooks.delivery set abandoned_at = now() - interval '2 hours'
        where account_id = $1 and id in (select id from ended) returning id
     )
     insert into webhooks.attempt (account_id, delivery_id, number, started_at, duration_ms, outcome, phase, status, error)
     select $1, a.id, t.number, now() - t.minutes * interval '1 minute', t.duration_ms, 'failed', 'status', 503, 'http_status'
       from abandoned a
      cross join (values (1, 570, 212), (2, 569, 188), (3, 560, 240), (4, 480, 197), (5, 120, 205))
        as t (number, minutes, duration_ms)`,
    [ctx.account_id, endpoint_id],
  )
}
