-- What every room leans on. Each room then owns a schema of its own name.
--
-- Tenancy has two walls. The first is the account_id in every query. The second is here: each table
-- that holds an account's data is handed to platform.wall_off, and from then on a transaction sees
-- only the account it was opened for (`set local bestow.account`), or every account when it was
-- opened for '*', which only the engine, sign-in and the operator's tools do. A transaction opened
-- for nobody sees nothing. FORCE makes the wall hold for the owner of the tables too.

create schema if not exists platform;

create function platform.wall_off(wanted regclass, owner_column name default 'account_id')
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', wanted);
  execute format('alter table %s force row level security', wanted);
  execute format(
    'create policy own_account on %s using (current_setting(''bestow.account'', true) in (''*'', %I::text))',
    wanted, owner_column);
end
$$;

-- The bounds of weekly partitions are moments; the keys are version 7 UUIDs, which begin with theirs.
create function platform.uuid_floor(moment timestamptz)
returns uuid language sql immutable strict as $$
  select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Makes the weekly partitions of a table whose key begins with a version 7 UUID: the week of
-- `moment` and as many after it as asked for. Safe to call again and from two nodes at once.
create function platform.make_weeks(parent regclass, moment timestamptz, weeks_ahead int)
returns int language plpgsql as $$
declare
  start_of_week timestamptz;
  part text;
  made int := 0;
  home name;
  bare name;
begin
  select n.nspname, c.relname into home, bare
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = parent;
  perform pg_advisory_xact_lock(hashtextextended('bestow partitions ' || home || '.' || bare, 0));
  for n in 0..weeks_ahead loop
    start_of_week := date_trunc('week', moment at time zone 'UTC') at time zone 'UTC' + make_interval(days => 7 * n);
    part := bare || '_' || to_char(start_of_week at time zone 'UTC', 'IYYY"w"IW');
    continue when to_regclass(format('%I.%I', home, part)) is not null;
    execute format('create table %I.%I partition of %s for values from (%L) to (%L)', home, part, parent,
      platform.uuid_floor(start_of_week), platform.uuid_floor(start_of_week + interval '7 days'));
    execute format('alter table %I.%I enable row level security', home, part);
    execute format('alter table %I.%I force row level security', home, part);
    made := made + 1;
  end loop;
  return made;
end
$$;
