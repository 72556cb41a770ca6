create schema webhooks;

-- The timestamp in a version 7 UUID.
create function webhooks.uuid_timestamp(id uuid)
returns timestamptz language sql immutable strict as $$
  select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$$;

-- A new id with the timestamp of another: its row lies in the same weekly partition.
create function webhooks.new_id(beside uuid)
returns uuid language sql strict as $$
  select (left(beside::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid
$$;

-- Creates the weekly partitions of the four partitioned tables, from the week of `at` on. Rows in a default
-- partition move to a partition of their week first, when that week is within a year of `at`.
create function webhooks.create_partitions(at timestamptz, weeks_ahead int)
returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  table_name name;
  key name;
  week timestamptz;
  created int := 0;
  has_default_rows boolean;
begin
  for table_name, key in values ('event', 'id'), ('event_body', 'event_id'), ('delivery', 'id'), ('attempt', 'delivery_id') loop
    execute format('select exists (select from webhooks.%I where tableoid = %L::regclass)', table_name, 'webhooks.' || table_name || '_default') into has_default_rows;
    if has_default_rows then
      execute format('lock table webhooks.%I in share row exclusive mode', table_name);
      execute format('create temp table default_row on commit drop as select * from webhooks.%I where tableoid = %L::regclass', table_name, 'webhooks.' || table_name || '_default');
      execute format('delete from webhooks.%I where tableoid = %L::regclass', table_name, 'webhooks.' || table_name || '_default');
      for week in execute format('select distinct date_trunc(''week'', webhooks.uuid_timestamp(%I), ''UTC'') from default_row', key) loop
        -- An id with a timestamp far away stays in the default partition: a partition for each would be wasted.
        if week between at - interval '1 year' and at + interval '1 year' then
          created := created + platform.create_weekly_partitions(format('webhooks.%I', table_name)::regclass, week, 0);
        end if;
      end loop;
    end if;
    created := created + platform.create_weekly_partitions(format('webhooks.%I', table_name)::regclass, at, weeks_ahead);
    if has_default_rows then
      execute format('insert into webhooks.%I select * from default_row', table_name);
      drop table default_row;
    end if;
  end loop;
  return created;
end
$$;

-- Drops the partitions of a table whose week ended before a timestamp, except weeks with unfinished
-- deliveries. Returns the names of the dropped partitions.
create function webhooks.drop_partitions(table_name name, before timestamptz)
returns setof text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  partition_name name;
  starts timestamptz;
  ends timestamptz;
  first_id uuid;
  next_id uuid;
begin
  for partition_name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = format('webhooks.%I', table_name)::regclass and c.relname ~ '_\d{4}w\d{2}$' order by 1 loop
    starts := to_date(right(partition_name, 7), 'IYYY"w"IW')::timestamp at time zone 'UTC';
    ends := starts + interval '7 days';
    exit when ends > before;
    first_id := platform.uuid_floor(starts);
    next_id := platform.uuid_floor(ends);
    continue when table_name in ('event', 'event_body')
      and exists (select from webhooks.delivery_queue where event_id >= first_id and event_id < next_id);
    continue when table_name in ('delivery', 'attempt')
      and exists (select from webhooks.delivery_queue where id >= first_id and id < next_id);
    execute format('drop table webhooks.%I', partition_name);
    return next partition_name;
  end loop;
end
$$;

create table webhooks.attempt (
  account_id  uuid not null,
  delivery_id uuid not null,
  number      smallint not null,
  started_at  timestamptz,
  duration_ms integer,
  outcome     text not null,
  phase       text,
  status      smallint,
  error       text,
  address     text,
  worker      text,
  constraint attempt_pkey primary key (account_id, delivery_id, number),
  constraint attempt_outcome_check check (outcome = any (array['ok', 'failed', 'unknown', 'late']))
) partition by range (delivery_id);
create index attempt_failed on webhooks.attempt (account_id, delivery_id) where (outcome <> 'ok');
select platform.enable_rls('webhooks.attempt');

create table webhooks.attempt_default partition of webhooks.attempt default;
alter table webhooks.attempt_default enable row level security;
alter table webhooks.attempt_default force row level security;

create table webhooks.delivery (
  account_id      uuid not null,
  id              uuid not null,
  event_id        uuid not null,
  event_type      text not null,
  endpoint_id     uuid not null,
  payload_version text not null,
  replay_of       uuid,
  created_at      timestamptz not null,
  abandoned_at    timestamptz,
  erased_at       timestamptz,
  is_test         boolean not null default false,
  constraint delivery_pkey primary key (account_id, id)
) partition by range (id);
create index delivery_abandoned on webhooks.delivery (account_id, id) where (abandoned_at is not null);
create index delivery_endpoint on webhooks.delivery (account_id, endpoint_id, id);
create index delivery_event on webhooks.delivery (account_id, event_id);
select platform.enable_rls('webhooks.delivery');

create table webhooks.delivery_default partition of webhooks.delivery default;
alter table webhooks.delivery_default enable row level security;
alter table webhooks.delivery_default force row level security;

create table webhooks.delivery_queue (
  account_id      uuid not null,
  endpoint_id     uuid not null,
  id              uuid not null,
  event_id        uuid not null,
  event_type      text not null,
  payload_version text not null,
  state           smallint not null default 0,
  attempt         smallint not null default 0,
  next_at         timestamptz,
  lease_token     uuid,
  constraint delivery_queue_pkey primary key (account_id, endpoint_id, id)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0, autovacuum_analyze_scale_factor=0.05, fillfactor=45);
create index delivery_parked on webhooks.delivery_queue (endpoint_id, id) where (state = 4);
create index delivery_ready on webhooks.delivery_queue (endpoint_id, id) where (state = 0);
create index delivery_ready_retry on webhooks.delivery_queue (endpoint_id, id) where (state = 1);
create index delivery_ready_slow on webhooks.delivery_queue (endpoint_id, id) where (state = 2);
create index delivery_waiting on webhooks.delivery_queue (next_at) where (state = 3);
select platform.enable_rls('webhooks.delivery_queue');

create table webhooks.endpoint (
  account_id        uuid not null,
  id                uuid not null,
  url               text not null,
  description       text not null,
  events            text[] not null,
  payload_version   text not null,
  enabled           boolean not null,
  standard_webhooks boolean not null,
  config_version    integer not null,
  secret            bytea not null,
  previous_secret   bytea,
  previous_until    timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  deleted_at        timestamptz,
  secret_rotated_at timestamptz,
  signing_error     text,
  constraint endpoint_pkey primary key (account_id, id),
  constraint endpoint_id_key unique (id),
  constraint endpoint_account_id_fkey foreign key (account_id) references access.account(id)
);
create index endpoint_signing_error on webhooks.endpoint (id) where (signing_error is not null);
select platform.enable_rls('webhooks.endpoint');

create table webhooks.event (
  account_id uuid not null,
  id         uuid not null,
  type       text not null,
  subject_id uuid not null,
  created_at timestamptz not null,
  erased_at  timestamptz,
  constraint event_pkey primary key (account_id, id)
) partition by range (id);
create index event_subject on webhooks.event (account_id, subject_id);
select platform.enable_rls('webhooks.event');

create table webhooks.event_body (
  account_id      uuid not null,
  event_id        uuid not null,
  payload_version text not null,
  body            bytea not null,
  constraint event_body_pkey primary key (account_id, event_id, payload_version)
) partition by range (event_id);
select platform.enable_rls('webhooks.event_body');

create table webhooks.event_body_default partition of webhooks.event_body default;
alter table webhooks.event_body_default enable row level security;
alter table webhooks.event_body_default force row level security;

create table webhooks.event_default partition of webhooks.event default;
alter table webhooks.event_default enable row level security;
alter table webhooks.event_default force row level security;

create table webhooks.lease (
  token        uuid not null,
  expires_at   timestamptz not null,
  endpoint_ids uuid[] not null,
  delivery_ids uuid[] not null,
  constraint lease_pkey primary key (token)
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
create index lease_expires_at on webhooks.lease (expires_at);
alter table webhooks.lease enable row level security;
alter table webhooks.lease force row level security;
create policy all_accounts on webhooks.lease for all to public
  using (current_setting('bestow.account', true) = '*');

create table webhooks.trace (
  account_id  uuid not null,
  event_id    uuid not null,
  traceparent text not null,
  constraint trace_pkey primary key (event_id, account_id)
);
select platform.enable_rls('webhooks.trace');

select webhooks.create_partitions(now(), 4);
