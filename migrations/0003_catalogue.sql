create schema catalogue;

-- Rises with every change to what a gift looks like (never with stock), in this room or above it, so
-- that whoever keeps something built from products can tell whether it is still true with one small read.
create table catalogue.revision (
  account_id uuid   not null primary key references access.account,
  number     bigint not null
);
select platform.wall_off('catalogue.revision');

create table catalogue.warehouse (
  account_id uuid        not null references access.account,
  id         uuid        not null,
  name       text        not null,
  country    text        not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
select platform.wall_off('catalogue.warehouse');

create table catalogue.product (
  account_id  uuid        not null references access.account,
  id          uuid        not null,
  name        text        not null,
  description text        not null,
  kind        text        not null check (kind in ('physical', 'digital')),
  images      jsonb       not null, -- [{name, url, urls {thumbnail, large, large_wide}}]; a URL that begins with / lies at our origin
  archived_at timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (account_id, id)
);
select platform.wall_off('catalogue.product');

create table catalogue.variant (
  account_id uuid not null references access.account,
  id         uuid not null,
  product_id uuid not null,
  sku        text not null,
  name       text not null,
  images     jsonb not null,
  position   int  not null,
  primary key (account_id, id),
  unique (account_id, sku),
  foreign key (account_id, product_id) references catalogue.product
);
create index variant_product on catalogue.variant (account_id, product_id, position);
select platform.wall_off('catalogue.variant');

create table catalogue.stock_level (
  account_id   uuid not null references access.account,
  variant_id   uuid not null,
  warehouse_id uuid not null,
  available    int  not null check (available >= 0),
  primary key (account_id, variant_id, warehouse_id),
  foreign key (account_id, variant_id) references catalogue.variant,
  foreign key (account_id, warehouse_id) references catalogue.warehouse
);
select platform.wall_off('catalogue.stock_level');

-- The room's door for the SQL of rooms above it, which name none of its tables. It is inlined.
create function catalogue.revision_of(wanted_account uuid)
returns table (number bigint) language sql stable as $$
  select r.number from catalogue.revision r where r.account_id = wanted_account
$$;

create function catalogue.note_change() returns trigger language plpgsql as $$
begin
  insert into catalogue.revision as r (account_id, number)
  values (coalesce(new.account_id, old.account_id), 1)
  on conflict (account_id) do update set number = r.number + 1;
  return null;
end
$$;
create trigger note_change after insert or update or delete on catalogue.product for each row execute function catalogue.note_change();
create trigger note_change after insert or update or delete on catalogue.variant for each row execute function catalogue.note_change();
