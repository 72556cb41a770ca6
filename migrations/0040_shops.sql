--! fits-older
-- Shops: connections whose products come into the catalogue, and which ship them.

create schema shops;

-- The runs of a connection that reads products. The stock of the shop is in `warehouse_id`, which the first run adds.
create table shops.shop (
  account_id       uuid not null,
  connection_id    uuid not null,
  due_at           timestamptz not null,
  lease_id         uuid,
  leased_until     timestamptz,
  accepts_removals boolean not null default false,
  last_run_at      timestamptz,
  counts           jsonb,
  refused_removals integer not null default 0,
  warehouse_id     uuid,
  constraint shop_pkey primary key (account_id, connection_id),
  constraint shop_connection_fkey foreign key (account_id, connection_id)
    references connections.connection(account_id, id) on delete cascade
);
create index shop_due on shops.shop (due_at);
select platform.enable_rls('shops.shop');

-- A product of a shop, by the shop's id, and the product of the catalogue that it became. `given` has the values that the
-- shop gave last, with the variants by the shop's ids: a value that differs in the catalogue is an edit of a user, and stays.
-- Without a version, the next run writes the product again; `problem` says why. A product that the shop no longer has is gone.
create table shops.product (
  account_id    uuid not null,
  connection_id uuid not null,
  key           text collate "C" not null,
  name          text not null,
  product_id    uuid,
  version       text,
  given         jsonb not null,
  is_gone       boolean not null default false,
  problem       text,
  constraint product_pkey primary key (account_id, connection_id, key),
  constraint product_shop_fkey foreign key (account_id, connection_id)
    references shops.shop(account_id, connection_id) on delete cascade,
  constraint product_product_id_fkey foreign key (account_id, product_id) references catalogue.product(account_id, id)
);
-- A product of the catalogue is one of one shop.
create unique index product_product on shops.product (account_id, product_id) where (product_id is not null);
select platform.enable_rls('shops.product');
