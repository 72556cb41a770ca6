-- Changes that a recipient makes after the redemption and before the gift is packed. A change is pending while a bought
-- label is being cancelled; a pending change contains the new line items and the new address.
create table gifting.gift_change (
  account_id      uuid not null,
  id              uuid not null,
  gift_request_id uuid not null,
  state           text not null,
  changes_address boolean not null,
  old_items       text,
  new_items       text,
  line_items      text,
  address         bytea,
  requested_at    timestamptz not null,
  settled_at      timestamptz,
  constraint gift_change_pkey primary key (account_id, id),
  constraint gift_change_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint gift_change_state_check check (state = any (array['pending', 'applied', 'rejected'])),
  constraint gift_change_settled_check check ((state = 'pending') = (settled_at is null)),
  constraint gift_change_content_check check (state = 'pending' or (line_items is null and address is null)),
  constraint gift_change_items_check check ((old_items is null) = (new_items is null))
);
create index gift_change_gift on gifting.gift_change (account_id, gift_request_id, requested_at);
create unique index gift_change_pending on gifting.gift_change (account_id, gift_request_id) where (state = 'pending');
select platform.enable_rls('gifting.gift_change');

-- A gift request that was sent again, and the gift request that replaces it. The primary key allows one replacement.
create table gifting.reissued_gift (
  account_id      uuid not null,
  reissued_from   uuid not null,
  gift_request_id uuid not null,
  created_at      timestamptz not null,
  constraint reissued_gift_pkey primary key (account_id, reissued_from),
  constraint reissued_gift_account_id_gift_request_id_key unique (account_id, gift_request_id),
  constraint reissued_gift_account_id_reissued_from_fkey foreign key (account_id, reissued_from) references gifting.gift_request(account_id, id),
  constraint reissued_gift_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id)
);
select platform.enable_rls('gifting.reissued_gift');

-- 'relabel': the label is cancelled, and the parcel gets a new one.
alter table fulfilment.parcel drop constraint parcel_pending_action_check;
alter table fulfilment.parcel add constraint parcel_pending_action_check check (pending_action = any (array['place', 'cancel', 'relabel']));
