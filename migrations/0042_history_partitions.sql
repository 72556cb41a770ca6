-- Partitions the history tables by month. Large tables are not rewritten here: housekeeping copies their rows in batches
-- (platform.backfill_step), while a trigger mirrors each change, and then swaps the tables (platform.finish_backfill).
-- Small tables are copied and swapped in this migration.

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
-- month in the default partition move to the new partition. Returns whether the partition is new.
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
create policy all_accounts on platform.partition_backfill for all to public
  using (current_setting('bestow.account', true) = '*');

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

create table gifting.state_transition_next (like gifting.state_transition including defaults including constraints)
  partition by range (gift_request_id);
alter table gifting.state_transition_next
  add constraint state_transition_next_pkey primary key (account_id, gift_request_id, number),
  add constraint state_transition_next_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id);
create unique index state_transition_next_created_once on gifting.state_transition_next (account_id, gift_request_id) where ('gift_request_created' = any (events));
create unique index state_transition_next_delivered_once on gifting.state_transition_next (account_id, gift_request_id) where ('gift_request_delivered' = any (events));
select platform.enable_rls('gifting.state_transition_next');
select platform.start_backfill('gifting.state_transition', '{account_id,gift_request_id,number}');

create table gifting.thank_you_note_next (like gifting.thank_you_note including defaults including constraints)
  partition by range (gift_request_id);
alter table gifting.thank_you_note_next
  add constraint thank_you_note_next_pkey primary key (account_id, gift_request_id),
  add constraint thank_you_note_next_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id);
select platform.enable_rls('gifting.thank_you_note_next');
select platform.start_backfill('gifting.thank_you_note', '{account_id,gift_request_id}');

create table access.audit_entry_next (like access.audit_entry including defaults including constraints)
  partition by range (id);
alter table access.audit_entry_next
  add constraint audit_entry_next_pkey primary key (account_id, id),
  add constraint audit_entry_next_account_id_fkey foreign key (account_id) references access.account(id);
create index audit_entry_next_action on access.audit_entry_next (account_id, action, id);
create index audit_entry_next_actor on access.audit_entry_next (account_id, actor_id, id);
create index audit_entry_next_subject on access.audit_entry_next (account_id, subject_id, id);
select platform.enable_rls('access.audit_entry_next');
select platform.start_backfill('access.audit_entry', '{account_id,id}');

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

create table mail.message_next (like mail.message including defaults including constraints) partition by range (id);
alter table mail.message_next add constraint message_next_pkey primary key (account_id, id);
create index message_next_digest on mail.message_next (account_id) where ((kind = 'attention_digest') and (encrypted_payload is not null));
create index message_next_due_by_account on mail.message_next (account_id, priority, due_at) where (state = 'queued');
create index message_next_gift on mail.message_next (account_id, gift_request_id, id) where (gift_request_id is not null);
create index message_next_to on mail.message_next (account_id, to_digest, id);
create index message_next_unpurged on mail.message_next (ended_at) where ((ended_at is not null) and (encrypted_payload is not null));
select platform.enable_rls('mail.message_next');
select platform.start_backfill('mail.message', '{account_id,id}',
  'insert into mail.dedup_key (account_id, gift_request_id, dedup_key, message_id)
   select account_id, gift_request_id, dedup_key, id from mail.message
    where dedup_key is not null and gift_request_id is not null and %s on conflict do nothing');

-- A query for the rows of a default partition read all partitions, because only a policy of the default partition
-- itself lets a query name it. On a large database that took longer than the statement timeout.
select platform.enable_rls('webhooks.attempt_default');
select platform.enable_rls('webhooks.delivery_default');
select platform.enable_rls('webhooks.event_default');
select platform.enable_rls('webhooks.event_body_default');

-- Creates the weekly partitions of the four partitioned tables, from the week of `at` on. Rows in a default
-- partition move to a partition of their week first, when that week is within a year of `at`.
create or replace function webhooks.create_partitions(at timestamptz, weeks_ahead int)
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
