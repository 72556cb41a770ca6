--! fits-older
-- Gifts that are paid in the checkout of a shop: the recipient chooses here, and the shop ships the order that was paid.

-- The runs that read the paid gifts of a shop, and what becomes of them: without a campaign, the orders are refused.
-- `read_until` is the time before which all orders of the shop have been read.
create table shops.checkout (
  account_id       uuid not null,
  connection_id    uuid not null,
  due_at           timestamptz not null,
  lease_id         uuid,
  leased_until     timestamptz,
  accepts_removals boolean not null default false,
  last_run_at      timestamptz,
  counts           jsonb,
  refused_removals integer not null default 0,
  campaign_id      uuid,
  sender_id        uuid,
  read_until       timestamptz,
  constraint checkout_pkey primary key (account_id, connection_id),
  constraint checkout_shop_fkey foreign key (account_id, connection_id)
    references shops.shop(account_id, connection_id) on delete cascade,
  constraint checkout_settings_check check ((campaign_id is null) = (sender_id is null))
);
create index checkout_due on shops.checkout (due_at);
insert into shops.checkout (account_id, connection_id, due_at)
  select account_id, connection_id, statement_timestamp() from shops.shop;
select platform.enable_rls('shops.checkout');

-- A paid order that became no gift, and why. Each run tries again.
create table shops.refused_order (
  account_id    uuid not null,
  connection_id uuid not null,
  key           text collate "C" not null,
  number        text not null,
  problem       text not null,
  constraint refused_order_pkey primary key (account_id, connection_id, key),
  constraint refused_order_checkout_fkey foreign key (account_id, connection_id)
    references shops.checkout(account_id, connection_id) on delete cascade
);
select platform.enable_rls('shops.refused_order');

-- The order of a shop that a buyer has paid, and the gift that it became: the first parcel of the gift ships with this order.
-- `shop` identifies the shop, so that an order is one gift also when two connections name the shop. The shop counts one unit of
-- the variant as sold until the order ships another one. `ended_at` is set when the gift has ended without a parcel; `problem`
-- then says so to people, until the shop has ended the order, and `is_noted` whether it is written on the order.
create table fulfilment.paid_order (
  account_id      uuid not null,
  gift_request_id uuid not null,
  connection_id   uuid not null,
  shop            text not null,
  key             text collate "C" not null,
  number          text not null,
  variant_id      uuid not null,
  ended_at        timestamptz,
  problem         text,
  is_noted        boolean not null default false,
  created_at      timestamptz not null,
  constraint paid_order_pkey primary key (account_id, gift_request_id),
  constraint paid_order_key unique (account_id, shop, key),
  constraint paid_order_connection_fkey foreign key (account_id, connection_id)
    references connections.connection(account_id, id) on delete cascade
);
create index paid_order_connection on fulfilment.paid_order (account_id, connection_id);
select platform.enable_rls('fulfilment.paid_order');
