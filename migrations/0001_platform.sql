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

-- The smallest version 7 UUID of an instant. The bounds of weekly partitions are made of it.
create function platform.uuid_floor(at timestamptz)
returns uuid language sql immutable strict as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
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
