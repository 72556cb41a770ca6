--! fits-older
-- Suppliers that sell the codes of digital variants. Older processes give imported codes only.

-- Which suppliers a variant buys its codes from, in this order. Empty countries: all. `stopped_reason` ends the purchases of
-- a source until a person saves the sources again.
create table digital.source (
  account_id       uuid not null,
  variant_id       uuid not null,
  position         integer not null,
  connection_id    uuid not null,
  product_id       text not null,
  product_name     text not null,
  amount_minor     bigint not null,
  currency         text not null,
  ceiling_minor    bigint not null,
  ceiling_currency text not null,
  countries        text[] not null default '{}',
  stopped_reason   text,
  stopped_at       timestamptz,
  constraint source_pkey primary key (account_id, variant_id, position),
  constraint source_account_id_variant_id_fkey foreign key (account_id, variant_id) references digital.content(account_id, id),
  constraint source_account_id_connection_id_fkey foreign key (account_id, connection_id)
    references connections.connection(account_id, id),
  constraint source_amount_check check (amount_minor > 0 and ceiling_minor > 0),
  constraint source_stopped_check check ((stopped_reason is null) = (stopped_at is null))
);
create index source_connection on digital.source (account_id, connection_id);
create index source_stopped on digital.source (account_id, stopped_at) where (stopped_at is not null);
select platform.enable_rls('digital.source');

-- An order of one code at a supplier. The id is its key at the supplier. The row is committed before the first request, so
-- that an order whose answer was lost is looked up with the same key. `attempts` counts the requests.
create table digital.purchase (
  account_id       uuid not null,
  id               uuid not null,
  gift_request_id  uuid not null,
  item_id          uuid not null,
  variant_id       uuid not null,
  position         integer not null,
  connection_id    uuid not null,
  product_id       text not null,
  amount_minor     bigint not null,
  currency         text not null,
  ceiling_minor    bigint not null,
  ceiling_currency text not null,
  country          text,
  state            text not null default 'open',
  order_ref        text,
  price_minor      bigint,
  price_currency   text,
  problem          text,
  code_id          uuid,
  attempts         integer not null default 0,
  due_at           timestamptz,
  leased_until     timestamptz,
  settled_at       timestamptz,
  created_at       timestamptz not null,
  constraint purchase_pkey primary key (account_id, id),
  constraint purchase_account_id_code_id_fkey foreign key (account_id, code_id) references digital.code(account_id, id),
  constraint purchase_state_check check (state = any (array['open', 'bought', 'failed'])),
  constraint purchase_open_check check ((state = 'open') = (due_at is not null) and (state = 'open') = (settled_at is null)),
  constraint purchase_bought_check check (code_id is null or state = 'bought'),
  constraint purchase_price_check check ((price_minor is null) = (price_currency is null) and price_minor >= 0)
);
-- The database guarantees that an item has one purchase at most which is paid or may be.
create unique index purchase_item on digital.purchase (account_id, item_id) where (state <> 'failed');
create index purchase_due on digital.purchase (account_id, due_at) where (state = 'open');
create index purchase_item_all on digital.purchase (account_id, item_id);
create index purchase_variant on digital.purchase (account_id, variant_id, created_at, id);
create index purchase_connection on digital.purchase (account_id, connection_id) where (state = 'open');
select platform.enable_rls('digital.purchase');

-- A purchased code that its gift no longer needs goes to the next gift before another one is bought.
alter table digital.code add column is_purchased boolean not null default false;
