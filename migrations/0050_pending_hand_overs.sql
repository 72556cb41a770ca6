--! fits-older
-- A hand-over that can still be undone. It has no effect yet: the parcel is as it was, and no event and no email tells of it.
-- The row is deleted when the hand-over takes effect, when it is undone, and when the parcel is to pack again.
create table fulfilment.pending_hand_over (
  account_id    uuid not null,
  parcel_id     uuid not null,
  -- By the real clock.
  due_at        timestamptz not null,
  -- What the packer has entered. The parcel gets it when the hand-over takes effect.
  carrier_name  text,
  tracking_code text,
  tracking_url  text,
  constraint pending_hand_over_pkey primary key (account_id, parcel_id),
  constraint pending_hand_over_packing_fkey foreign key (account_id, parcel_id)
    references fulfilment.packing(account_id, parcel_id) on delete cascade
);
create index pending_hand_over_due on fulfilment.pending_hand_over (due_at);
select platform.enable_rls('fulfilment.pending_hand_over');
