--! fits-older
-- The pairs of the metadata of gift requests, for the filters of the public API. A digest of 16 bytes stands for the
-- name and the value. A trigger keeps the table complete, also while processes of the previous version run.
create function gifting.metadata_digest(name text, value text)
returns bytea language sql immutable strict as $$
  select substr(sha256(convert_to(length(name) || ':' || name || value, 'UTF8')), 1, 16)
$$;

create table gifting.metadata_pair (
  account_id      uuid not null,
  digest          bytea not null,
  gift_request_id uuid not null,
  constraint metadata_pair_pkey primary key (account_id, digest, gift_request_id),
  constraint metadata_pair_gift_request_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request (account_id, id)
);
create index metadata_pair_gift on gifting.metadata_pair (account_id, gift_request_id);

-- before row-level security, because this statement writes the rows of all accounts
insert into gifting.metadata_pair
select g.account_id, gifting.metadata_digest(m.key, m.value), g.id
  from gifting.gift_request g
 cross join lateral json_each_text(g.metadata::json) m
 where g.metadata <> '{}'
    on conflict do nothing;

select platform.enable_rls('gifting.metadata_pair');

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
create trigger metadata_pairs_of_new after insert on gifting.gift_request
  for each row when (new.metadata <> '{}') execute function gifting.save_metadata_pairs();
create trigger metadata_pairs_of_changed after update of metadata on gifting.gift_request
  for each row when (new.metadata is distinct from old.metadata) execute function gifting.save_metadata_pairs();

-- For lists of changes, which go on behind a pair of time and id.
create index gift_request_updated on gifting.gift_request (account_id, updated_at, id);

create index parcel_state on fulfilment.parcel (account_id, state, gift_request_id);

-- The gift requests of the parcels in a state: a gift request with two such parcels occurs twice.
create function fulfilment.gift_requests_by_parcel_state(wanted_account uuid, wanted_state text)
returns table (gift_request_id uuid) language sql stable as $$
  select p.gift_request_id from fulfilment.parcel p
   where p.account_id = wanted_account and p.state = wanted_state
$$;
