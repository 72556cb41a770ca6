create schema fulfilment;

create table fulfilment.shipping_order (
  account_id      uuid not null,
  gift_request_id uuid not null,
  created_at      timestamptz not null,
  cancelled_at    timestamptz,
  constraint shipping_order_pkey primary key (account_id, gift_request_id),
  constraint shipping_order_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id)
);
select platform.enable_rls('fulfilment.shipping_order');

create table fulfilment.parcel (
  account_id        uuid not null,
  id                uuid not null,
  gift_request_id   uuid not null,
  number            integer not null,
  label_attempt     integer not null default 1,
  state             text not null,
  has_left          boolean not null default false,
  replaces          uuid,
  warehouse_id      uuid,
  carrier           text not null,
  carrier_ref       text,
  carrier_name      text,
  tracking_code     text,
  tracking_url      text,
  label_url         text,
  estimated_at      timestamptz,
  problem_reason    text,
  problem_remedy    text,
  pending_action    text,
  attempts          integer not null default 0,
  due_at            timestamptz,
  leased_until      timestamptz,
  scenario          text,
  simulated_steps   integer not null default 0,
  next_simulated_at timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  constraint parcel_pkey primary key (account_id, id),
  constraint parcel_account_id_gift_request_id_number_key unique (account_id, gift_request_id, number),
  constraint parcel_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references fulfilment.shipping_order(account_id, gift_request_id),
  constraint parcel_pending_action_check check (pending_action = any (array['place', 'cancel']))
);
create unique index parcel_carrier_ref on fulfilment.parcel (carrier, carrier_ref) where (carrier_ref is not null);
create index parcel_due_by_account on fulfilment.parcel (account_id, due_at) where (pending_action is not null);
create index parcel_simulation_by_account on fulfilment.parcel (account_id, next_simulated_at) where (next_simulated_at is not null);
create index parcel_backordered on fulfilment.parcel (account_id, created_at) where ((state = 'waiting') and (pending_action is null));
select platform.enable_rls('fulfilment.parcel');

create table fulfilment.parcel_line (
  account_id   uuid not null,
  parcel_id    uuid not null,
  line_item_id uuid not null,
  variant_id   uuid not null,
  sku          text not null,
  name         text not null,
  quantity     integer not null,
  constraint parcel_line_pkey primary key (account_id, parcel_id, line_item_id),
  constraint parcel_line_account_id_parcel_id_fkey foreign key (account_id, parcel_id) references fulfilment.parcel(account_id, id) on delete cascade,
  constraint parcel_line_quantity_check check (quantity > 0)
);
select platform.enable_rls('fulfilment.parcel_line');

create table fulfilment.scan (
  account_id  uuid not null,
  parcel_id   uuid not null,
  carrier     text not null,
  message_id  text not null,
  carrier_ref text not null,
  state       text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  description text not null,
  location    text,
  constraint scan_pkey primary key (account_id, parcel_id, carrier, message_id),
  constraint scan_account_id_parcel_id_fkey foreign key (account_id, parcel_id) references fulfilment.parcel(account_id, id) on delete cascade
);
select platform.enable_rls('fulfilment.scan');
