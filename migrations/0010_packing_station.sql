-- The digest of the encrypted address when a packer took the parcel. Another digest now means that the address has changed.
alter table fulfilment.packing add column address_digest bytea;

-- The queue of the packing station, oldest first, for all warehouses and for one. The predicate equals `isToPackSql`.
create index parcel_to_pack on fulfilment.parcel (account_id, created_at, id)
  where state = 'ordered' and not has_left and pending_action is null and problem_reason is null;
create index parcel_to_pack_by_warehouse on fulfilment.parcel (account_id, warehouse_id, created_at, id)
  where state = 'ordered' and not has_left and pending_action is null and problem_reason is null;
create index packing_packed on fulfilment.packing (account_id, packed_at, parcel_id)
  where packed_at is not null and handed_over_at is null;
