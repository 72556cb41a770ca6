import type { ServiceHarness } from './service-harness.ts'

export interface DeliverySeed {
  endpoint_ids: readonly string[]
  /** The total number of deliveries. Each delivery has a separate event. */
  count: number
  /**
   * The time until which the deliveries wait, after several attempts (1 to `attempts`, in turns). By default,
   * the deliveries are ready and have no attempts.
   */
  due?: { at: Date; attempts: number }
}

/** Inserts deliveries like those of the service during the last hour, with SQL. Their bodies are short. */
export async function seedDeliveries(
  { sql, account_id }: ServiceHarness,
  { endpoint_ids, count, due }: DeliverySeed,
): Promise<void> {
  await sql(
    `create temp table if not exists drawn (id uuid, event_id uuid, endpoint_id uuid, made timestamptz, n bigint)`,
  )
  await sql('truncate drawn')
  await sql(
    `insert into drawn
     select (stamp || '7000' || '9' || substr(md5('delivery' || n), 1, 15))::uuid, (stamp || '7000' || '9' || substr(md5('event' || n), 1, 15))::uuid,
            ($1::uuid[])[1 + n % cardinality($1::uuid[])], made, n
       from generate_series(0, $2::bigint - 1) n
      cross join lateral (select now() - interval '1 hour' + n * interval '1 hour' / $2::bigint as made) m
      cross join lateral (select lpad(to_hex((extract(epoch from made) * 1000)::bigint), 12, '0') as stamp) s`,
    [endpoint_ids, count],
  )
  await sql('set synchronous_commit = off')
  await sql(
    `insert into webhooks.event (account_id, id, type, subject_id, created_at)
     select $1, event_id, 'gift_request_created', event_id, made from drawn`,
    [account_id],
  )
  await sql(
    `insert into webhooks.event_body (account_id, event_id, payload_version, body)
     select $1, event_id, '2026-05', ('{"id":"' || event_id || '","status":"submitted"}')::bytea from drawn`,
    [account_id],
  )
  await sql(
    `insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
     select $1, id, event_id, 'gift_request_created', endpoint_id, '2026-05', made from drawn`,
    [account_id],
  )
  await sql(
    `insert into webhooks.delivery_queue (account_id, endpoint_id, id, event_id, event_type, payload_version, state, attempt, next_at)
     select $1, endpoint_id, id, event_id, 'gift_request_created', '2026-05', $2, case when $4::int = 0 then 0 else 1 + n % $4 end, $3::timestamptz
       from drawn`,
    [account_id, due === undefined ? 0 : 3, due?.at ?? null, due?.attempts ?? 0],
  )
  await sql('analyze webhooks.delivery_queue')
}
