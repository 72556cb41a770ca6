--! fits-older
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

-- The station has replaced the parcel by others before it left. It has no lines, and its label is refunded.
alter table fulfilment.parcel add column is_retired boolean not null default false;
update fulfilment.parcel p set is_retired = true
 where p.state in ('ordered', 'cancelled') and not p.has_left
   and not exists (select from fulfilment.parcel_line l where l.account_id = p.account_id and l.parcel_id = p.id);
