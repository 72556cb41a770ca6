-- Who packs a parcel, and how far the packing is. A parcel without a row here is untouched.
create table fulfilment.packing (
  account_id     uuid not null,
  parcel_id      uuid not null,
  leased_by      uuid,
  leased_until   timestamptz,
  packed_at      timestamptz,
  packed_by      uuid,
  handed_over_at timestamptz,
  constraint packing_pkey primary key (account_id, parcel_id),
  constraint packing_account_id_parcel_id_fkey foreign key (account_id, parcel_id) references fulfilment.parcel(account_id, id) on delete cascade,
  constraint packing_lease_check check ((leased_by is null) = (leased_until is null)),
  constraint packing_packed_check check ((packed_by is null) = (packed_at is null))
);
create index packing_leased on fulfilment.packing (account_id, leased_by) where (leased_by is not null);
select platform.enable_rls('fulfilment.packing');

-- Packers see the packing station and nothing else of the account.
alter table access.user drop constraint user_role_check;
alter table access.user add constraint user_role_check check (role = any (array['admin', 'sender', 'packer']));
alter table access.invitation drop constraint invitation_role_check;
alter table access.invitation add constraint invitation_role_check check (role = any (array['admin', 'sender', 'packer']));
