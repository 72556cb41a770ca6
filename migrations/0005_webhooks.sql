create schema webhooks;

-- Where an account wants its events sent. Never really deleted: deliveries and the log still name it.
create table webhooks.endpoint (
  account_id        uuid        not null references access.account,
  id                uuid        not null,
  url               text        not null,
  description       text        not null,
  events            text[]      not null, -- the event types it subscribes to
  payload_version   text        not null,
  enabled           boolean     not null,
  standard_webhooks boolean     not null, -- also sends the headers of Standard Webhooks
  generation        int         not null, -- rises with every change of URL or secret, and at every switch
  secret            bytea       not null, -- sealed
  previous_secret   bytea, -- sealed; signs beside the new one until previous_until
  previous_until    timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  deleted_at        timestamptz,
  primary key (account_id, id),
  unique (id)
);
select platform.wall_off('webhooks.endpoint');

-- What happened. One row for each event, whether somebody subscribes or not: it is also a feed.
create table webhooks.event (
  account_id uuid        not null,
  id         uuid        not null,
  type       text        not null,
  subject_id uuid        not null, -- the gift request
  created_at timestamptz not null,
  primary key (account_id, id)
) partition by range (id);
create index event_subject on webhooks.event (account_id, subject_id);
select platform.wall_off('webhooks.event');

-- The exact bytes that were true when the event happened: always those of the newest payload version,
-- and those of an older one when an endpoint wants it. Never written again, save to erase them.
create table webhooks.event_body (
  account_id      uuid  not null,
  event_id        uuid  not null,
  payload_version text  not null,
  body            bytea not null,
  primary key (account_id, event_id, payload_version)
) partition by range (event_id);
select platform.wall_off('webhooks.event_body');

-- One event on its way to one endpoint. Written once. While it is in the queue it has not ended; after
-- that it was delivered, unless it says that it was abandoned. So a success costs no further write here.
create table webhooks.delivery (
  account_id      uuid        not null,
  id              uuid        not null,
  event_id        uuid        not null,
  event_type      text        not null, -- the event itself is forgotten earlier
  endpoint_id     uuid        not null,
  payload_version text        not null, -- the endpoint's when the event happened
  replay_of       uuid, -- the delivery that a person sent again
  created_at      timestamptz not null,
  abandoned_at    timestamptz,
  primary key (account_id, id)
) partition by range (id);
create index delivery_event     on webhooks.delivery (account_id, event_id);
create index delivery_endpoint  on webhooks.delivery (account_id, endpoint_id, id);
create index delivery_abandoned on webhooks.delivery (account_id, id) where abandoned_at is not null;
select platform.wall_off('webhooks.delivery');

-- The hot table: only deliveries that have not ended. A row is small, and goes when its delivery ends.
--
-- No other index may begin with endpoint_id or id: after statistics were gathered while one endpoint
-- owned nearly all rows, the planner would walk that index and filter, seconds for each claim.
create table webhooks.delivery_queue (
  account_id      uuid        not null,
  endpoint_id     uuid        not null,
  id              uuid        not null,
  event_id        uuid        not null,
  event_type      text        not null,
  payload_version text        not null,
  state           smallint    not null default 0, -- 0 ready, 1 ready for a late attempt, 2 leased, 3 waits for next_at, 4 parked
  attempt         smallint    not null default 0, -- attempts begun
  next_at         timestamptz,
  lease_token     uuid, -- whoever claimed it; no other may settle it
  lease_until     timestamptz,
  primary key (account_id, endpoint_id, id)
) with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0.05
);
create index delivery_ready      on webhooks.delivery_queue (endpoint_id, id) where state = 0;
create index delivery_ready_late on webhooks.delivery_queue (endpoint_id, id) where state = 1;
create index delivery_leased     on webhooks.delivery_queue (lease_until)     where state = 2;
create index delivery_waiting    on webhooks.delivery_queue (next_at)         where state = 3;
create index delivery_parked     on webhooks.delivery_queue (endpoint_id, id) where state = 4;
select platform.wall_off('webhooks.delivery_queue');

-- Every attempt that was begun, and what became of it. Of the response, only its status is known.
create table webhooks.attempt (
  account_id  uuid        not null,
  delivery_id uuid        not null,
  number      smallint    not null,
  started_at  timestamptz, -- null when the worker was lost and did not come back to tell
  duration_ms int,
  outcome     text        not null check (outcome in ('ok', 'failed', 'unknown', 'late')), -- late: told after the lease was lost
  phase       text, -- how far it came: dns, connect, tls, sent, status
  status      smallint,
  error       text, -- a word of platform/outbound.ts
  address     text, -- the one connected to
  worker      text,
  primary key (account_id, delivery_id, number)
) partition by range (delivery_id);
select platform.wall_off('webhooks.attempt');

-- The net under the weeks: what falls between them is still stored.
create table webhooks.event_default      partition of webhooks.event      default;
create table webhooks.event_body_default partition of webhooks.event_body default;
create table webhooks.delivery_default   partition of webhooks.delivery   default;
create table webhooks.attempt_default    partition of webhooks.attempt    default;
alter table webhooks.event_default      enable row level security, force row level security;
alter table webhooks.event_body_default enable row level security, force row level security;
alter table webhooks.delivery_default   enable row level security, force row level security;
alter table webhooks.attempt_default    enable row level security, force row level security;

-- A new id of version 7 that belongs to the same millisecond as the id (or the floor of a moment) given.
create function webhooks.new_id(beside uuid)
returns uuid language sql volatile strict as $$
  select (left(beside::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid
$$;

-- The moment that an id of version 7 begins with.
create function webhooks.moment_of(id uuid)
returns timestamptz language sql immutable strict as $$
  select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$$;

-- Makes the partitions of this week and the weeks after it. What the net has caught in the meantime
-- (the service was away for a month) moves into partitions of its own. Needs a transaction that sees every
-- account. Only the owner of a table can give it partitions, so it works as its owner.
create function webhooks.prepare_weeks(moment timestamptz, weeks_ahead int)
returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  bare name;
  key name;
  week timestamptz;
  made int := 0;
  strays boolean;
begin
  for bare, key in values ('event', 'id'), ('event_body', 'event_id'), ('delivery', 'id'), ('attempt', 'delivery_id') loop
    execute format('select exists (select from webhooks.%I where tableoid = %L::regclass)', bare, 'webhooks.' || bare || '_default') into strays;
    if strays then
      execute format('lock table webhooks.%I in share row exclusive mode', bare);
      execute format('create temp table stray on commit drop as select * from webhooks.%I where tableoid = %L::regclass', bare, 'webhooks.' || bare || '_default');
      execute format('delete from webhooks.%I where tableoid = %L::regclass', bare, 'webhooks.' || bare || '_default');
      for week in execute format('select distinct date_trunc(''week'', webhooks.moment_of(%I), ''UTC'') from stray', key) loop
        -- An id from another age stays in the net; a week for each would help nobody.
        if week between moment - interval '1 year' and moment + interval '1 year' then
          made := made + platform.make_weeks(format('webhooks.%I', bare)::regclass, week, 0);
        end if;
      end loop;
    end if;
    made := made + platform.make_weeks(format('webhooks.%I', bare)::regclass, moment, weeks_ahead);
    if strays then
      execute format('insert into webhooks.%I select * from stray', bare);
      drop table stray;
    end if;
  end loop;
  return made;
end
$$;

-- Drops the weeks of a table that ended before the moment, but no week that something unfinished still
-- points to. Answers the names of what was dropped.
create function webhooks.drop_weeks(bare name, before timestamptz)
returns setof text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  part name;
  starts timestamptz;
  ends timestamptz;
  first_id uuid;
  next_id uuid;
begin
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = format('webhooks.%I', bare)::regclass and c.relname ~ '_\d{4}w\d{2}$' order by 1 loop
    starts := to_date(right(part, 7), 'IYYY"w"IW')::timestamp at time zone 'UTC';
    ends := starts + interval '7 days';
    exit when ends > before;
    first_id := platform.uuid_floor(starts);
    next_id := platform.uuid_floor(ends);
    continue when bare in ('event', 'event_body')
      and exists (select from webhooks.delivery_queue where event_id >= first_id and event_id < next_id);
    continue when bare in ('delivery', 'attempt')
      and exists (select from webhooks.delivery_queue where id >= first_id and id < next_id);
    execute format('drop table webhooks.%I', part);
    return next part;
  end loop;
end
$$;

select webhooks.prepare_weeks(now(), 4);
