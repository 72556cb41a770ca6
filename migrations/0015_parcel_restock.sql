--! fits-older
-- The items of a returned parcel are put back into stock at most once.
create table fulfilment.restock (
  account_id   uuid not null,
  parcel_id    uuid not null,
  restocked_at timestamptz not null,
  constraint restock_pkey primary key (account_id, parcel_id),
  constraint restock_account_id_parcel_id_fkey foreign key (account_id, parcel_id) references fulfilment.parcel(account_id, id) on delete cascade
);
select platform.enable_rls('fulfilment.restock');
