--! fits-older
-- No query uses this index: gift_request_attention has its states.
drop index gifting.gift_request_stalled;

-- As before. A new partition also has the storage parameters of the default partition.
create or replace function platform.create_monthly_partition(parent regclass, at timestamptz)
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

-- A row of mail.message is updated when the email is claimed and when it is sent. With free space, the new version is on the same
-- page, and WAL contains the changed columns instead of the row with its encrypted payload.
do $$
declare
  partition regclass;
begin
  for partition in select inhrelid::regclass from pg_inherits where inhparent = 'mail.message'::regclass loop
    execute format('alter table %s set (fillfactor = 75)', partition);
  end loop;
end
$$;
