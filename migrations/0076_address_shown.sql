--! fits-older
-- Whether the holder of the current lease has seen the address of the parcel: the audit log has one entry for each lease.
alter table fulfilment.packing add column address_shown boolean not null default false;
