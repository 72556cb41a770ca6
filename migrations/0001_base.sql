-- The schema of the first release, one section for each module. Every later change is a migration of its own, from 0002 on.
-- A constraint, an index and a policy are below the table that they belong to.

-- Functions of the language SQL may name tables that are created below.
set local check_function_bodies = off;

-- platform ----------------------------------------------------------------------------------------

-- `migrate` has created this schema, and platform.migration in it.
create schema if not exists platform;

-- Turns on row-level security for a table: a transaction sees only the rows of its own account, or of
-- every account when it was opened with '*', which only the delivery engine, sign-in and the operator's
-- commands do. `force` applies the policy to the owner of the table too. `enable_rls` backs up the
-- account_id in the conditions of each query.
create function platform.enable_rls(target_table regclass, owner_column name default 'account_id')
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target_table);
  execute format('alter table %s force row level security', target_table);
  execute format(
    'create policy own_account on %s using (current_setting(''bestow.account'', true) in (''*'', %I::text))',
    target_table, owner_column);
end
$$;

-- The smallest version 7 UUID of an instant. The bounds of partitions are made of it. An id begins with 48 unsigned bits of
-- milliseconds since 1970 (RFC 9562, 5.7). An instant before 1970 has the smallest id, and an instant that is too late for
-- 48 bits has the largest.
create function platform.uuid_floor(at timestamptz)
returns uuid language sql immutable strict as $$
  select (lpad(to_hex(greatest(0, least(281474976710655, extract(epoch from at) * 1000))::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Creates the weekly partitions of a table whose key begins with a version 7 UUID: the week of `at` and
-- `weeks_ahead` weeks after it. Returns how many it created. Two processes can call it at the same time.
create function platform.create_weekly_partitions(parent regclass, at timestamptz, weeks_ahead int)
returns int language plpgsql as $$
declare
  start_of_week timestamptz;
  partition_name text;
  created int := 0;
  schema_name name;
  table_name name;
begin
  select n.nspname, c.relname into schema_name, table_name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = parent;
  perform pg_advisory_xact_lock(hashtextextended('bestow partitions ' || schema_name || '.' || table_name, 0));
  for n in 0..weeks_ahead loop
    start_of_week := date_trunc('week', at at time zone 'UTC') at time zone 'UTC' + make_interval(days => 7 * n);
    partition_name := table_name || '_' || to_char(start_of_week at time zone 'UTC', 'IYYY"w"IW');
    continue when to_regclass(format('%I.%I', schema_name, partition_name)) is not null;
    execute format('create table %I.%I partition of %s for values from (%L) to (%L)', schema_name, partition_name, parent,
      platform.uuid_floor(start_of_week), platform.uuid_floor(start_of_week + interval '7 days'));
    execute format('alter table %I.%I enable row level security', schema_name, partition_name);
    execute format('alter table %I.%I force row level security', schema_name, partition_name);
    created := created + 1;
  end loop;
  return created;
end
$$;

-- The timestamp in a version 7 UUID.
create function platform.uuid_timestamp(id uuid)
returns timestamptz language sql immutable strict as $$
  select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$$;

-- Locks the tables that a table references. A change of its partitions locks them too, after the table itself, and
-- writers lock them in the opposite order.
create function platform.lock_referenced_tables(target regclass, lock_mode text)
returns void language plpgsql as $$
declare
  referenced regclass;
begin
  for referenced in select distinct confrelid from pg_constraint where conrelid = target and contype = 'f' order by 1 loop
    execute format('lock table %s in %s mode', referenced, lock_mode);
  end loop;
end
$$;

-- Creates the monthly partition of a timestamp, unless it exists. The key of the table is a version 7 UUID. Rows of that
-- month in the default partition move to the new partition, which has the storage parameters of the default partition.
-- Returns whether the partition is new.
create function platform.create_monthly_partition(parent regclass, at timestamptz)
returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  month timestamp := date_trunc('month', at at time zone 'UTC');
  first_id uuid := platform.uuid_floor(month at time zone 'UTC');
  next_id uuid := platform.uuid_floor((month + interval '1 month') at time zone 'UTC');
  schema_name name;
  table_name name;
  key name;
  default_partition regclass;
  new_partition text;
  has_default_rows boolean;
  options text;
begin
  select n.nspname, c.relname, a.attname, p.partdefid into schema_name, table_name, key, default_partition
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0] where c.oid = parent;
  new_partition := format('%I.%I', schema_name, regexp_replace(table_name, '_next$', '') || to_char(month, '_YYYY"m"MM'));
  if to_regclass(new_partition) is not null then return false; end if;
  -- another process that creates partitions of this table also creates this one
  if not pg_try_advisory_xact_lock(hashtextextended('bestow partitions ' || schema_name || '.' || table_name, 0)) then
    return false;
  end if;
  if to_regclass(new_partition) is not null then return false; end if;
  perform platform.lock_referenced_tables(parent, 'share row exclusive');
  execute format('select exists (select from %s where %I >= %L and %I < %L)', default_partition, key, first_id, key, next_id)
    into has_default_rows;
  if has_default_rows then
    execute format('lock table %s in share row exclusive mode', parent);
    execute format('create temp table default_row on commit drop as select * from %s where %I >= %L and %I < %L', default_partition, key, first_id, key, next_id);
    -- the audit log rejects DELETE
    execute format('alter table %s disable trigger user', default_partition);
    execute format('delete from %s where %I >= %L and %I < %L', default_partition, key, first_id, key, next_id);
    execute format('alter table %s enable trigger user', default_partition);
  end if;
  execute format('create table %s partition of %s for values from (%L) to (%L)', new_partition, parent, first_id, next_id);
  select array_to_string(reloptions, ', ') into options from pg_class where oid = default_partition;
  if options is not null then execute format('alter table %s set (%s)', new_partition, options); end if;
  execute format('alter table %s enable row level security', new_partition);
  execute format('alter table %s force row level security', new_partition);
  if has_default_rows then
    execute format('insert into %s select * from default_row', parent);
    drop table default_row;
  end if;
  return true;
end
$$;

-- Creates the partitions of the month of `at` and of the months after it, and those of rows in the default partition
-- that are within ten years of `at`. Returns how many it created.
create function platform.create_monthly_partitions(parent regclass, at timestamptz, months_ahead int)
returns int language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  months timestamptz[];
  month timestamptz;
  key name;
  created int := 0;
begin
  select a.attname into key from pg_partitioned_table p
    join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0] where p.partrelid = parent;
  execute format('select array(select distinct date_trunc(''month'', platform.uuid_timestamp(%I), ''UTC'') from %s)',
    key, (select partdefid::regclass from pg_partitioned_table where partrelid = parent)) into months;
  foreach month in array months loop
    -- An id with a timestamp far away stays in the default partition: a partition for each would be wasted.
    if month between at - interval '10 years' and at + interval '10 years' and platform.create_monthly_partition(parent, month) then
      created := created + 1;
    end if;
  end loop;
  for n in 0..months_ahead loop
    if platform.create_monthly_partition(parent, (date_trunc('month', at at time zone 'UTC') + make_interval(months => n)) at time zone 'UTC') then
      created := created + 1;
    end if;
  end loop;
  return created;
end
$$;

-- Repeats a change of a table in `<name>_next`. The arguments of the trigger are the columns of the primary key.
create function platform.mirror_to_next()
returns trigger language plpgsql as $$
declare
  next_table text := format('%I.%I', tg_table_schema, tg_table_name || '_next');
begin
  if tg_op <> 'INSERT' then
    execute format('delete from %s where %s', next_table,
      (select string_agg(format('%1$I = ($1).%1$I', key), ' and ') from unnest(tg_argv) key)) using old;
  end if;
  if tg_op <> 'DELETE' then
    execute format('insert into %s select ($1).*', next_table) using new;
  end if;
  return null;
end
$$;

-- Copies the next rows of a table, in the order of its key. Returns how many; zero at the end of the table, and null
-- while another process copies them. A copied row stays locked until the commit, so that a concurrent change either
-- precedes the copy or is mirrored after it.
create function platform.backfill_step(target text, batch_rows int)
returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  progress platform.partition_backfill;
  keys text;
  key_texts text;
  descending text;
  cursor_values text;
  last_key text[];
  condition text;
  partition_key name;
  months timestamptz[];
  month timestamptz;
  copied bigint;
begin
  select * into progress from platform.partition_backfill where table_name = target for update skip locked;
  if not found then return null; end if;
  select string_agg(format('%I', key), ', ' order by n), string_agg(format('%I::text', key), ', ' order by n),
         string_agg(format('%I desc', key), ', ' order by n),
         string_agg(format('%%s[%s]::%s', n, format_type(a.atttypid, a.atttypmod)), ', ' order by n)
    into keys, key_texts, descending, cursor_values
    from unnest(progress.key_columns) with ordinality k (key, n)
    join pg_attribute a on a.attrelid = target::regclass and a.attname = key;
  condition := case when progress.copied_to is null then 'true' else
    format('(%s) > (%s)', keys, replace(cursor_values, '%s', format('(%L::text[])', progress.copied_to))) end;
  execute format('select array[%s] from (select %s from %s where %s order by %s limit %s) batch order by %s limit 1',
    key_texts, keys, target, condition, keys, batch_rows, descending) into last_key;
  if last_key is null then return 0; end if;
  condition := condition || format(' and (%s) <= (%s)', keys, replace(cursor_values, '%s', format('(%L::text[])', last_key)));
  select a.attname into partition_key from pg_partitioned_table p
    join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
   where p.partrelid = (target || '_next')::regclass;
  execute format('select array(select distinct date_trunc(''month'', platform.uuid_timestamp(%I), ''UTC'') from %s where %s)',
    partition_key, target, condition) into months;
  foreach month in array months loop
    if month between now() - interval '10 years' and now() + interval '10 years' then
      perform platform.create_monthly_partition((target || '_next')::regclass, month);
    end if;
  end loop;
  execute format('insert into %s select * from %s where %s for share on conflict do nothing', target || '_next', target, condition);
  get diagnostics copied = row_count;
  if progress.copy_also is not null then execute format(progress.copy_also, condition); end if;
  update platform.partition_backfill set copied_to = last_key, copied_rows = copied_rows + copied where table_name = target;
  return greatest(copied, 1);
end
$$;

-- Replaces a table with its copy: drops the table, and gives its name, its triggers and the names of its indexes and
-- constraints to the copy.
create function platform.finish_backfill(target text)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  old_table regclass := target::regclass;
  next_table regclass := (target || '_next')::regclass;
  schema_name name;
  base_name name;
  triggers text[];
  object record;
begin
  select n.nspname, c.relname into schema_name, base_name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = old_table;
  perform platform.lock_referenced_tables(old_table, 'access exclusive');
  execute format('lock table %s in access exclusive mode', old_table);
  triggers := array(select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = old_table and not tgisinternal and tgname not like 'backfill%' order by tgname);
  execute format('drop table %s', old_table);
  for object in select conname from pg_constraint
      where conrelid = next_table and strpos(conname, base_name || '_next') = 1 and contype not in ('p', 'u') loop
    execute format('alter table %s rename constraint %I to %I', next_table, object.conname,
      replace(object.conname, base_name || '_next', base_name));
  end loop;
  for object in select relname, relkind from pg_class c
      where relnamespace = schema_name::regnamespace and strpos(relname, base_name || '_next') = 1 and relkind in ('r', 'p', 'i', 'I') loop
    execute format('alter %s %I.%I rename to %I', case when object.relkind in ('r', 'p') then 'table' else 'index' end,
      schema_name, object.relname, replace(object.relname, base_name || '_next', base_name));
  end loop;
  for object in select unnest(triggers) as definition loop
    execute object.definition;
  end loop;
  delete from platform.partition_backfill where table_name = target;
end
$$;

-- Starts the copying of a table to `<name>_next`, which exists. Finishes it at once if the table has at most 20,000 rows.
create function platform.start_backfill(target text, key_columns text[], copy_also text default null)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  row_count bigint;
  next_table regclass := (target || '_next')::regclass;
begin
  execute format('create table %s_default partition of %s default', next_table, next_table);
  execute format('select platform.enable_rls(%L)', next_table || '_default');
  perform platform.create_monthly_partitions(next_table, now(), 1);
  execute format('create trigger backfill after insert or update or delete on %s for each row execute function platform.mirror_to_next(%s)',
    target, (select string_agg(quote_literal(key), ', ') from unnest(key_columns) key));
  insert into platform.partition_backfill (table_name, key_columns, copy_also) values (target, key_columns, copy_also);
  execute format('select count(*) from (select from %s limit 20001) counted', target) into row_count;
  if row_count > 20000 then return; end if;
  while platform.backfill_step(target, 5000) > 0 loop end loop;
  perform platform.finish_backfill(target);
end
$$;

-- Changes a history table in a later migration, and its copy if it exists. `%s` in the statement is the table:
--   select platform.change_history_table('mail.message', 'alter table %s add column channel text');
create function platform.change_history_table(target text, change text)
returns void language plpgsql as $$
begin
  execute replace(change, '%s', target);
  if to_regclass(target || '_next') is not null then
    execute replace(change, '%s', target || '_next');
  end if;
end
$$;

-- How much of a rate limit each process uses, written once a second for busy clients. Unlogged: a crash loses nothing that
-- matters after a second. The client '' is the whole account.
create unlogged table platform.rate_limit_usage (
  account_id  uuid not null,
  limit_name  text not null,
  client      text not null,
  node_id     uuid not null,
  requested   real not null,
  allowed     real not null,
  reported_at timestamptz not null,
  constraint rate_limit_usage_pkey primary key (account_id, limit_name, client, node_id)
);
select platform.enable_rls('platform.rate_limit_usage');

-- The tables whose rows are still copied to a partitioned table, `<name>_next`.
create table platform.partition_backfill (
  table_name  text not null,
  key_columns text[] not null,
  -- the key of the last copied row; null before the first
  copied_to   text[],
  copied_rows bigint not null default 0,
  -- a statement for each batch, with `%s` for the condition of its rows
  copy_also   text,
  constraint partition_backfill_pkey primary key (table_name)
);
alter table platform.partition_backfill enable row level security;
alter table platform.partition_backfill force row level security;
create policy all_accounts on platform.partition_backfill
  using (current_setting('bestow.account', true) = '*');

-- What each process reports about itself. Unlogged: processes report again within seconds.
create unlogged table platform.process_report (
  id          uuid not null,
  report      jsonb not null,
  started_at  timestamptz not null,
  reported_at timestamptz not null,
  constraint process_report_pkey primary key (id)
);
alter table platform.process_report enable row level security;
alter table platform.process_report force row level security;
create policy all_accounts on platform.process_report
  using (current_setting('bestow.account', true) = '*');

-- The backups that the command line has made.
create table platform.backup (
  id         uuid not null,
  created_at timestamptz not null,
  row_count  bigint not null,
  constraint backup_pkey primary key (id)
);
alter table platform.backup enable row level security;
alter table platform.backup force row level security;
create policy all_accounts on platform.backup
  using (current_setting('bestow.account', true) = '*');

-- access ------------------------------------------------------------------------------------------

create schema access;

-- For tables without an account: only transactions opened with '*' see their rows.
create function access.enable_internal_rls(target_table regclass)
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target_table);
  execute format('alter table %s force row level security', target_table);
  execute format('create policy sign_in on %s using (current_setting(''bestow.account'', true) = ''*'')', target_table);
end
$$;

-- The offset of an account's test clock, for other modules.
create function access.clock_offset_of(wanted_account uuid)
returns table (clock_offset interval) language sql stable as $$
  select a.clock_offset from access.account a where a.id = wanted_account
$$;

create function access.all_account_ids()
returns table (id uuid) language sql stable as $$
  select a.id from access.account a
$$;

create function access.reject_change()
returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end
$$;

-- The name and email address of the user who sends a gift, for other modules.
create function access.sender(wanted_account uuid, wanted_user uuid)
returns table (id uuid, name text, email text) language sql stable as $$
  select u.id, u.name, u.email from access.user u
   where u.account_id = wanted_account and u.id = wanted_user
$$;

create table access.account (
  id           uuid not null,
  name         text not null,
  tier         text not null,
  tenant       text not null,
  region       text not null,
  stage        text not null,
  clock_offset interval not null default '00:00:00'::interval,
  created_at   timestamptz not null,
  constraint account_pkey primary key (id),
  constraint account_tenant_key unique (tenant),
  constraint account_clock_offset_check check (clock_offset >= '00:00:00'::interval),
  constraint account_stage_check check (stage = any (array['staging', 'production'])),
  constraint account_tier_check check (tier = any (array['enterprise', 'on_demand']))
);
select platform.enable_rls('access.account', 'id');

create table access.agent_confirmation (
  account_id       uuid not null,
  id               uuid not null,
  token_id         uuid not null,
  action           text not null,
  sent             integer not null,
  gift_request_ids uuid[] not null,
  used_at          timestamptz not null,
  constraint agent_confirmation_pkey primary key (account_id, id),
  constraint agent_confirmation_account_id_fkey foreign key (account_id) references access.account(id),
  constraint agent_confirmation_sent_check check (sent >= 0)
);
create index agent_confirmation_day on access.agent_confirmation (account_id, used_at);
select platform.enable_rls('access.agent_confirmation');

create table access.api_token (
  account_id        uuid not null,
  id                uuid not null,
  name              text not null,
  token_hash        bytea not null,
  last_four         text not null,
  created_at        timestamptz not null,
  last_used_at      timestamptz,
  expired_at        timestamptz,
  -- What a token may do. '*' is full access: every scope except those that an admin grants by name.
  scopes            text[] not null default '{*}',
  -- When an API token ends by itself, and the addresses that may use it; none: every address. `reminded_days` is the last
  -- reminder of the expiry: so many days before it.
  expires_at        timestamptz,
  allowed_addresses text[] not null default '{}',
  reminded_days     integer,
  constraint api_token_pkey primary key (account_id, id),
  constraint api_token_token_hash_key unique (token_hash),
  constraint api_token_account_id_fkey foreign key (account_id) references access.account(id),
  constraint api_token_allowed_addresses_check check (cardinality(allowed_addresses) <= 50),
  constraint api_token_reminded_days_check check (reminded_days = any (array[1, 7])),
  constraint api_token_scopes_check check (cardinality(scopes) > 0)
);
create index api_token_reminders on access.api_token (account_id, expires_at)
  where ((expires_at is not null) and (expired_at is null) and (reminded_days is distinct from 1));
select platform.enable_rls('access.api_token');

create table access.agent_permission (
  account_id uuid not null,
  token_id   uuid not null,
  daily_cap  integer not null,
  granted_at timestamptz not null,
  constraint agent_permission_pkey primary key (account_id, token_id),
  constraint agent_permission_account_id_token_id_fkey foreign key (account_id, token_id) references access.api_token(account_id, id),
  constraint agent_permission_daily_cap_check check (daily_cap >= 1 and daily_cap <= 10000)
);
select platform.enable_rls('access.agent_permission');

create table access.sign_in_attempt (
  key_hash   bytea not null,
  count      integer not null,
  expires_at timestamptz not null,
  constraint sign_in_attempt_pkey primary key (key_hash)
);
create index sign_in_attempt_expiry on access.sign_in_attempt (expires_at);
select access.enable_internal_rls('access.sign_in_attempt');

create table access.audit_entry (
  account_id    uuid not null,
  id            uuid not null,
  at            timestamptz not null,
  actor_kind    text not null,
  actor_id      text,
  actor_name    text,
  actor_address text,
  action        text not null,
  subject_kind  text not null,
  subject_id    text not null,
  subject_name  text,
  details       jsonb not null,
  account_at    timestamptz,
  constraint audit_entry_pkey primary key (account_id, id),
  constraint audit_entry_account_id_fkey foreign key (account_id) references access.account(id),
  constraint audit_entry_actor_kind_check
    check (actor_kind = any (array['user', 'api_token', 'oauth_client', 'recipient', 'operator', 'system']))
) partition by range (id);
create index audit_entry_action on access.audit_entry (account_id, action, id);
create index audit_entry_actor on access.audit_entry (account_id, actor_id, id);
create index audit_entry_subject on access.audit_entry (account_id, subject_id, id);
select platform.enable_rls('access.audit_entry');
create trigger audit_entry_append_only before delete or update on access.audit_entry for each row execute function access.reject_change();
create trigger audit_entry_no_truncate before truncate on access.audit_entry for each statement execute function access.reject_change();

create table access.audit_entry_default partition of access.audit_entry default;
select platform.enable_rls('access.audit_entry_default');
select platform.create_monthly_partitions('access.audit_entry', now(), 1);

create table access.idempotency_key (
  account_id   uuid not null,
  key          text not null,
  fingerprint  bytea not null,
  status       integer not null,
  content_type text not null,
  body         bytea not null,
  created_at   timestamptz not null,
  constraint idempotency_key_pkey primary key (account_id, key),
  constraint idempotency_key_account_id_fkey foreign key (account_id) references access.account(id)
);
create index idempotency_key_age on access.idempotency_key (created_at);
select platform.enable_rls('access.idempotency_key');

create table access.oauth_client (
  account_id            uuid not null,
  id                    uuid not null,
  kind                  text not null,
  name                  text not null,
  secret_hash           bytea,
  api_key_hash          bytea not null,
  api_key_last_four     text not null,
  redirect_uris         text[] not null,
  created_at            timestamptz not null,
  last_issued_at        timestamptz,
  revoked_at            timestamptz,
  previous_secret_hash  bytea,
  previous_secret_until timestamptz,
  scopes                text[] not null default '{*}',
  -- A client that registered itself for /mcp (RFC 7591) has a row in each account whose admin allowed it. Its client_id
  -- contains the registration, so only the digest is stored.
  registration_hash     bytea,
  constraint oauth_client_pkey primary key (account_id, id),
  constraint oauth_client_id_key unique (id),
  constraint oauth_client_account_id_fkey foreign key (account_id) references access.account(id),
  constraint oauth_client_check check ((kind = 'private') = (secret_hash is not null)),
  constraint oauth_client_check1 check ((kind = 'public') = (cardinality(redirect_uris) > 0)),
  constraint oauth_client_check2 check (registration_hash is null or kind = 'public'),
  constraint oauth_client_kind_check check (kind = any (array['private', 'public'])),
  constraint oauth_client_scopes_check check (cardinality(scopes) > 0)
);
create index oauth_client_key on access.oauth_client (api_key_hash);
create unique index oauth_client_registration on access.oauth_client (account_id, registration_hash)
  where ((registration_hash is not null) and (revoked_at is null));
select platform.enable_rls('access.oauth_client');

create table access.user (
  account_id      uuid not null,
  id              uuid not null,
  email           text not null,
  email_key       text not null,
  name            text not null,
  role            text not null,
  password_hash   text,
  created_at      timestamptz not null,
  totp_encrypted  bytea,
  totp_enabled_at timestamptz,
  totp_last_step  bigint,
  removed_at      timestamptz,
  last_seen_at    timestamptz,
  -- Operators see the state of the installation, which belongs to no account. Only the command line grants this.
  is_operator     boolean not null default false,
  -- When a person proved to read the mail of the address: with a link that the service mailed, or the operator said so. An
  -- address without proof belongs to no one in particular, so several accounts can have a user with it.
  email_proven_at timestamptz,
  constraint user_pkey primary key (account_id, id),
  constraint user_account_id_fkey foreign key (account_id) references access.account(id),
  constraint user_role_check check (role = any (array['admin', 'sender', 'packer', 'viewer', 'developer']))
);
create unique index user_account_id_email_key_key on access.user (account_id, email_key);
create index user_email_key on access.user (email_key);
create unique index user_email_key_key on access.user (email_key) where (email_proven_at is not null);
select platform.enable_rls('access.user');

create table access.backup_code (
  account_id uuid not null,
  user_id    uuid not null,
  code_hash  bytea not null,
  constraint backup_code_pkey primary key (account_id, user_id, code_hash),
  constraint backup_code_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
select platform.enable_rls('access.backup_code');

create table access.dismissal (
  account_id uuid not null,
  user_id    uuid not null,
  key        text not null,
  created_at timestamptz not null,
  constraint dismissal_pkey primary key (account_id, user_id, key),
  constraint dismissal_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id) on delete cascade
);
select platform.enable_rls('access.dismissal');

create table access.invitation (
  account_id        uuid not null,
  id                uuid not null,
  email             text not null,
  email_key         text not null,
  name              text not null,
  role              text not null,
  token_hash        bytea not null,
  invited_by        uuid not null,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  -- The link that an admin can copy proves nothing about the address; the link in the email does.
  mailed_token_hash bytea,
  constraint invitation_pkey primary key (account_id, id),
  constraint invitation_account_id_email_key_key unique (account_id, email_key),
  constraint invitation_token_hash_key unique (token_hash),
  constraint invitation_account_id_fkey foreign key (account_id) references access.account(id),
  constraint invitation_account_id_invited_by_fkey foreign key (account_id, invited_by) references access.user(account_id, id),
  constraint invitation_role_check check (role = any (array['admin', 'sender', 'packer', 'viewer', 'developer']))
);
create unique index invitation_mailed_token_hash_key on access.invitation (mailed_token_hash);
select platform.enable_rls('access.invitation');

create table access.oauth_grant (
  account_id   uuid not null,
  id           uuid not null,
  client_id    uuid not null,
  user_id      uuid,
  created_at   timestamptz not null,
  revoked_at   timestamptz,
  scopes       text[] not null default '{*}',
  -- The resource that the tokens of a grant are for (RFC 8707), the redirect URI of a consent, and how many gifts agents
  -- with them may send in 24 hours; null if they may not send.
  audience     text not null default 'api',
  redirect_uri text,
  daily_cap    integer,
  constraint oauth_grant_pkey primary key (account_id, id),
  constraint oauth_grant_account_id_client_id_fkey foreign key (account_id, client_id) references access.oauth_client(account_id, id),
  constraint oauth_grant_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id),
  constraint oauth_grant_audience_check check (audience = any (array['api', 'mcp'])),
  constraint oauth_grant_check check (daily_cap is null or audience = 'mcp' and daily_cap >= 1 and daily_cap <= 10000),
  constraint oauth_grant_scopes_check check (cardinality(scopes) > 0)
);
create index oauth_grant_client on access.oauth_grant (account_id, client_id);
select platform.enable_rls('access.oauth_grant');

create table access.oauth_code (
  account_id     uuid not null,
  id             uuid not null,
  grant_id       uuid not null,
  code_hash      bytea not null,
  redirect_uri   text not null,
  code_challenge text not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  used_at        timestamptz,
  constraint oauth_code_pkey primary key (account_id, id),
  constraint oauth_code_code_hash_key unique (code_hash),
  constraint oauth_code_account_id_grant_id_fkey foreign key (account_id, grant_id)
    references access.oauth_grant(account_id, id) on delete cascade
);
create index oauth_code_grant on access.oauth_code (account_id, grant_id);
select platform.enable_rls('access.oauth_code');

create table access.oauth_token (
  account_id     uuid not null,
  id             uuid not null,
  grant_id       uuid not null,
  kind           text not null,
  token_hash     bytea not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  used_at        timestamptz,
  revoked_at     timestamptz,
  -- The scopes of an access token that was requested with fewer scopes than its grant has; null: those of the grant.
  scopes         text[],
  -- The pair of tokens that replaced a refresh token is derived from the refresh token and this salt, so that a client that
  -- lost the response gets the same pair again for half a minute. Neither column alone yields a token.
  successor_salt bytea,
  constraint oauth_token_pkey primary key (account_id, id),
  constraint oauth_token_token_hash_key unique (token_hash),
  constraint oauth_token_account_id_grant_id_fkey foreign key (account_id, grant_id)
    references access.oauth_grant(account_id, id) on delete cascade,
  constraint oauth_token_kind_check check (kind = any (array['access', 'refresh'])),
  constraint oauth_token_scopes_check check (cardinality(scopes) > 0)
);
create index oauth_token_expiry on access.oauth_token (expires_at);
create index oauth_token_grant on access.oauth_token (account_id, grant_id);
select platform.enable_rls('access.oauth_token');

create table access.passkey (
  account_id    uuid not null,
  id            uuid not null,
  user_id       uuid not null,
  credential_id text not null,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  name          text not null,
  is_synced     boolean not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  constraint passkey_pkey primary key (account_id, id),
  constraint passkey_credential_id_key unique (credential_id),
  constraint passkey_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
create index passkey_user on access.passkey (account_id, user_id);
select platform.enable_rls('access.passkey');

create table access.password_reset (
  account_id uuid not null,
  id         uuid not null,
  user_id    uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_reset_pkey primary key (account_id, id),
  constraint password_reset_token_hash_key unique (token_hash),
  constraint password_reset_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
create index password_reset_user on access.password_reset (account_id, user_id);
select platform.enable_rls('access.password_reset');

create table access.request_log (
  account_id  uuid not null,
  id          uuid not null,
  at          timestamptz not null,
  request_id  uuid not null,
  method      text not null,
  path        text not null,
  status      smallint not null,
  ms          integer not null,
  version     text,
  token_id    uuid,
  client_id   uuid,
  reason      text,
  errors      text[] not null,
  query       text[] not null default '{}',
  messages    text[] not null default '{}',
  idempotency text,
  user_agent  text,
  created_id  uuid,
  constraint request_log_pkey primary key (account_id, id)
);
create index request_log_age on access.request_log using brin (at);
create index request_log_failed on access.request_log (account_id, id) where (status >= 400);
create index request_log_request on access.request_log (account_id, request_id);
create index request_log_token on access.request_log (account_id, token_id, id) where (token_id is not null);
select platform.enable_rls('access.request_log');

create table access.saved_view (
  account_id uuid not null,
  id         uuid not null,
  user_id    uuid not null,
  list       text not null,
  name       text not null,
  query      text not null,
  created_at timestamptz not null,
  constraint saved_view_pkey primary key (account_id, id),
  constraint saved_view_account_id_user_id_list_name_key unique (account_id, user_id, list, name),
  constraint saved_view_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
select platform.enable_rls('access.saved_view');

create table access.session (
  account_id   uuid not null,
  id           uuid not null,
  user_id      uuid not null,
  token_hash   bytea not null,
  method       text not null,
  address      text not null,
  user_agent   text not null,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at   timestamptz not null,
  -- When the user of a session by single sign-on last confirmed their identity at the provider.
  confirmed_at timestamptz,
  constraint session_pkey primary key (account_id, id),
  constraint session_token_hash_key unique (token_hash),
  constraint session_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id),
  constraint session_method_check
    check (method = any (array['password', 'password_and_code', 'passkey', 'invitation', 'setup', 'single_sign_on']))
);
create index session_expiry on access.session (expires_at);
create index session_user_index on access.session (account_id, user_id);
select platform.enable_rls('access.session');

create table access.settings (
  account_id             uuid not null,
  brand_color            text,
  logo_url               text,
  sender_name            text,
  address_retention_days integer not null,
  updated_at             timestamptz not null,
  -- The language of the other texts of the catalogue; null: the language of each campaign.
  catalogue_language     text,
  -- How emails and pages address recipients, in languages with two forms. Null: as usual in each language; for a campaign:
  -- as the account does.
  tone                   text,
  constraint settings_pkey primary key (account_id),
  constraint settings_account_id_fkey foreign key (account_id) references access.account(id),
  constraint settings_address_retention_days_check check (address_retention_days >= 1 and address_retention_days <= 3650),
  constraint settings_brand_color_check check (brand_color ~ '^#[0-9a-f]{6}$'),
  constraint settings_catalogue_language_check check (catalogue_language ~ '^[a-z]{2}$'),
  constraint settings_tone_check check (tone = any (array['formal', 'informal']))
);
select platform.enable_rls('access.settings');

create table access.setup_code (
  code_hash  bytea not null,
  created_at timestamptz not null,
  constraint setup_code_pkey primary key (code_hash)
);
select access.enable_internal_rls('access.setup_code');

create table access.used_challenge (
  proof_hash bytea not null,
  expires_at timestamptz not null,
  constraint used_challenge_pkey primary key (proof_hash)
);
create index used_challenge_expiry on access.used_challenge (expires_at);
select access.enable_internal_rls('access.used_challenge');

create table access.token_usage (
  account_id uuid not null,
  token_id   uuid not null,
  minute     timestamptz not null,
  version    text not null,
  requests   integer not null,
  constraint token_usage_pkey primary key (account_id, token_id, minute, version)
) with (fillfactor=70);
create index token_usage_age on access.token_usage using brin (minute);
select platform.enable_rls('access.token_usage');

-- A new email address of a user that is not confirmed yet: at most one for each user.
create table access.email_change (
  account_id uuid not null,
  user_id    uuid not null,
  email      text not null,
  email_key  text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint email_change_pkey primary key (account_id, user_id),
  constraint email_change_token_hash_key unique (token_hash),
  constraint email_change_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
create index email_change_expiry on access.email_change (expires_at);
select platform.enable_rls('access.email_change');

-- The OpenID Connect provider of an account. `metadata` is its discovery document, as far as sign-in needs it.
create table access.single_sign_on_provider (
  account_id              uuid not null,
  id                      uuid not null,
  issuer                  text not null,
  client_id               text not null,
  client_secret_encrypted bytea not null,
  metadata                jsonb not null,
  is_required             boolean not null default false,
  tested_at               timestamptz,
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  constraint single_sign_on_provider_pkey primary key (account_id, id),
  constraint single_sign_on_provider_account_id_key unique (account_id),
  constraint single_sign_on_provider_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('access.single_sign_on_provider');

-- The subject of a member at the provider. The email address at the provider can change, the subject cannot.
create table access.single_sign_on_identity (
  account_id uuid not null,
  user_id    uuid not null,
  issuer     text not null,
  subject    text not null,
  created_at timestamptz not null,
  constraint single_sign_on_identity_pkey primary key (account_id, user_id),
  constraint single_sign_on_identity_subject_key unique (account_id, issuer, subject),
  constraint single_sign_on_identity_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
select platform.enable_rls('access.single_sign_on_identity');

-- An authorization request that waits for the response of the provider: the hashes of its state and of the cookie of its browser.
create table access.single_sign_on_request (
  account_id      uuid not null,
  state_hash      bytea not null,
  browser_hash    bytea not null,
  purpose         text not null,
  user_id         uuid,
  session_id      uuid,
  invitation_id   uuid,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  -- Whether the request to join began with the link in the email.
  is_email_proven boolean not null default false,
  constraint single_sign_on_request_pkey primary key (state_hash),
  constraint single_sign_on_request_account_id_fkey foreign key (account_id) references access.account(id),
  constraint single_sign_on_request_purpose_check check (purpose = any (array['sign_in', 'invitation', 'confirmation', 'test']))
);
create index single_sign_on_request_account on access.single_sign_on_request (account_id);
create index single_sign_on_request_expiry on access.single_sign_on_request (expires_at);
select platform.enable_rls('access.single_sign_on_request');

-- catalogue ---------------------------------------------------------------------------------------

create schema catalogue;

-- Counts the changes of an account's catalogue and campaigns, so that a reader can see that nothing changed.
create function catalogue.bump_revision()
returns trigger language plpgsql as $$
begin
  insert into catalogue.revision as r (account_id, number)
  values (coalesce(new.account_id, old.account_id), 1)
  on conflict (account_id) do update set number = r.number + 1;
  return null;
end
$$;

-- The variants that a campaign can offer: neither they nor their products are archived.
create function catalogue.available_variants(wanted_account uuid)
returns table (variant_id uuid) language sql stable as $$
  select v.id from catalogue.variant v
    join catalogue.product p on p.account_id = v.account_id and p.id = v.product_id
   where v.account_id = wanted_account and v.archived_at is null and p.archived_at is null
$$;

create function catalogue.revision_of(wanted_account uuid)
returns table (number bigint) language sql stable as $$
  select r.number from catalogue.revision r where r.account_id = wanted_account
$$;

create function catalogue.unit_cost_of(wanted_account uuid, wanted_variant uuid)
returns table (amount_minor integer, currency text) language sql stable as $$
  select v.unit_cost_minor, v.unit_cost_currency from catalogue.variant v
   where v.account_id = wanted_account and v.id = wanted_variant and v.unit_cost_minor is not null
$$;

create table catalogue.picture (
  account_id   uuid not null,
  name         text not null,
  content_type text not null,
  content      bytea not null,
  created_at   timestamptz not null,
  used_at      timestamptz,
  constraint picture_pkey primary key (account_id, name),
  constraint picture_account_id_fkey foreign key (account_id) references access.account(id),
  constraint picture_content_type_check check (content_type = any (array['image/png', 'image/jpeg', 'image/webp']))
);
create index picture_name on catalogue.picture (name);
create index picture_unused on catalogue.picture (created_at) where (used_at is null);
select platform.enable_rls('catalogue.picture');

create table catalogue.product (
  account_id          uuid not null,
  id                  uuid not null,
  name                text not null,
  description         text not null,
  kind                text not null,
  images              jsonb not null,
  archived_at         timestamptz,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  -- Where a product may go. `destinations` has ISO 3166-1 codes of countries (DE) and ISO 3166-2 codes of US states (US-CA).
  destination_mode    text not null default 'all',
  destinations        text[] not null default '{}',
  minimum_age         integer,
  -- A donation product is a charity; each of its variants is an amount.
  registration_number text,
  charity_url         text,
  -- The texts of products and variants in further languages:
  -- {"de": {"name": …, "description": …, "images": [{"url": …, "name": …}]}}. A variant has no description.
  translations        jsonb not null default '{}',
  -- What recipients read before they choose. `size_guide` is json, not jsonb, so that its members keep their order.
  size_guide          json,
  allergens           text[] not null default '{}',
  ingredients         text not null default '',
  constraint product_pkey primary key (account_id, id),
  constraint product_account_id_fkey foreign key (account_id) references access.account(id),
  constraint product_allergens_check check (cardinality(allergens) <= 14),
  constraint product_charity_check check (kind = 'donation' or registration_number is null and charity_url is null),
  constraint product_destination_mode_check check (destination_mode = any (array['all', 'allow', 'deny'])),
  constraint product_destinations_check check ((destination_mode = 'all') = (cardinality(destinations) = 0)),
  constraint product_ingredients_check check (length(ingredients) <= 2000),
  constraint product_kind_check check (kind = any (array['physical', 'digital', 'donation'])),
  constraint product_minimum_age_check check (minimum_age >= 1 and minimum_age <= 99),
  constraint product_size_guide_check check (json_typeof(size_guide) = 'object'),
  constraint product_translations_check check (jsonb_typeof(translations) = 'object')
);
create index product_name on catalogue.product (account_id, lower(name), id);
select platform.enable_rls('catalogue.product');
create trigger bump_revision after insert or delete or update on catalogue.product for each row execute function catalogue.bump_revision();

create table catalogue.revision (
  account_id uuid not null,
  number     bigint not null,
  constraint revision_pkey primary key (account_id),
  constraint revision_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('catalogue.revision');

create table catalogue.variant (
  account_id              uuid not null,
  id                      uuid not null,
  product_id              uuid not null,
  sku                     text not null,
  name                    text not null,
  images                  jsonb not null,
  "position"              integer not null,
  archived_at             timestamptz,
  -- What a carrier and the customs need to know. Null means unknown.
  weight_grams            integer,
  length_mm               integer,
  width_mm                integer,
  height_mm               integer,
  hs_code                 text,
  origin_country          text,
  declared_value_minor    integer,
  declared_value_currency text,
  -- What the sender gives to the charity, in the smallest unit of the currency, and how often recipients can choose it.
  donation_amount_minor   integer,
  donation_currency       text,
  donation_cap            integer,
  translations            jsonb not null default '{}',
  -- What one unit of a variant costs the sender, in the smallest unit of the currency. Null: unknown.
  unit_cost_minor         integer,
  unit_cost_currency      text,
  constraint variant_pkey primary key (account_id, id),
  constraint variant_account_id_sku_key unique (account_id, sku),
  constraint variant_account_id_fkey foreign key (account_id) references access.account(id),
  constraint variant_account_id_product_id_fkey foreign key (account_id, product_id) references catalogue.product(account_id, id),
  constraint variant_declared_value_check
    check (declared_value_minor >= 0 and (declared_value_minor is null) = (declared_value_currency is null)),
  constraint variant_donation_amount_minor_check check (donation_amount_minor > 0),
  constraint variant_donation_cap_check check (donation_cap > 0),
  constraint variant_donation_check check ((donation_amount_minor is null) = (donation_currency is null)),
  constraint variant_height_mm_check check (height_mm > 0),
  constraint variant_hs_code_check check (hs_code ~ '^[0-9]{6,10}$'),
  constraint variant_length_mm_check check (length_mm > 0),
  constraint variant_translations_check check (jsonb_typeof(translations) = 'object'),
  constraint variant_unit_cost_check check ((unit_cost_minor is null) = (unit_cost_currency is null)),
  constraint variant_unit_cost_minor_check check (unit_cost_minor >= 0),
  constraint variant_weight_grams_check check (weight_grams > 0),
  constraint variant_width_mm_check check (width_mm > 0)
);
create index variant_product on catalogue.variant (account_id, product_id, "position");
select platform.enable_rls('catalogue.variant');
create trigger bump_revision after insert or delete or update on catalogue.variant for each row execute function catalogue.bump_revision();

create table catalogue.warehouse (
  account_id  uuid not null,
  id          uuid not null,
  name        text not null,
  country     text not null,
  created_at  timestamptz not null,
  archived_at timestamptz,
  -- Where a warehouse ships from; null until an admin enters it.
  address     jsonb,
  constraint warehouse_pkey primary key (account_id, id),
  constraint warehouse_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('catalogue.warehouse');

create table catalogue.stock_level (
  account_id   uuid not null,
  variant_id   uuid not null,
  warehouse_id uuid not null,
  available    integer not null,
  constraint stock_level_pkey primary key (account_id, variant_id, warehouse_id),
  constraint stock_level_account_id_fkey foreign key (account_id) references access.account(id),
  constraint stock_level_account_id_variant_id_fkey foreign key (account_id, variant_id) references catalogue.variant(account_id, id),
  constraint stock_level_account_id_warehouse_id_fkey foreign key (account_id, warehouse_id) references catalogue.warehouse(account_id, id),
  constraint stock_level_available_check check (available >= 0)
);
select platform.enable_rls('catalogue.stock_level');

create table catalogue.reservation (
  account_id   uuid not null,
  holder_id    uuid not null,
  variant_id   uuid not null,
  warehouse_id uuid not null,
  quantity     integer not null,
  created_at   timestamptz not null,
  constraint reservation_pkey primary key (account_id, holder_id, variant_id, warehouse_id),
  constraint reservation_account_id_variant_id_warehouse_id_fkey foreign key (account_id, variant_id, warehouse_id)
    references catalogue.stock_level(account_id, variant_id, warehouse_id),
  constraint reservation_quantity_check check (quantity > 0)
);
select platform.enable_rls('catalogue.reservation');

-- The pictures that were loaded from other servers, by the SHA-256 of their URL. A URL is loaded once.
create table catalogue.picture_source (
  account_id uuid not null,
  url_digest bytea not null,
  name       text not null,
  created_at timestamptz not null,
  constraint picture_source_pkey primary key (account_id, url_digest),
  constraint picture_source_account_id_name_fkey foreign key (account_id, name)
    references catalogue.picture(account_id, name) on delete cascade
);
create index picture_source_picture on catalogue.picture_source (account_id, name);
select platform.enable_rls('catalogue.picture_source');

-- campaigns ---------------------------------------------------------------------------------------

create schema campaigns;

create function campaigns.get_invitation_method(wanted_account uuid, wanted_campaign uuid)
returns table (invitation_method text) language sql stable as $$
  select c.invitation_method from campaigns.campaign c
   where c.account_id = wanted_account and c.id = wanted_campaign
$$;

create table campaigns.campaign (
  account_id            uuid not null,
  id                    uuid not null,
  name                  text not null,
  description           text not null,
  archived_at           timestamptz,
  invitation_method     text not null,
  selection_mode        text not null,
  visible_at_redemption boolean not null,
  expires_after_days    integer not null,
  email_message         jsonb not null,
  theme                 jsonb not null,
  sender_id             uuid not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  locale                text not null default 'en',
  time_zone             text not null default 'UTC',
  reminders             jsonb not null
    default '{"quiet": {"to": "08:00", "from": "20:00"}, "after_days": [5, 21], "before_expiry_days": [3]}'::jsonb,
  -- How the rate of a label is chosen for the gifts of a campaign.
  rate_rule             jsonb not null default '{"kind": "cheapest"}'::jsonb,
  -- How many items a recipient may choose from the offering, each of another product. With selection mode 'all' it has no
  -- effect.
  max_choices           integer not null default 1,
  -- What happens when a gift of the campaign expires and its recipient did not redeem it; null: nothing.
  fallback_variant_id   uuid,
  -- The paper and the ribbon of the drawn gift on the pages of recipients.
  wrapping              jsonb not null default '{"paper": "dots", "ribbon": "cream"}'::jsonb,
  -- The texts of a campaign in further languages: {"de": {"subject": …, "body": …, "headline": …, "message": …}}.
  translations          jsonb not null default '{}',
  tone                  text,
  -- The cost centre that the gifts of a campaign are charged to, and how much its gifts may cost.
  cost_centre           text,
  budget_minor          bigint,
  budget_currency       text,
  budget_stops          boolean not null default false,
  constraint campaign_pkey primary key (account_id, id),
  constraint campaign_account_id_fallback_variant_id_fkey foreign key (account_id, fallback_variant_id)
    references catalogue.variant(account_id, id),
  constraint campaign_account_id_fkey foreign key (account_id) references access.account(id),
  constraint campaign_account_id_sender_id_fkey foreign key (account_id, sender_id) references access.user(account_id, id),
  constraint campaign_budget_check check ((budget_minor is null) = (budget_currency is null)),
  constraint campaign_budget_minor_check check (budget_minor > 0),
  constraint campaign_cost_centre_check check (length(cost_centre) >= 1 and length(cost_centre) <= 64),
  constraint campaign_expires_after_days_check check (expires_after_days >= 1 and expires_after_days <= 3650),
  constraint campaign_invitation_method_check
    check (invitation_method = any (array['email', 'gift_link', 'one_link', 'sender_provided_address'])),
  constraint campaign_max_choices_check check (max_choices >= 1 and max_choices <= 10),
  constraint campaign_selection_mode_check check (selection_mode = any (array['one', 'all'])),
  constraint campaign_tone_check check (tone = any (array['formal', 'informal'])),
  constraint campaign_translations_check check (jsonb_typeof(translations) = 'object')
);
create index campaign_name on campaigns.campaign (account_id, lower(name), id);
select platform.enable_rls('campaigns.campaign');
create trigger bump_revision after insert or delete or update on campaigns.campaign for each row execute function catalogue.bump_revision();

create table campaigns.campaign_variant (
  account_id  uuid not null,
  campaign_id uuid not null,
  variant_id  uuid not null,
  "position"  integer not null,
  constraint campaign_variant_pkey primary key (account_id, campaign_id, variant_id),
  constraint campaign_variant_account_id_campaign_id_fkey foreign key (account_id, campaign_id)
    references campaigns.campaign(account_id, id),
  constraint campaign_variant_account_id_fkey foreign key (account_id) references access.account(id),
  constraint campaign_variant_account_id_variant_id_fkey foreign key (account_id, variant_id) references catalogue.variant(account_id, id)
);
select platform.enable_rls('campaigns.campaign_variant');
create trigger bump_revision after insert or delete or update on campaigns.campaign_variant for each row execute function catalogue.bump_revision();

-- webhooks ----------------------------------------------------------------------------------------

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
    execute format('select exists (select from webhooks.%I)', table_name || '_default') into has_default_rows;
    if has_default_rows then
      execute format('lock table webhooks.%I in share row exclusive mode', table_name);
      execute format('create temp table default_row on commit drop as select * from webhooks.%I', table_name || '_default');
      execute format('delete from webhooks.%I', table_name || '_default');
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
  -- Milliseconds of the phases of an attempt; null for phases that did not end, and for a connection that was reused. The
  -- rest of the duration is the wait for the response.
  dns_ms      smallint,
  connect_ms  smallint,
  tls_ms      smallint,
  -- Why a TLS connection failed, and facts of the receiver's certificate.
  reason      text,
  detail      text,
  constraint attempt_pkey primary key (account_id, delivery_id, number),
  constraint attempt_outcome_check check (outcome = any (array['ok', 'failed', 'unknown', 'late']))
) partition by range (delivery_id);
create index attempt_failed on webhooks.attempt (account_id, delivery_id) where (outcome <> 'ok');
select platform.enable_rls('webhooks.attempt');

-- Only a policy of the default partition itself lets a query name it. A query of the whole table reads all partitions.
create table webhooks.attempt_default partition of webhooks.attempt default;
select platform.enable_rls('webhooks.attempt_default');

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
select platform.enable_rls('webhooks.delivery_default');

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
) with (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0,
  autovacuum_analyze_scale_factor=0.05, fillfactor=45);
create index delivery_parked on webhooks.delivery_queue (endpoint_id, id) where (state = 4);
create index delivery_ready on webhooks.delivery_queue (endpoint_id, id) where (state = 0);
create index delivery_ready_retry on webhooks.delivery_queue (endpoint_id, id) where (state = 1);
create index delivery_ready_slow on webhooks.delivery_queue (endpoint_id, id) where (state = 2);
create index delivery_waiting on webhooks.delivery_queue (next_at) where (state = 3);
select platform.enable_rls('webhooks.delivery_queue');

create table webhooks.endpoint (
  account_id                    uuid not null,
  id                            uuid not null,
  url                           text not null,
  description                   text not null,
  events                        text[] not null,
  payload_version               text not null,
  enabled                       boolean not null,
  standard_webhooks             boolean not null,
  config_version                integer not null,
  secret                        bytea not null,
  previous_secret               bytea,
  previous_until                timestamptz,
  created_at                    timestamptz not null,
  updated_at                    timestamptz not null,
  deleted_at                    timestamptz,
  secret_rotated_at             timestamptz,
  signing_error                 text,
  -- Whether the endpoint also receives the events about what needs attention.
  receives_attention            boolean not null default false,
  -- The settings of an endpoint for receivers behind gateways, rate limits and mutual TLS. Null: not used.
  -- Encrypted JSON: pairs of names and values. The names are also readable, because the web app shows them.
  headers                       bytea,
  header_names                  text[] not null default '{}',
  max_per_second                smallint,
  -- The encrypted Ed25519 key, and the one that also signs until `previous_key_until`.
  signing_key                   bytea,
  public_key                    text,
  previous_signing_key          bytea,
  previous_public_key           text,
  previous_key_until            timestamptz,
  -- PEM. Only the key of the client certificate is secret, and encrypted.
  ca                            text,
  ca_subject                    text,
  ca_expires_at                 timestamptz,
  client_certificate            text,
  client_certificate_subject    text,
  client_certificate_expires_at timestamptz,
  client_key                    bytea,
  constraint endpoint_pkey primary key (account_id, id),
  constraint endpoint_id_key unique (id),
  constraint endpoint_account_id_fkey foreign key (account_id) references access.account(id),
  constraint endpoint_client_key_check check ((client_certificate is null) = (client_key is null)),
  constraint endpoint_max_per_second_check check (max_per_second >= 1 and max_per_second <= 1000),
  constraint endpoint_signing_key_check check ((signing_key is null) = (public_key is null))
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

create table webhooks.event_default partition of webhooks.event default;
select platform.enable_rls('webhooks.event_default');

create table webhooks.event_body (
  account_id      uuid not null,
  event_id        uuid not null,
  payload_version text not null,
  body            bytea not null,
  constraint event_body_pkey primary key (account_id, event_id, payload_version)
) partition by range (event_id);
select platform.enable_rls('webhooks.event_body');

create table webhooks.event_body_default partition of webhooks.event_body default;
select platform.enable_rls('webhooks.event_body_default');

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
create policy all_accounts on webhooks.lease
  using (current_setting('bestow.account', true) = '*');

create table webhooks.trace (
  account_id  uuid not null,
  event_id    uuid not null,
  traceparent text not null,
  constraint trace_pkey primary key (event_id, account_id)
);
select platform.enable_rls('webhooks.trace');

-- When the next attempt of an endpoint with `max_per_second` may start. Every worker reserves its times here, so the
-- table is frequently updated and separate from the endpoint.
create table webhooks.endpoint_rate (
  account_id  uuid not null,
  endpoint_id uuid not null,
  next_at     timestamptz not null,
  constraint endpoint_rate_pkey primary key (account_id, endpoint_id)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
select platform.enable_rls('webhooks.endpoint_rate');

select webhooks.create_partitions(now(), 4);

-- gifting -----------------------------------------------------------------------------------------

create schema gifting;

-- The pairs of the metadata of gift requests, for the filters of the public API. A digest of 16 bytes stands for the
-- name and the value.
create function gifting.metadata_digest(name text, value text)
returns bytea language sql immutable strict as $$
  select substr(sha256(convert_to(length(name) || ':' || name || value, 'UTF8')), 1, 16)
$$;

create function gifting.save_metadata_pairs() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from gifting.metadata_pair p where p.account_id = new.account_id and p.gift_request_id = new.id;
  end if;
  insert into gifting.metadata_pair
  select new.account_id, gifting.metadata_digest(m.key, m.value), new.id
    from json_each_text(new.metadata::json) m
      on conflict do nothing;
  return null;
end
$$;

create table gifting.contact (
  account_id      uuid not null,
  id              uuid not null,
  email_key       text,
  thank_you_count integer not null default 0,
  created_at      timestamptz not null,
  erased_at       timestamptz,
  digest          bytea,
  domain_key      text collate "C",
  constraint contact_pkey primary key (account_id, id),
  constraint contact_account_id_email_key_key unique (account_id, email_key),
  constraint contact_check check ((email_key is null) = (erased_at is not null))
);
create index contact_digest on gifting.contact (account_id, digest) where (digest is not null);
create index contact_domain on gifting.contact (account_id, domain_key) where (domain_key is not null);
create index contact_thanked on gifting.contact (account_id, id) where (thank_you_count > 0);
select platform.enable_rls('gifting.contact');

create table gifting.offering (
  account_id uuid not null,
  digest     bytea not null,
  content    text not null,
  constraint offering_pkey primary key (account_id, digest),
  constraint offering_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('gifting.offering');

create table gifting.one_link (
  account_id             uuid not null,
  id                     uuid not null,
  campaign_id            uuid not null,
  campaign_name          text not null,
  quantity               integer not null,
  allowed_email_domains  text[] not null,
  code_digest            bytea not null,
  code                   bytea not null,
  expires_at             timestamptz not null,
  closed_at              timestamptz,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  -- The rules for claims.
  require_confirmation   boolean not null default true,
  require_approval       boolean not null default false,
  has_waiting_list       boolean not null default true,
  refuse_disposable      boolean not null default true,
  max_claims_per_address integer not null default 5,
  max_claims_per_network integer not null default 300,
  max_claims_per_device  integer not null default 10,
  -- A name that tells one-links of one campaign apart.
  name                   text,
  constraint one_link_pkey primary key (account_id, id),
  constraint one_link_code_digest_key unique (code_digest),
  constraint one_link_account_id_fkey foreign key (account_id) references access.account(id),
  constraint one_link_claim_limits_check check (
    max_claims_per_address between 1 and 100 and max_claims_per_network between 1 and 100000
    and max_claims_per_device between 1 and 10000),
  constraint one_link_name_check check (length(name) >= 1 and length(name) <= 200),
  constraint one_link_quantity_check check (quantity >= 1 and quantity <= 10000)
);
select platform.enable_rls('gifting.one_link');

create table gifting.gift_request (
  account_id        uuid not null,
  id                uuid not null,
  reference         text not null,
  state             text not null,
  status            text not null,
  version           integer not null,
  is_direct         boolean not null,
  campaign_id       uuid,
  campaign_name     text,
  sender_id         uuid not null,
  sender_name       text not null,
  sender_email      text not null,
  contact_id        uuid,
  email_key         text not null,
  first_name        text not null,
  last_name         text not null,
  email             text not null,
  address           bytea,
  offering          bytea,
  line_items        text,
  email_message     text not null,
  metadata          text not null,
  link_digest       bytea,
  link_code         bytea,
  send_at           timestamptz,
  expires_at        timestamptz not null,
  due_at            timestamptz,
  delivered_emitted boolean not null default false,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  one_link_id       uuid,
  claimed_until     timestamptz,
  remind_at         timestamptz,
  purged_at         timestamptz,
  country           text,
  sent_at           timestamptz,
  opened_at         timestamptz,
  redeemed_at       timestamptz,
  search_first      text not null default '' collate "C",
  search_last       text not null default '' collate "C",
  search_middle     text collate "C",
  search_final      text collate "C",
  due_failures      smallint not null default 0,
  -- The campaign's value at the creation of the gift request. A later change of the campaign does not change it.
  max_choices       integer not null default 1,
  -- The cost centre of the campaign when the gift request was created, and whether it reserves a part of a budget.
  cost_centre       text,
  has_budget        boolean not null default false,
  constraint gift_request_pkey primary key (account_id, id),
  constraint gift_request_reference_key unique (reference),
  constraint gift_request_account_id_contact_id_fkey foreign key (account_id, contact_id) references gifting.contact(account_id, id),
  constraint gift_request_account_id_one_link_id_fkey foreign key (account_id, one_link_id) references gifting.one_link(account_id, id),
  constraint gift_request_check check (contact_id is not null or email_key = '')
) with (fillfactor=80, autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_vacuum_scale_factor=0.1);
create index gift_request_account_due on gifting.gift_request (account_id, due_at) where (due_at is not null);
-- The gift requests in a state that can stall, in the order of their last change.
create index gift_request_attention on gifting.gift_request (account_id, state, updated_at, id)
  where (state = any (array['backordered', 'shipping_error', 'delivery_attempt_failed', 'ordered', 'in_transit', 'out_for_delivery']));
create index gift_request_campaign on gifting.gift_request (account_id, campaign_id, id);
create unique index gift_request_claim on gifting.gift_request (account_id, one_link_id, email_key)
  where ((one_link_id is not null) and (contact_id is not null) and (email_key <> ''));
create index gift_request_country on gifting.gift_request (account_id, country, id) where (country is not null);
create index gift_request_display_status on gifting.gift_request (account_id, (case when (state = 'expired') then state else status end), id)
  include (state, status)
  where ((one_link_id is null) or (sent_at is not null));
create index gift_request_due on gifting.gift_request (due_at) where (due_at is not null);
create index gift_request_expires on gifting.gift_request (account_id, expires_at, id) where (state = 'awaiting_recipient');
-- The admin list sorts gifts by their last change and skips the placeholders of one-links, of which there can be a million
-- between two gifts. Each gift request is in one of these two indexes: this one and gift_request_placeholder_updated.
create index gift_request_gift_updated on gifting.gift_request (account_id, updated_at, id)
  where ((one_link_id is null) or (sent_at is not null));
create unique index gift_request_link on gifting.gift_request (link_digest) where (link_digest is not null);
create index gift_request_mode on gifting.gift_request (account_id, is_direct, id);
create index gift_request_nameless on gifting.gift_request (account_id, id)
  where ((search_first = '') and (search_last = '') and ((one_link_id is null) or (sent_at is not null)));
create index gift_request_one_link on gifting.gift_request (account_id, one_link_id, id) where (one_link_id is not null);
create index gift_request_placeholder_updated on gifting.gift_request (account_id, updated_at, id)
  where ((one_link_id is not null) and (sent_at is null));
create index gift_request_purgeable on gifting.gift_request (account_id, updated_at)
  where ((purged_at is null) and (status = any (array['delivered', 'cancelled'])));
create index gift_request_recipient on gifting.gift_request (account_id, email_key, id);
-- Gifts to send in the next days.
create index gift_request_scheduled on gifting.gift_request (account_id, send_at, id) where (state = 'scheduled');
create index gift_request_search_final on gifting.gift_request (account_id, search_final, id)
  where (search_final is not null);
create index gift_request_search_last on gifting.gift_request (account_id, search_last, id);
create index gift_request_search_middle on gifting.gift_request (account_id, search_middle, id)
  where (search_middle is not null);
-- The order of names: first name, then last name. Gifts without a name come last, from an index of their own.
create index gift_request_search_name on gifting.gift_request (account_id, search_first, search_last, id);
create index gift_request_sender on gifting.gift_request (account_id, sender_id, id);
create index gift_request_sent on gifting.gift_request (account_id, id)
  include (campaign_id, sender_id, country, status, is_direct, sent_at, opened_at, redeemed_at, delivered_emitted)
  where (sent_at is not null);
create index gift_request_status on gifting.gift_request (account_id, status, id);
create index gift_request_unclaimed on gifting.gift_request (account_id, one_link_id, id) where (state = 'unclaimed');
alter table gifting.gift_request enable row level security;
alter table gifting.gift_request force row level security;
create policy own_account on gifting.gift_request
  using (account_id::text = current_setting('bestow.account', true) or current_setting('bestow.account', true) = '*');
create trigger metadata_pairs_of_changed after update of metadata on gifting.gift_request
  for each row when (new.metadata is distinct from old.metadata) execute function gifting.save_metadata_pairs();
create trigger metadata_pairs_of_new after insert on gifting.gift_request
  for each row when (new.metadata <> '{}') execute function gifting.save_metadata_pairs();

create table gifting.gift_request_variant (
  account_id      uuid not null,
  variant_id      uuid not null,
  gift_request_id uuid not null,
  name            text not null,
  constraint gift_request_variant_pkey primary key (account_id, variant_id, gift_request_id),
  constraint gift_request_variant_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id)
);
alter table gifting.gift_request_variant enable row level security;
alter table gifting.gift_request_variant force row level security;
create policy own_account on gifting.gift_request_variant
  using (account_id::text = current_setting('bestow.account', true) or current_setting('bestow.account', true) = '*');

create table gifting.fulfilment_outbox (
  account_id      uuid not null,
  gift_request_id uuid not null,
  kind            text not null,
  created_at      timestamptz not null,
  failures        smallint not null default 0,
  retry_at        timestamptz,
  constraint fulfilment_outbox_pkey primary key (account_id, gift_request_id),
  constraint fulfilment_outbox_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id),
  constraint fulfilment_outbox_kind_check check (kind = any (array['place_order', 'cancel_order']))
);
create index fulfilment_outbox_account on gifting.fulfilment_outbox (account_id, created_at);
select platform.enable_rls('gifting.fulfilment_outbox');

create table gifting.metadata_value (
  account_id      uuid not null,
  value_key       text not null collate "C",
  gift_request_id uuid not null,
  constraint metadata_value_pkey primary key (account_id, value_key, gift_request_id),
  constraint metadata_value_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id)
);
create index metadata_value_gift on gifting.metadata_value (account_id, gift_request_id);
alter table gifting.metadata_value enable row level security;
alter table gifting.metadata_value force row level security;
create policy own_account on gifting.metadata_value
  using (account_id::text = current_setting('bestow.account', true) or current_setting('bestow.account', true) = '*');

create table gifting.state_transition (
  account_id      uuid not null,
  gift_request_id uuid not null,
  number          integer not null,
  created_at      timestamptz not null,
  from_state      text,
  to_state        text not null,
  cause           text not null,
  events          text[] not null,
  constraint state_transition_pkey primary key (account_id, gift_request_id, number),
  constraint state_transition_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id)
) partition by range (gift_request_id);
create unique index state_transition_created_once on gifting.state_transition (account_id, gift_request_id)
  where ('gift_request_created' = any (events));
create unique index state_transition_delivered_once on gifting.state_transition (account_id, gift_request_id)
  where ('gift_request_delivered' = any (events));
select platform.enable_rls('gifting.state_transition');

create table gifting.state_transition_default partition of gifting.state_transition default;
select platform.enable_rls('gifting.state_transition_default');
select platform.create_monthly_partitions('gifting.state_transition', now(), 1);

create table gifting.past_link (
  account_id  uuid not null,
  link_digest bytea not null,
  status      text not null,
  ended_on    date not null,
  constraint past_link_pkey primary key (link_digest),
  constraint past_link_status_check check (status = any (array['delivered', 'cancelled']))
);
create index past_link_ended on gifting.past_link (account_id, ended_on);
select platform.enable_rls('gifting.past_link');

create table gifting.bulk_send_row (
  account_id      uuid not null,
  key             bytea not null,
  gift_request_id uuid not null,
  created_at      timestamptz not null,
  constraint bulk_send_row_pkey primary key (account_id, key),
  constraint bulk_send_row_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id) deferrable initially deferred
);
create index bulk_send_row_gift on gifting.bulk_send_row (account_id, gift_request_id);
select platform.enable_rls('gifting.bulk_send_row');

create table gifting.thank_you_note (
  account_id      uuid not null,
  gift_request_id uuid not null,
  text            text not null,
  written_at      timestamptz not null,
  changed_at      timestamptz,
  constraint thank_you_note_pkey primary key (account_id, gift_request_id),
  constraint thank_you_note_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id)
) partition by range (gift_request_id);
-- The list of all thank-you notes of an account, newest first.
create index thank_you_note_written on gifting.thank_you_note (account_id, written_at, gift_request_id);
select platform.enable_rls('gifting.thank_you_note');

create table gifting.thank_you_note_default partition of gifting.thank_you_note default;
select platform.enable_rls('gifting.thank_you_note_default');
select platform.create_monthly_partitions('gifting.thank_you_note', now(), 1);

create table gifting.redemption_session (
  account_id             uuid not null,
  gift_request_id        uuid not null,
  opened_at              timestamptz,
  chosen                 uuid[],
  locale                 text,
  declined_at            timestamptz,
  decline_reason         text,
  renewal_requested_at   timestamptz,
  renewal_message        text,
  confirmed_email_digest bytea,
  -- Of the confirmation that redeemed the gift. A second tap of the same button comes from the same browser.
  confirmation_digest    bytea,
  -- The recipient's statement about their age: when, and the age.
  age_confirmed_at       timestamptz,
  age_confirmed          integer,
  -- When the recipient stopped the reminders of the gift.
  reminders_stopped_at   timestamptz,
  -- The recipient's reaction to the gift, besides the note.
  reaction               text,
  reacted_at             timestamptz,
  constraint redemption_session_pkey primary key (account_id, gift_request_id),
  constraint redemption_session_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id),
  constraint redemption_session_reaction_check check (reaction = any (array['love', 'joy', 'wow', 'thanks', 'celebrate']))
);
create index redemption_session_declined on gifting.redemption_session (account_id, gift_request_id)
  where (declined_at is not null);
select platform.enable_rls('gifting.redemption_session');

-- The default of the account for new one-links.
create table gifting.claim_settings (
  account_id           uuid not null,
  require_confirmation boolean not null,
  constraint claim_settings_pkey primary key (account_id),
  constraint claim_settings_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('gifting.claim_settings');

-- One row for each mailbox that claims at a one-link. A row with `has_place` takes one of the unclaimed
-- placeholders; a claimed one has its own gift request.
create table gifting.one_link_claim (
  account_id      uuid not null,
  id              uuid not null,
  one_link_id     uuid not null,
  state           text not null,
  has_place       boolean not null,
  mailbox_digest  bytea not null,
  claimant        bytea,
  network_digest  bytea,
  gift_request_id uuid,
  email_ids       uuid[] not null default '{}',
  queued_at       timestamptz,
  until           timestamptz,
  due_at          timestamptz,
  created_at      timestamptz not null,
  constraint one_link_claim_pkey primary key (account_id, id),
  constraint one_link_claim_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id),
  constraint one_link_claim_account_id_one_link_id_fkey foreign key (account_id, one_link_id) references gifting.one_link(account_id, id),
  constraint one_link_claim_claimant_check check ((state = any (array['claimed', 'rejected'])) = (claimant is null)),
  constraint one_link_claim_gift_check check ((state = 'claimed') = (gift_request_id is not null)),
  constraint one_link_claim_place_check check (not has_place or (state = any (array['unconfirmed', 'offered', 'pending']))),
  constraint one_link_claim_state_check
    check (state = any (array['unconfirmed', 'listing', 'listed', 'offered', 'pending', 'claimed', 'rejected']))
);
create index one_link_claim_account_due on gifting.one_link_claim (account_id, due_at) where (due_at is not null);
create index one_link_claim_due on gifting.one_link_claim (due_at) where (due_at is not null);
create unique index one_link_claim_gift on gifting.one_link_claim (account_id, gift_request_id)
  where (gift_request_id is not null);
create unique index one_link_claim_mailbox on gifting.one_link_claim (account_id, one_link_id, mailbox_digest);
create index one_link_claim_state on gifting.one_link_claim (account_id, one_link_id, state, queued_at, id);
select platform.enable_rls('gifting.one_link_claim');

-- How many claims and emails an address, a network or a device has caused since the start of an hour or day.
create table gifting.claim_count (
  account_id  uuid not null,
  one_link_id uuid not null,
  kind        text not null,
  digest      bytea not null,
  since       timestamptz not null,
  count       integer not null,
  constraint claim_count_pkey primary key (account_id, one_link_id, kind, digest, since),
  constraint claim_count_kind_check check (kind = any (array['address', 'network', 'device', 'email', 'new_keys']))
);
create index claim_count_since on gifting.claim_count (since);
select platform.enable_rls('gifting.claim_count');

-- The key of one day for the digests of networks and devices. Without the key, nothing leads from a digest
-- back to an address.
create table gifting.claim_digest_key (
  account_id uuid not null,
  id         uuid not null,
  day        date not null,
  key        bytea not null,
  constraint claim_digest_key_pkey primary key (account_id, id),
  constraint claim_digest_key_account_id_day_key unique (account_id, day)
);
create index claim_digest_key_day on gifting.claim_digest_key (day);
select platform.enable_rls('gifting.claim_digest_key');

-- How many claims a one-link refused, by reason.
create table gifting.claim_refusal (
  account_id  uuid not null,
  one_link_id uuid not null,
  reason      text not null,
  count       integer not null,
  constraint claim_refusal_pkey primary key (account_id, one_link_id, reason),
  constraint claim_refusal_account_id_one_link_id_fkey foreign key (account_id, one_link_id) references gifting.one_link(account_id, id)
);
select platform.enable_rls('gifting.claim_refusal');

-- Addresses and domains that cannot claim from any one-link of the account.
create table gifting.denied_claimant (
  account_id uuid not null,
  id         uuid not null,
  kind       text not null,
  digest     bytea not null,
  entry      bytea not null,
  created_at timestamptz not null,
  constraint denied_claimant_pkey primary key (account_id, id),
  constraint denied_claimant_account_id_digest_key unique (account_id, digest),
  constraint denied_claimant_kind_check check (kind = any (array['address', 'domain']))
);
select platform.enable_rls('gifting.denied_claimant');

-- Changes that a recipient makes after the redemption and before the gift is packed. A change is pending while a bought
-- label is being cancelled; a pending change contains the new line items and the new address.
create table gifting.gift_change (
  account_id      uuid not null,
  id              uuid not null,
  gift_request_id uuid not null,
  state           text not null,
  changes_address boolean not null,
  old_items       text,
  new_items       text,
  line_items      text,
  address         bytea,
  requested_at    timestamptz not null,
  settled_at      timestamptz,
  constraint gift_change_pkey primary key (account_id, id),
  constraint gift_change_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id),
  constraint gift_change_content_check check (state = 'pending' or line_items is null and address is null),
  constraint gift_change_items_check check ((old_items is null) = (new_items is null)),
  constraint gift_change_settled_check check ((state = 'pending') = (settled_at is null)),
  constraint gift_change_state_check check (state = any (array['pending', 'applied', 'rejected']))
);
create index gift_change_gift on gifting.gift_change (account_id, gift_request_id, requested_at);
create unique index gift_change_pending on gifting.gift_change (account_id, gift_request_id) where (state = 'pending');
select platform.enable_rls('gifting.gift_change');

-- A gift request that was sent again, and the gift request that replaces it. The primary key allows one replacement.
create table gifting.reissued_gift (
  account_id      uuid not null,
  reissued_from   uuid not null,
  gift_request_id uuid not null,
  created_at      timestamptz not null,
  constraint reissued_gift_pkey primary key (account_id, reissued_from),
  constraint reissued_gift_account_id_gift_request_id_key unique (account_id, gift_request_id),
  constraint reissued_gift_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id),
  constraint reissued_gift_account_id_reissued_from_fkey foreign key (account_id, reissued_from)
    references gifting.gift_request(account_id, id)
);
select platform.enable_rls('gifting.reissued_gift');

create table gifting.metadata_pair (
  account_id      uuid not null,
  digest          bytea not null,
  gift_request_id uuid not null,
  constraint metadata_pair_pkey primary key (account_id, digest, gift_request_id),
  constraint metadata_pair_gift_request_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id)
);
create index metadata_pair_gift on gifting.metadata_pair (account_id, gift_request_id);
select platform.enable_rls('gifting.metadata_pair');

-- The key of a row of a batch, so that a repeated batch creates each gift request once. The digest hides the key, which
-- can be personal data. The fingerprint is the digest of the other members of the row.
create table gifting.batch_row (
  account_id      uuid not null,
  key_digest      bytea not null,
  fingerprint     bytea not null,
  gift_request_id uuid not null,
  created_at      timestamptz not null,
  constraint batch_row_pkey primary key (account_id, key_digest),
  constraint batch_row_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id) deferrable initially deferred
);
create index batch_row_gift on gifting.batch_row (account_id, gift_request_id);
select platform.enable_rls('gifting.batch_row');

-- A problem that the recipient reports after the order. The text is encrypted. The id is that of the form, so that a repeated
-- form inserts nothing.
create table gifting.problem_report (
  account_id      uuid not null,
  id              uuid not null,
  gift_request_id uuid not null,
  problem         text not null,
  state           text not null,
  encrypted_text  bytea not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  resolved_at     timestamptz,
  resolution      text,
  constraint problem_report_pkey primary key (account_id, id),
  constraint problem_report_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint problem_report_problem_check check (problem = any (array['late', 'damaged', 'wrong_item', 'missing_item', 'other'])),
  constraint problem_report_resolution_check check (resolution = any (array['replaced', 'closed'])),
  constraint problem_report_resolved
    check ((state = 'resolved') = (resolved_at is not null) and (resolved_at is null) = (resolution is null)),
  constraint problem_report_state_check check (state = any (array['open', 'answered', 'resolved']))
);
create index problem_report_gift on gifting.problem_report (account_id, gift_request_id, id);
-- The filter and the badges of the gift list.
create index problem_report_unresolved on gifting.problem_report (account_id, gift_request_id) where (state <> 'resolved');
select platform.enable_rls('gifting.problem_report');

-- An answer of the sender, which the recipient gets by email.
create table gifting.problem_answer (
  account_id     uuid not null,
  id             uuid not null,
  report_id      uuid not null,
  author         text not null,
  encrypted_text bytea not null,
  created_at     timestamptz not null,
  constraint problem_answer_pkey primary key (account_id, id),
  constraint problem_answer_report_id_fkey foreign key (account_id, report_id)
    references gifting.problem_report(account_id, id) on delete cascade
);
create index problem_answer_report on gifting.problem_answer (account_id, report_id, id);
select platform.enable_rls('gifting.problem_answer');

-- A photo of a report. Without a report it is a draft: the form had an error, and the photo waits for the next try.
create table gifting.problem_photo (
  account_id        uuid not null,
  id                uuid not null,
  gift_request_id   uuid not null,
  report_id         uuid,
  content_type      text not null,
  size              integer not null,
  width             integer not null,
  height            integer not null,
  encrypted_content bytea not null,
  created_at        timestamptz not null,
  constraint problem_photo_pkey primary key (account_id, id),
  constraint problem_photo_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint problem_photo_report_id_fkey foreign key (account_id, report_id)
    references gifting.problem_report(account_id, id) on delete cascade
);
alter table gifting.problem_photo alter column encrypted_content set storage external;
create index problem_photo_draft on gifting.problem_photo (created_at) where (report_id is null);
create index problem_photo_gift on gifting.problem_photo (account_id, gift_request_id, id);
create index problem_photo_report on gifting.problem_photo (account_id, report_id) where (report_id is not null);
select platform.enable_rls('gifting.problem_photo');

-- A list of gifts that a user of the web app sent at once. Until `undo_until` none of its gifts is sent.
create table gifting.bulk_send (
  account_id    uuid not null,
  id            uuid not null,
  -- chosen by the browser, so that a repeated request creates one bulk send
  draft_id      text not null,
  name          text not null,
  campaign_id   uuid,
  campaign_name text,
  sender_id     uuid not null,
  sender_name   text not null,
  undo_until    timestamptz not null,
  cancelled_at  timestamptz,
  created_at    timestamptz not null,
  constraint bulk_send_pkey primary key (account_id, id),
  constraint bulk_send_draft_key unique (account_id, sender_id, draft_id),
  constraint bulk_send_account_id_fkey foreign key (account_id) references access.account(id),
  constraint bulk_send_name_check check (length(name) >= 1 and length(name) <= 200)
);
select platform.enable_rls('gifting.bulk_send');

-- The gift requests of a bulk send. They remain when a recipient is erased, unlike gifting.bulk_send_row.
create table gifting.bulk_send_gift (
  account_id      uuid not null,
  bulk_send_id    uuid not null,
  gift_request_id uuid not null,
  constraint bulk_send_gift_pkey primary key (account_id, bulk_send_id, gift_request_id),
  constraint bulk_send_gift_bulk_send_id_fkey foreign key (account_id, bulk_send_id) references gifting.bulk_send(account_id, id),
  constraint bulk_send_gift_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id)
);
create index bulk_send_gift_gift on gifting.bulk_send_gift (account_id, gift_request_id);
select platform.enable_rls('gifting.bulk_send_gift');

-- The rows of a bulk send that became no gift. `email_digest` finds them when a recipient is erased.
create table gifting.bulk_send_failure (
  account_id    uuid not null,
  id            uuid not null,
  bulk_send_id  uuid not null,
  line          integer not null,
  email_digest  bytea not null,
  encrypted_row bytea not null,
  errors        json not null,
  created_at    timestamptz not null,
  constraint bulk_send_failure_pkey primary key (account_id, id),
  constraint bulk_send_failure_line_key unique (account_id, bulk_send_id, line),
  constraint bulk_send_failure_bulk_send_id_fkey foreign key (account_id, bulk_send_id) references gifting.bulk_send(account_id, id)
);
create index bulk_send_failure_created_at on gifting.bulk_send_failure (created_at);
create index bulk_send_failure_email on gifting.bulk_send_failure (account_id, email_digest);
select platform.enable_rls('gifting.bulk_send_failure');

-- Notes of the account's users about a recipient.
create table gifting.contact_note (
  account_id     uuid not null,
  id             uuid not null,
  contact_id     uuid not null,
  author_id      uuid not null,
  author_name    text not null,
  encrypted_text bytea not null,
  created_at     timestamptz not null,
  constraint contact_note_pkey primary key (account_id, id),
  constraint contact_note_contact_id_fkey foreign key (account_id, contact_id) references gifting.contact(account_id, id)
);
create index contact_note_contact on gifting.contact_note (account_id, contact_id, id);
select platform.enable_rls('gifting.contact_note');

-- Which sends of users who are not admins need the approval of an admin. Without a row: none.
create table gifting.approval_rule (
  account_id        uuid not null,
  mode              text not null,
  max_gifts         integer,
  max_cost_minor    bigint,
  max_cost_currency text,
  constraint approval_rule_pkey primary key (account_id),
  constraint approval_rule_account_id_fkey foreign key (account_id) references access.account(id),
  constraint approval_rule_max_cost_check check ((max_cost_minor is null) = (max_cost_currency is null)),
  constraint approval_rule_max_cost_minor_check check (max_cost_minor > 0),
  constraint approval_rule_max_gifts_check check (max_gifts > 0),
  constraint approval_rule_mode_check check (mode = any (array['off', 'all', 'limits']))
);
select platform.enable_rls('gifting.approval_rule');

-- What a user sent without approval while a rule was set. `id` is the bulk send, the one-link, or the gift request.
create table gifting.unapproved_use (
  account_id    uuid not null,
  id            uuid not null,
  user_id       uuid not null,
  gifts         integer not null,
  cost_minor    bigint not null,
  cost_currency text,
  created_at    timestamptz not null,
  constraint unapproved_use_pkey primary key (account_id, id)
);
create index unapproved_use_created_at on gifting.unapproved_use (created_at);
create index unapproved_use_user on gifting.unapproved_use (account_id, user_id, created_at);
select platform.enable_rls('gifting.unapproved_use');

-- A bulk send that needs approval. `id` is the bulk send. `due_at` is by the real clock: when a send that awaits approval
-- expires, or when gifts of an approved one are created next; null otherwise.
create table gifting.send_approval (
  account_id        uuid not null,
  id                uuid not null,
  state             text not null,
  encrypted_content bytea,
  gifts             integer not null,
  submitted_at      timestamptz,
  expires_at        timestamptz,
  ended_at          timestamptz,
  decided_by        uuid,
  decided_by_name   text,
  reason            text,
  due_at            timestamptz,
  created_at        timestamptz not null,
  constraint send_approval_pkey primary key (account_id, id),
  constraint send_approval_id_fkey foreign key (account_id, id) references gifting.bulk_send(account_id, id),
  constraint send_approval_reason_check check (length(reason) <= 2000),
  constraint send_approval_state_check check (state = any (array['preparing', 'awaiting', 'approved', 'rejected', 'withdrawn', 'expired']))
);
create index send_approval_awaiting on gifting.send_approval (account_id, id) where (state = 'awaiting');
create index send_approval_content on gifting.send_approval (created_at)
  where ((encrypted_content is not null) and (due_at is null));
create index send_approval_due on gifting.send_approval (due_at) where (due_at is not null);
select platform.enable_rls('gifting.send_approval');

-- The rows of a bulk send that needs approval, until they become gifts. `email_digest` finds them when a recipient is erased.
create table gifting.send_approval_row (
  account_id    uuid not null,
  id            uuid not null,
  bulk_send_id  uuid not null,
  line          integer not null,
  email_digest  bytea not null,
  encrypted_row bytea not null,
  created_at    timestamptz not null,
  constraint send_approval_row_pkey primary key (account_id, id),
  constraint send_approval_row_line_key unique (account_id, bulk_send_id, line),
  constraint send_approval_row_bulk_send_id_fkey foreign key (account_id, bulk_send_id) references gifting.send_approval(account_id, id)
);
create index send_approval_row_email on gifting.send_approval_row (account_id, email_digest);
select platform.enable_rls('gifting.send_approval_row');

-- An action of a user on many gift requests, which a loop processes in batches. `due_at` is when the next batch is processed,
-- null after the end. All times are by the real clock.
create table gifting.bulk_action (
  account_id        uuid not null,
  id                uuid not null,
  -- chosen by the browser, so that a repeated request starts one action
  request_id        text not null,
  kind              text not null,
  -- of an extension
  days              integer,
  -- the extension that this action undoes
  undo_of           uuid,
  requested_by      uuid not null,
  requested_by_name text not null,
  state             text not null,
  gifts             integer not null,
  done              integer not null,
  rejected          integer not null,
  stop_reason       text,
  stopped_by_name   text,
  created_at        timestamptz not null,
  ended_at          timestamptz,
  due_at            timestamptz,
  due_failures      integer not null,
  constraint bulk_action_pkey primary key (account_id, id),
  constraint bulk_action_request_key unique (account_id, requested_by, request_id),
  constraint bulk_action_account_id_fkey foreign key (account_id) references access.account(id),
  constraint bulk_action_days_check check ((kind = 'extend') = (days is not null)),
  constraint bulk_action_due_at_check check ((state = 'running') = (due_at is not null)),
  constraint bulk_action_kind_check check (kind = any (array['remind', 'extend', 'send_again', 'cancel', 'restore_expiry'])),
  constraint bulk_action_state_check check (state = any (array['running', 'stopped', 'finished'])),
  constraint bulk_action_stop_reason_check check (stop_reason = any (array['user', 'role'])),
  constraint bulk_action_undo_of_check check ((kind = 'restore_expiry') = (undo_of is not null))
);
create index bulk_action_due on gifting.bulk_action (due_at) where (due_at is not null);
create index bulk_action_ended_at on gifting.bulk_action (ended_at) where (ended_at is not null);
create index bulk_action_running on gifting.bulk_action (account_id, id) where (state = 'running');
create unique index bulk_action_undo on gifting.bulk_action (account_id, undo_of) where (undo_of is not null);
select platform.enable_rls('gifting.bulk_action');

-- The gift requests that were selected at the start of an action. `result` is null until a gift request is processed. The
-- expiry before and after an extension is for its undo. A foreign key to the gift request would lock every selected one, and gift
-- requests are never deleted.
create table gifting.bulk_action_gift (
  account_id      uuid not null,
  bulk_action_id  uuid not null,
  gift_request_id uuid not null,
  result          text,
  reason_code     text,
  reason          text,
  expires_before  timestamptz,
  expires_after   timestamptz,
  constraint bulk_action_gift_pkey primary key (account_id, bulk_action_id, gift_request_id),
  constraint bulk_action_gift_bulk_action_id_fkey foreign key (account_id, bulk_action_id) references gifting.bulk_action(account_id, id),
  constraint bulk_action_gift_reason_check check ((result = 'rejected') = (reason is not null) and length(reason) <= 500),
  constraint bulk_action_gift_result_check check (result = any (array['done', 'rejected']))
);
create index bulk_action_gift_pending on gifting.bulk_action_gift (account_id, bulk_action_id, gift_request_id)
  where (result is null);
create index bulk_action_gift_rejected on gifting.bulk_action_gift (account_id, bulk_action_id, gift_request_id)
  where (result = 'rejected');
select platform.enable_rls('gifting.bulk_action_gift');

-- mail --------------------------------------------------------------------------------------------

create schema mail;

create table mail.bounced_address (
  account_id uuid not null,
  to_digest  bytea not null,
  reason     text not null,
  bounced_at timestamptz not null,
  constraint bounced_address_pkey primary key (account_id, to_digest)
);
select platform.enable_rls('mail.bounced_address');

create table mail.admin_alert (
  account_id uuid not null,
  subject    text not null,
  sent_at    timestamptz not null,
  constraint admin_alert_pkey primary key (account_id, subject)
);
select platform.enable_rls('mail.admin_alert');

create table mail.message (
  account_id        uuid not null,
  id                uuid not null,
  kind              text not null,
  gift_request_id   uuid,
  campaign_id       uuid,
  dedup_key         text,
  priority          smallint not null,
  locale            text,
  to_digest         bytea not null,
  encrypted_payload bytea,
  code              text not null,
  state             text not null,
  attempts          integer not null default 0,
  due_at            timestamptz,
  error             text,
  created_at        timestamptz not null,
  sent_at           timestamptz,
  ended_at          timestamptz,
  channel           text not null default 'email',
  constraint message_pkey primary key (account_id, id),
  constraint message_channel_check check (channel = any (array['email', 'sms'])),
  constraint message_check check ((state = 'queued') = (due_at is not null)),
  constraint message_check1 check (state <> 'queued' or encrypted_payload is not null),
  constraint message_state_check check (state = any (array['queued', 'sent', 'bounced', 'failed', 'suppressed']))
) partition by range (id);
-- A digest names several recipients, so the erasure of one of them erases the stored digests.
create index message_digest on mail.message (account_id)
  where ((kind = 'attention_digest') and (encrypted_payload is not null));
create index message_due_by_account on mail.message (account_id, priority, due_at) where (state = 'queued');
create index message_gift on mail.message (account_id, gift_request_id, id) where (gift_request_id is not null);
create index message_to on mail.message (account_id, to_digest, id);
create index message_unpurged on mail.message (ended_at) where ((ended_at is not null) and (encrypted_payload is not null));
select platform.enable_rls('mail.message');

-- A row is updated when the email is claimed and when it is sent. With free space, the new version is on the same page, and
-- WAL contains the changed columns instead of the row with its encrypted payload. Partitions get the same parameter.
create table mail.message_default partition of mail.message default with (fillfactor=75);
select platform.enable_rls('mail.message_default');
select platform.create_monthly_partitions('mail.message', now(), 1);

create table mail.recipient_locale (
  account_id      uuid not null,
  gift_request_id uuid not null,
  locale          text not null,
  constraint recipient_locale_pkey primary key (account_id, gift_request_id)
);
select platform.enable_rls('mail.recipient_locale');

-- A unique index of a partitioned table contains its key, so that the keys of emails have a table of their own.
create table mail.dedup_key (
  account_id      uuid not null,
  gift_request_id uuid not null,
  dedup_key       text not null,
  message_id      uuid not null,
  constraint dedup_key_pkey primary key (account_id, gift_request_id, dedup_key)
) partition by range (gift_request_id);
select platform.enable_rls('mail.dedup_key');

create table mail.dedup_key_default partition of mail.dedup_key default;
select platform.enable_rls('mail.dedup_key_default');
select platform.create_monthly_partitions('mail.dedup_key', now(), 1);

-- The phone number of the recipient of a gift request; `id` is the id of the gift request.
create table mail.recipient_phone (
  account_id      uuid not null,
  id              uuid not null,
  encrypted_phone bytea not null,
  phone_digest    bytea not null,
  constraint recipient_phone_pkey primary key (account_id, id)
);
-- Finds the accounts that have a number which replies STOP.
create index recipient_phone_digest on mail.recipient_phone (phone_digest);
select platform.enable_rls('mail.recipient_phone');

-- Which text messages an account sends in addition to invitations and reminders. An account without a row sends none.
create table mail.sms_setting (
  account_id uuid not null,
  kinds      text[] not null,
  constraint sms_setting_pkey primary key (account_id)
);
select platform.enable_rls('mail.sms_setting');

-- Recipients who asked a sender for no more campaign emails, by the SHA-256 of their address.
create table mail.opted_out_address (
  account_id uuid not null,
  to_digest  bytea not null,
  set_by     text not null,
  created_at timestamptz not null,
  constraint opted_out_address_pkey primary key (account_id, to_digest)
);
select platform.enable_rls('mail.opted_out_address');

-- How many text messages an account has sent on a day: to one number, and with an empty digest to all numbers.
create table mail.text_usage (
  account_id   uuid not null,
  day          date not null,
  phone_digest bytea not null,
  sent         integer not null,
  constraint text_usage_pkey primary key (account_id, day, phone_digest)
);
create index text_usage_day on mail.text_usage (day);
select platform.enable_rls('mail.text_usage');

-- fulfilment --------------------------------------------------------------------------------------

create schema fulfilment;

-- The gift requests of the parcels in a state: a gift request with two such parcels occurs twice.
create function fulfilment.gift_requests_by_parcel_state(wanted_account uuid, wanted_state text)
returns table (gift_request_id uuid) language sql stable as $$
  select p.gift_request_id from fulfilment.parcel p
   where p.account_id = wanted_account and p.state = wanted_state
$$;

create table fulfilment.shipping_order (
  account_id      uuid not null,
  gift_request_id uuid not null,
  created_at      timestamptz not null,
  cancelled_at    timestamptz,
  constraint shipping_order_pkey primary key (account_id, gift_request_id),
  constraint shipping_order_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id)
);
select platform.enable_rls('fulfilment.shipping_order');

create table fulfilment.parcel (
  account_id           uuid not null,
  id                   uuid not null,
  gift_request_id      uuid not null,
  number               integer not null,
  label_attempt        integer not null default 1,
  state                text not null,
  has_left             boolean not null default false,
  replaces             uuid,
  warehouse_id         uuid,
  carrier              text not null,
  carrier_ref          text,
  carrier_name         text,
  tracking_code        text,
  tracking_url         text,
  label_url            text,
  estimated_at         timestamptz,
  problem_reason       text,
  problem_remedy       text,
  pending_action       text,
  attempts             integer not null default 0,
  due_at               timestamptz,
  leased_until         timestamptz,
  scenario             text,
  simulated_steps      integer not null default 0,
  next_simulated_at    timestamptz,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  -- The highest minimum age of the lines when the parcel was created: an adult signs for it.
  minimum_age          integer,
  -- The station has replaced the parcel by others before it left. It has no lines, and its label is refunded.
  is_retired           boolean not null default false,
  -- The price of the label that was bought; null without one, and with carriers that report none.
  label_price_minor    integer,
  label_price_currency text,
  constraint parcel_pkey primary key (account_id, id),
  constraint parcel_account_id_gift_request_id_number_key unique (account_id, gift_request_id, number),
  constraint parcel_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references fulfilment.shipping_order(account_id, gift_request_id),
  constraint parcel_pending_action_check check (pending_action = any (array['place', 'cancel', 'relabel']))
);
create index parcel_backordered on fulfilment.parcel (account_id, created_at)
  where ((state = 'waiting') and (pending_action is null));
create unique index parcel_carrier_ref on fulfilment.parcel (carrier, carrier_ref) where (carrier_ref is not null);
create index parcel_due_by_account on fulfilment.parcel (account_id, due_at) where (pending_action is not null);
-- The parcels that did not arrive, for the overview.
create index parcel_failed on fulfilment.parcel (account_id, updated_at) where (state = any (array['lost', 'returned']));
create index parcel_simulation_by_account on fulfilment.parcel (account_id, next_simulated_at)
  where (next_simulated_at is not null);
create index parcel_state on fulfilment.parcel (account_id, state, gift_request_id);
-- The queue of the packing station, oldest first, for all warehouses and for one. The predicate equals `isToPackSql`.
create index parcel_to_pack on fulfilment.parcel (account_id, created_at, id)
  where ((state = 'ordered') and (not has_left) and (pending_action is null) and (problem_reason is null));
create index parcel_to_pack_by_warehouse on fulfilment.parcel (account_id, warehouse_id, created_at, id)
  where ((state = 'ordered') and (not has_left) and (pending_action is null) and (problem_reason is null));
select platform.enable_rls('fulfilment.parcel');

create table fulfilment.parcel_line (
  account_id   uuid not null,
  parcel_id    uuid not null,
  line_item_id uuid not null,
  variant_id   uuid not null,
  sku          text not null,
  name         text not null,
  quantity     integer not null,
  constraint parcel_line_pkey primary key (account_id, parcel_id, line_item_id),
  constraint parcel_line_account_id_parcel_id_fkey foreign key (account_id, parcel_id)
    references fulfilment.parcel(account_id, id) on delete cascade,
  constraint parcel_line_quantity_check check (quantity > 0)
);
select platform.enable_rls('fulfilment.parcel_line');

create table fulfilment.scan (
  account_id  uuid not null,
  parcel_id   uuid not null,
  carrier     text not null,
  message_id  text not null,
  carrier_ref text not null,
  state       text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  description text not null,
  location    text,
  constraint scan_pkey primary key (account_id, parcel_id, carrier, message_id),
  constraint scan_account_id_parcel_id_fkey foreign key (account_id, parcel_id)
    references fulfilment.parcel(account_id, id) on delete cascade
);
select platform.enable_rls('fulfilment.scan');

-- Who packs a parcel, and how far the packing is. A parcel without a row here is untouched.
create table fulfilment.packing (
  account_id     uuid not null,
  parcel_id      uuid not null,
  leased_by      uuid,
  leased_until   timestamptz,
  packed_at      timestamptz,
  packed_by      uuid,
  handed_over_at timestamptz,
  -- The digest of the encrypted address when a packer took the parcel. Another digest now means that the address has changed.
  address_digest bytea,
  -- Whether the holder of the current lease has seen the address of the parcel: the audit log has one entry for each lease.
  address_shown  boolean not null default false,
  constraint packing_pkey primary key (account_id, parcel_id),
  constraint packing_account_id_parcel_id_fkey foreign key (account_id, parcel_id)
    references fulfilment.parcel(account_id, id) on delete cascade,
  constraint packing_lease_check check ((leased_by is null) = (leased_until is null)),
  constraint packing_packed_check check ((packed_by is null) = (packed_at is null))
);
create index packing_leased on fulfilment.packing (account_id, leased_by) where (leased_by is not null);
create index packing_packed on fulfilment.packing (account_id, packed_at, parcel_id)
  where ((packed_at is not null) and (handed_over_at is null));
select platform.enable_rls('fulfilment.packing');

-- The items of a returned parcel are put back into stock at most once.
create table fulfilment.restock (
  account_id   uuid not null,
  parcel_id    uuid not null,
  restocked_at timestamptz not null,
  constraint restock_pkey primary key (account_id, parcel_id),
  constraint restock_account_id_parcel_id_fkey foreign key (account_id, parcel_id)
    references fulfilment.parcel(account_id, id) on delete cascade
);
select platform.enable_rls('fulfilment.restock');

-- The labels that users are buying. A row exists from before the request to the carrier until its result is stored, so
-- that a label whose parcel no longer needs it is refunded, also when the process dies in between.
create table fulfilment.label_purchase (
  account_id   uuid not null,
  id           uuid not null,
  parcel_id    uuid not null,
  carrier      text not null,
  carrier_ref  text not null,
  attempts     integer not null default 0,
  due_at       timestamptz not null,
  leased_until timestamptz,
  created_at   timestamptz not null,
  constraint label_purchase_pkey primary key (account_id, id)
);
select platform.enable_rls('fulfilment.label_purchase');

-- The result of each report of a missing or damaged item, so that a retry of the report changes no stock twice. The id is
-- the caller's. Rows are deleted after a day.
create table fulfilment.item_report (
  account_id uuid not null,
  id         uuid not null,
  parcel_id  uuid not null,
  variant_id uuid not null,
  problem    text not null,
  outcome    text,
  created_at timestamptz not null,
  constraint item_report_pkey primary key (account_id, id),
  constraint item_report_account_id_fkey foreign key (account_id) references access.account(id),
  constraint item_report_problem_check check (problem = any (array['out_of_stock', 'damaged']))
);
create index item_report_created_at on fulfilment.item_report (created_at);
select platform.enable_rls('fulfilment.item_report');

-- digital -----------------------------------------------------------------------------------------

-- What a digital gift contains: codes, links and files. The recipient sees it on the gift's page only.
create schema digital;

-- How a digital variant is delivered; `id` is the id of the variant. A digital variant without a row can be given, and has nothing
-- to show.
create table digital.content (
  account_id          uuid not null,
  id                  uuid not null,
  delivery            text not null,
  is_link_per_gift    boolean not null default false,
  encrypted_link      bytea,
  file_id             uuid,
  instructions        text not null default '',
  low_stock_threshold integer not null default 10,
  alerted_level       text,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  constraint content_pkey primary key (account_id, id),
  constraint content_account_id_id_fkey foreign key (account_id, id) references catalogue.variant(account_id, id),
  constraint content_alerted_level_check check (alerted_level = any (array['low', 'empty'])),
  constraint content_delivery_check check (delivery = any (array['code', 'link', 'file'])),
  constraint content_link_check check (delivery = 'link' or encrypted_link is null and not is_link_per_gift),
  constraint content_low_stock_threshold_check check (low_stock_threshold >= 0)
);
select platform.enable_rls('digital.content');

create table digital.file (
  account_id   uuid not null,
  id           uuid not null,
  variant_id   uuid not null,
  name         text not null,
  content_type text not null,
  size         integer not null,
  created_at   timestamptz not null,
  constraint file_pkey primary key (account_id, id),
  constraint file_account_id_variant_id_fkey foreign key (account_id, variant_id) references catalogue.variant(account_id, id),
  constraint file_size_check check (size > 0)
);
create index file_variant on digital.file (account_id, variant_id);
select platform.enable_rls('digital.file');

-- A file in parts, so that no process holds a decrypted file as a whole.
create table digital.file_chunk (
  account_id        uuid not null,
  id                uuid not null,
  file_id           uuid not null,
  number            integer not null,
  encrypted_content bytea not null,
  constraint file_chunk_pkey primary key (account_id, id),
  constraint file_chunk_account_id_file_id_number_key unique (account_id, file_id, number),
  constraint file_chunk_account_id_file_id_fkey foreign key (account_id, file_id) references digital.file(account_id, id) on delete cascade
);
select platform.enable_rls('digital.file_chunk');

-- The key of the digests of an account's codes. Key rotation re-encrypts it, so the digests stay valid.
create table digital.digest_key (
  account_id    uuid not null,
  id            uuid not null,
  encrypted_key bytea not null,
  constraint digest_key_pkey primary key (account_id, id),
  constraint digest_key_account_id_key unique (account_id),
  constraint digest_key_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('digital.digest_key');

create table digital.code (
  account_id       uuid not null,
  id               uuid not null,
  variant_id       uuid not null,
  code_digest      bytea not null,
  last_four_digest bytea not null,
  encrypted_code   bytea,
  encrypted_pin    bytea,
  expires_on       date,
  gift_request_id  uuid,
  given_at         timestamptz,
  revoked_at       timestamptz,
  revoked_reason   text,
  created_at       timestamptz not null,
  -- A second digest finds a code that is written differently in another list: case, spaces and hyphens do not count.
  -- `import_id` names the import of a code, so that an import can be revoked as a whole.
  similar_digest   bytea,
  import_id        uuid,
  constraint code_pkey primary key (account_id, id),
  -- The database guarantees that an account imports a code once.
  constraint code_account_id_code_digest_key unique (account_id, code_digest),
  constraint code_account_id_variant_id_fkey foreign key (account_id, variant_id) references catalogue.variant(account_id, id),
  constraint code_erased_check check (encrypted_code is not null or given_at is not null),
  constraint code_given_check check (gift_request_id is null or given_at is not null)
);
create index code_free on digital.code (account_id, variant_id, expires_on, id)
  where ((given_at is null) and (revoked_at is null));
create index code_gift_request on digital.code (account_id, gift_request_id) where (gift_request_id is not null);
create index code_import on digital.code (account_id, variant_id, import_id) where (import_id is not null);
create index code_last_four on digital.code (account_id, variant_id, last_four_digest, id);
create index code_similar on digital.code (account_id, similar_digest);
create index code_variant on digital.code (account_id, variant_id, id);
select platform.enable_rls('digital.code');

-- One unit of a digital line item of a gift request. An item that needs a code and has none waits for an import.
create table digital.item (
  account_id      uuid not null,
  id              uuid not null,
  gift_request_id uuid not null,
  line_item_id    uuid not null,
  number          integer not null,
  variant_id      uuid not null,
  delivery        text not null,
  needs_code      boolean not null,
  code_id         uuid,
  given_at        timestamptz,
  revealed_at     timestamptz,
  replaced_at     timestamptz,
  downloads       integer not null default 0,
  created_at      timestamptz not null,
  constraint item_pkey primary key (account_id, id),
  constraint item_account_id_gift_request_id_line_item_id_number_key unique (account_id, gift_request_id, line_item_id, number),
  constraint item_account_id_code_id_fkey foreign key (account_id, code_id) references digital.code(account_id, id),
  constraint item_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint item_code_check check (needs_code or code_id is null),
  constraint item_delivery_check check (delivery = any (array['code', 'link', 'file'])),
  constraint item_given_check check ((given_at is null) = (needs_code and code_id is null))
);
-- The database guarantees that a code is given to one gift.
create unique index item_code on digital.item (account_id, code_id) where (code_id is not null);
create index item_variant on digital.item (account_id, variant_id);
create index item_waiting on digital.item (account_id, variant_id, created_at, id) where (given_at is null);
select platform.enable_rls('digital.item');

-- donations ---------------------------------------------------------------------------------------

-- What senders owe to charities, and what they have paid.
create schema donations;

-- The donations of a variant that count towards its cap; `id` is the id of the variant.
create table donations.tally (
  account_id uuid not null,
  id         uuid not null,
  given      integer not null,
  constraint tally_pkey primary key (account_id, id),
  constraint tally_account_id_id_fkey foreign key (account_id, id) references catalogue.variant(account_id, id),
  constraint tally_given_check check (given >= 0)
);
select platform.enable_rls('donations.tally');

-- The donations of one charity, currency and month (UTC) that the sender paid together.
create table donations.payment (
  account_id   uuid not null,
  id           uuid not null,
  product_id   uuid not null,
  currency     text not null,
  month        date not null,
  donations    integer not null,
  amount_minor bigint not null,
  paid_by      uuid not null,
  paid_at      timestamptz not null,
  reverted_at  timestamptz,
  constraint payment_pkey primary key (account_id, id),
  constraint payment_account_id_product_id_fkey foreign key (account_id, product_id) references catalogue.product(account_id, id),
  constraint payment_amount_minor_check check (amount_minor > 0),
  constraint payment_donations_check check (donations > 0)
);
create index payment_group on donations.payment (account_id, month, product_id, currency);
select platform.enable_rls('donations.payment');

-- One donation line of a gift request. Name and amount are copied when the donation is made. A donation contains no
-- personal data, so it stays after the erasure of a recipient.
create table donations.donation (
  account_id          uuid not null,
  id                  uuid not null,
  gift_request_id     uuid not null,
  line_item_id        uuid,
  variant_id          uuid not null,
  product_id          uuid not null,
  charity_name        text not null,
  registration_number text,
  quantity            integer not null,
  amount_minor        bigint not null,
  currency            text not null,
  reason              text not null,
  month               date not null,
  donated_at          timestamptz not null,
  voided_at           timestamptz,
  payment_id          uuid,
  constraint donation_pkey primary key (account_id, id),
  -- The database guarantees one donation for each line item, and one for an unclaimed gift, whose line item is null.
  constraint donation_account_id_gift_request_id_line_item_id_key unique nulls not distinct (account_id, gift_request_id, line_item_id),
  constraint donation_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id),
  constraint donation_account_id_payment_id_fkey foreign key (account_id, payment_id) references donations.payment(account_id, id),
  constraint donation_account_id_product_id_fkey foreign key (account_id, product_id) references catalogue.product(account_id, id),
  constraint donation_account_id_variant_id_fkey foreign key (account_id, variant_id) references catalogue.variant(account_id, id),
  constraint donation_amount_minor_check check (amount_minor > 0),
  constraint donation_quantity_check check (quantity > 0),
  constraint donation_reason_check check (reason = any (array['chosen', 'direct', 'unclaimed'])),
  constraint donation_unclaimed_check check ((reason = 'unclaimed') = (line_item_id is null)),
  constraint donation_voided_check check (voided_at is null or payment_id is null)
);
create index donation_group on donations.donation (account_id, month, product_id, currency);
create index donation_payment on donations.donation (account_id, payment_id) where (payment_id is not null);
create index donation_variant on donations.donation (account_id, variant_id);
select platform.enable_rls('donations.donation');

-- spend -------------------------------------------------------------------------------------------

create schema spend;

-- Donations and labels have tables of their own. Triggers copy their amounts, so that no code path can forget it.
create function spend.mirror_donation() returns trigger language plpgsql as $$
begin
  insert into spend.cost (account_id, gift_request_id, kind, source_id, currency, amount_minor, occurred_at, campaign_id,
    sender_id, cost_centre, voided_at)
  select new.account_id, new.gift_request_id, 'donation', new.id, new.currency, new.amount_minor, new.donated_at,
         g.campaign_id, g.sender_id, g.cost_centre, new.voided_at
    from gifting.gift_request g where g.account_id = new.account_id and g.id = new.gift_request_id
  on conflict on constraint cost_pkey do update set voided_at = excluded.voided_at;
  return null;
end $$;

-- A label that is cancelled is refunded. A parcel that left keeps its price.
create function spend.mirror_label() returns trigger language plpgsql as $$
declare
  is_refunded boolean := new.label_price_minor is null or new.is_retired or (new.state = 'cancelled' and not new.has_left);
begin
  update spend.cost c set voided_at = new.updated_at
   where c.account_id = new.account_id and c.gift_request_id = new.gift_request_id and c.kind = 'shipping'
     and c.source_id = new.id and c.voided_at is null
     and (is_refunded or c.currency <> new.label_price_currency);
  if is_refunded then return null; end if;
  insert into spend.cost as c (account_id, gift_request_id, kind, source_id, currency, amount_minor, occurred_at,
    campaign_id, sender_id, cost_centre)
  select new.account_id, new.gift_request_id, 'shipping', new.id, new.label_price_currency, new.label_price_minor,
         new.updated_at, g.campaign_id, g.sender_id, g.cost_centre
    from gifting.gift_request g where g.account_id = new.account_id and g.id = new.gift_request_id
  on conflict on constraint cost_pkey do update
    set amount_minor = excluded.amount_minor, voided_at = null,
        occurred_at = case when c.voided_at is null then c.occurred_at else excluded.occurred_at end;
  return null;
end $$;

-- What gifts cost: the items at the redemption, labels, donations. Rows have no personal data, so they stay after the
-- erasure of a recipient. `source_id` is the gift request of items, the parcel of a label, or the donation.
create table spend.cost (
  account_id      uuid not null,
  gift_request_id uuid not null,
  kind            text not null,
  source_id       uuid not null,
  currency        text not null,
  amount_minor    bigint not null,
  occurred_at     timestamptz not null,
  campaign_id     uuid,
  sender_id       uuid not null,
  cost_centre     text,
  voided_at       timestamptz,
  constraint cost_pkey primary key (account_id, gift_request_id, kind, source_id, currency),
  constraint cost_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint cost_amount_minor_check check (amount_minor >= 0),
  constraint cost_kind_check check (kind = any (array['items', 'shipping', 'donation']))
);
create index cost_time on spend.cost (account_id, occurred_at)
  include (kind, currency, amount_minor, campaign_id, sender_id, cost_centre, gift_request_id)
  where (voided_at is null);
select platform.enable_rls('spend.cost');

-- What the gifts of a campaign have cost, and what the open ones can cost, in one currency.
create table spend.budget_usage (
  account_id      uuid not null,
  campaign_id     uuid not null,
  currency        text not null,
  committed_minor bigint not null,
  constraint budget_usage_pkey primary key (account_id, campaign_id, currency),
  constraint budget_usage_account_id_campaign_id_fkey foreign key (account_id, campaign_id) references campaigns.campaign(account_id, id),
  constraint budget_usage_committed_minor_check check (committed_minor >= 0)
) with (fillfactor=50);
select platform.enable_rls('spend.budget_usage');

-- The part of a budget that a gift request takes: at first the most that it can cost, then what it costs.
create table spend.reservation (
  account_id      uuid not null,
  gift_request_id uuid not null,
  campaign_id     uuid not null,
  currency        text not null,
  amount_minor    bigint not null,
  constraint reservation_pkey primary key (account_id, gift_request_id),
  constraint reservation_account_id_campaign_id_currency_fkey foreign key (account_id, campaign_id, currency)
    references spend.budget_usage(account_id, campaign_id, currency),
  constraint reservation_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id),
  constraint reservation_amount_minor_check check (amount_minor >= 0)
);
create index reservation_budget on spend.reservation (account_id, campaign_id, currency);
select platform.enable_rls('spend.reservation');

create trigger mirror_label after update on fulfilment.parcel
  for each row when (new.label_price_minor is distinct from old.label_price_minor
    or new.label_price_currency is distinct from old.label_price_currency
    or (new.label_price_minor is not null
        and (new.state, new.is_retired, new.has_left) is distinct from (old.state, old.is_retired, old.has_left)))
  execute function spend.mirror_label();
create trigger mirror_new_donation after insert on donations.donation
  for each row execute function spend.mirror_donation();
create trigger mirror_voided_donation after update of voided_at on donations.donation
  for each row when (new.voided_at is distinct from old.voided_at) execute function spend.mirror_donation();

-- greetings ---------------------------------------------------------------------------------------

-- Greeting cards, and the photo or video of the sender that a card shows.
create schema greetings;

create table greetings.media (
  account_id     uuid not null,
  id             uuid not null,
  content_type   text not null,
  size           integer not null,
  width          integer,
  height         integer,
  alt            text not null,
  created_at     timestamptz not null,
  -- Until then, a send that needs approval can use the photo or video.
  reserved_until timestamptz,
  constraint media_pkey primary key (account_id, id),
  constraint media_account_id_fkey foreign key (account_id) references access.account(id),
  constraint media_content_type_check
    check (content_type = any (array['image/png', 'image/jpeg', 'image/webp', 'video/mp4', 'video/webm'])),
  constraint media_size_check check (size > 0)
);
create index media_created_at on greetings.media (created_at);
select platform.enable_rls('greetings.media');

-- A file in parts of equal size, so that a range of a video is read without the rest.
create table greetings.media_chunk (
  account_id        uuid not null,
  id                uuid not null,
  media_id          uuid not null,
  number            integer not null,
  encrypted_content bytea not null,
  constraint media_chunk_pkey primary key (account_id, id),
  constraint media_chunk_account_id_media_id_number_key unique (account_id, media_id, number),
  constraint media_chunk_account_id_media_id_fkey foreign key (account_id, media_id)
    references greetings.media(account_id, id) on delete cascade
);
alter table greetings.media_chunk alter column encrypted_content set storage external;
select platform.enable_rls('greetings.media_chunk');

-- The card of a campaign. A campaign without a row has none.
create table greetings.campaign_greeting (
  account_id  uuid not null,
  campaign_id uuid not null,
  card        text,
  media_id    uuid,
  constraint campaign_greeting_pkey primary key (account_id, campaign_id),
  constraint campaign_greeting_account_id_campaign_id_fkey foreign key (account_id, campaign_id)
    references campaigns.campaign(account_id, id),
  constraint campaign_greeting_account_id_media_id_fkey foreign key (account_id, media_id) references greetings.media(account_id, id)
);
create index campaign_greeting_media on greetings.campaign_greeting (account_id, media_id) where (media_id is not null);
select platform.enable_rls('greetings.campaign_greeting');

-- The card of one gift request, in place of the campaign's.
create table greetings.gift_greeting (
  account_id      uuid not null,
  gift_request_id uuid not null,
  card            text,
  media_id        uuid,
  constraint gift_greeting_pkey primary key (account_id, gift_request_id),
  constraint gift_greeting_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id),
  constraint gift_greeting_account_id_media_id_fkey foreign key (account_id, media_id) references greetings.media(account_id, id)
);
create index gift_greeting_media on greetings.gift_greeting (account_id, media_id) where (media_id is not null);
select platform.enable_rls('greetings.gift_greeting');

-- attention ---------------------------------------------------------------------------------------

create schema attention;

-- A condition that a person can resolve: what it is about, why, since when, and when it ended. At most one row is open for
-- each kind and subject.
create table attention.item (
  account_id      uuid not null,
  id              uuid not null,
  -- The order in which the items of an account were raised.
  number          bigint not null,
  kind            text not null,
  subject_type    text not null,
  subject_id      uuid not null,
  gift_request_id uuid,
  cause           text not null,
  since           timestamptz not null,
  raised_at       timestamptz not null,
  cleared_at      timestamptz,
  -- The user of the web app who sent the gift of the item; null if the item is not about a gift.
  sender_id       uuid,
  constraint item_pkey primary key (account_id, id),
  constraint item_account_id_fkey foreign key (account_id) references access.account(id)
);
create index item_cleared on attention.item (account_id, cleared_at) where (cleared_at is not null);
create index item_gift_request on attention.item (account_id, gift_request_id, id) where (gift_request_id is not null);
create index item_kind on attention.item (account_id, kind, id);
create unique index item_open on attention.item (account_id, kind, subject_id) where (cleared_at is null);
create index item_open_id on attention.item (account_id, id) where (cleared_at is null);
create index item_sender on attention.item (account_id, sender_id, number)
  where ((cleared_at is null) and (sender_id is not null));
create index item_subject on attention.item (account_id, subject_id, id);
select platform.enable_rls('attention.item');

-- When the conditions of an account are read next, by the real clock. Quiet accounts are read less often. The lock on the
-- row lets one process at a time write the items of the account.
create table attention.account_check (
  account_id   uuid not null,
  next_at      timestamptz not null,
  quiet_rounds smallint not null default 0,
  last_number  bigint not null default 0,
  constraint account_check_pkey primary key (account_id),
  constraint account_check_account_id_fkey foreign key (account_id) references access.account(id)
);
create index account_check_next on attention.account_check (next_at);
select platform.enable_rls('attention.account_check');

-- An incoming webhook of a chat. The chat has received all items up to last_number.
create table attention.chat (
  account_id    uuid not null,
  id            uuid not null,
  format        text not null,
  name          text not null,
  encrypted_url bytea not null,
  host          text not null,
  kinds         text[] not null,
  enabled       boolean not null default true,
  last_number   bigint not null,
  attempts      smallint not null default 0,
  next_at       timestamptz not null,
  is_test_due   boolean not null default false,
  last_sent_at  timestamptz,
  last_error    text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  constraint chat_pkey primary key (account_id, id),
  constraint chat_account_id_fkey foreign key (account_id) references access.account(id),
  constraint chat_format_check check (format = any (array['slack', 'teams']))
);
create index chat_due on attention.chat (next_at) where enabled;
select platform.enable_rls('attention.chat');

-- The daily email to a user about gifts that need attention: the last item that it covered, and when it was sent. Users
-- without a row have not received one.
create table attention.digest (
  account_id      uuid not null,
  user_id         uuid not null,
  last_number     bigint not null default 0,
  sent_at         timestamptz,
  unsubscribed_at timestamptz,
  constraint digest_pkey primary key (account_id, user_id),
  constraint digest_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('attention.digest');
