import pg from 'pg'

/*
 * Inserts gift requests like those of the service, but thousands in one statement, as the superuser and
 * without rules and checks. The gift requests are spread over the last thirty days, two of three have ended,
 * and each recipient has five. Each has two transitions, and one event that was delivered at the first
 * attempt. They differ from real rows: the bodies of events and the messages are short, and emails and the
 * encrypted codes of links are omitted.
 */

export interface GiftOwner {
  account_id: string
  endpoint_id: string
}

const rowsPerStatement = 100_000
/** The number of gift requests from which the indexes are created after the rows. */
const indexRebuildThreshold = 500_000
const monthMs = 30 * 24 * 60 * 60 * 1000

const helpersSql = `
  create or replace function pg_temp.at (n bigint, most bigint) returns timestamptz language sql immutable as
    $$ select to_timestamp((extract(epoch from current_date) * 1000 - ${monthMs} + n * ${monthMs} / most)::bigint / 1000.0) $$;
  create or replace function pg_temp.id (made timestamptz, what text, n bigint) returns uuid language sql immutable as
    $$ select (lpad(to_hex((extract(epoch from made) * 1000)::bigint), 12, '0') || '7000' || '8' ||
               substr(md5(what || n), 1, 15))::uuid $$`

const partitionsSql = `
  select platform.create_weekly_partitions(('webhooks.' || t)::regclass, current_date - make_interval(days => 7 * w), 0)
    from unnest('{event,event_body,delivery,attempt}'::text[]) t, generate_series(0, 5) w;
  select platform.create_monthly_partition('gifting.state_transition', current_date - make_interval(days => 30 * m))
    from generate_series(0, 1) m`

/** The SQL that generates the number, ids and times of each row. */
const generateRowsSql = `
  create temp table drawn on commit drop as
  select n, made, pg_temp.id(made, 'gift', n) as id, pg_temp.id(made, 'event', n) as event_id,
         pg_temp.id(made, 'delivery', n) as delivery_id, pg_temp.id(pg_temp.at(n - n % 5, $2), 'contact', n / 5) as contact_id,
         'recipient.' || n / 5 || '@example.com' as email, n % 3 > 0 as ended, n % 5 = 0 as is_new, md5('code' || n) as code
    from (select n, pg_temp.at(n, $2) as made from generate_series($1::bigint, $3::bigint) n) each`

const insertStatements = [
  `insert into gifting.contact (account_id, id, email_key, created_at)
   select $1::uuid, contact_id, email, made from drawn where is_new`,
  `insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct, campaign_id, campaign_name,
     sender_id, sender_name, sender_email, contact_id, email_key, first_name, last_name, email, offering, email_message,
     metadata, link_digest, link_code, expires_at, due_at, remind_at, created_at, updated_at)
   select $1::uuid, d.id, 'GR-' || upper(to_hex(d.n + x'A0000000'::bigint)), case when ended then 'delivered' else 'awaiting_recipient' end,
     case when ended then 'delivered' else 'submitted' end, 2, false, c.id, c.name, c.sender_id, 'A sender', 'sender@example.com',
     contact_id, d.email, 'Ada', 'Larkin', d.email, decode(repeat('5a', 32), 'hex'),
     '{"subject":"For you","body":"There is something here for you."}', '{}', sha256(code::bytea), null,
     made + interval '60 days', case when not ended then now() + interval '1 day' + (d.n % 40) * interval '1 day' end,
     case when not ended then now() + interval '1 day' + (d.n % 40) * interval '1 day' end, made, made + interval '1 hour'
   from drawn d cross join (select id, name, sender_id from campaigns.campaign where account_id = $1 order by id limit 1) c`,
  `insert into gifting.state_transition (account_id, gift_request_id, number, created_at, from_state, to_state, cause, events)
   select $1::uuid, id, 1, made, null::text, 'created', 'created over the API', '{gift_request_created}'::text[] from drawn union all
   select $1::uuid, id, 2, made, 'created', 'awaiting_recipient', 'its link was made', '{}'::text[] from drawn`,
  `insert into webhooks.event (account_id, id, type, subject_id, created_at)
   select $1::uuid, event_id, 'gift_request_created', id, made from drawn`,
  `insert into webhooks.event_body (account_id, event_id, payload_version, body)
   select $1::uuid, event_id, '2026-05', ('{"id":"' || id || '","reference":"GR-' || code || '","status":"submitted"}')::bytea from drawn`,
  `insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
   select $1::uuid, delivery_id, event_id, 'gift_request_created', $2::uuid, '2026-05', made from drawn`,
  `insert into webhooks.attempt (account_id, delivery_id, number, started_at, duration_ms, outcome, phase, status, address, worker)
   select $1::uuid, delivery_id, 1, made, 12, 'ok', 'status', 200, '127.0.0.1', 'filled' from drawn`,
]

/** Inserts the gift requests with the numbers `from` to `to` of a total. */
export async function seedGifts(
  url: string,
  { account_id, endpoint_id }: GiftOwner,
  { from, to, totalCount }: { from: number; to: number; totalCount: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const rebuildIndexes =
      to - from < indexRebuildThreshold ? async () => {} : await dropIndexes(client)
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    await client.query(`${helpersSql}; ${partitionsSql}`)
    for (let first = from; first < to; first += rowsPerStatement) {
      await client.query('begin')
      await client.query(generateRowsSql, [
        first,
        totalCount,
        Math.min(to, first + rowsPerStatement) - 1,
      ])
      for (const statement of insertStatements) {
        const values = statement.includes('$2') ? [account_id, endpoint_id] : [account_id]
        await client.query(statement, values)
      }
      await client.query('commit')
    }
    await rebuildIndexes()
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Drops the secondary indexes of the largest tables. Returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text from pg_index i
      where i.indrelid in ('gifting.gift_request'::regclass, 'gifting.state_transition'::regclass) and not exists (
            select from pg_constraint where conindid = i.indexrelid)`,
  )
  await client.query('alter table gifting.gift_request drop constraint gift_request_reference_key')
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    await client.query(`set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2`)
    await client.query(
      'alter table gifting.gift_request add constraint gift_request_reference_key unique (reference)',
    )
    // the index definition of a partitioned table contains ONLY, which would leave out the partitions
    for (const { text } of rows) await client.query(text.replace(' ON ONLY ', ' ON '))
  }
}
