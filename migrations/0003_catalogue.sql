create schema catalogue;

-- Functions of the language SQL may name tables that are created below.
set local check_function_bodies = off;

-- Counts the changes of an account's catalogue and campaigns, so that a reader can see that nothing changed.
create function catalogue.bump_revision()
returns trigger language plpgsql as $$
begin
  insert into catalogue.revision as r (account_id, number)
  values (coalesce(new.account_id, old.account_id), 1)
  on conflict (account_id) do update set number = r.number + 1;
  return null;
end
$$;

-- The variants that a campaign can offer: neither they nor their products are archived.
create function catalogue.available_variants(wanted_account uuid)
returns table (variant_id uuid) language sql stable as $$
  select v.id from catalogue.variant v
    join catalogue.product p on p.account_id = v.account_id and p.id = v.product_id
   where v.account_id = wanted_account and v.archived_at is null and p.archived_at is null
$$;

create function catalogue.revision_of(wanted_account uuid)
returns table (number bigint) language sql stable as $$
  select r.number from catalogue.revision r where r.account_id = wanted_account
$$;

create table catalogue.picture (
  account_id   uuid not null,
  name         text not null,
  content_type text not null,
  content      bytea not null,
  created_at   timestamptz not null,
  used_at      timestamptz,
  constraint picture_pkey primary key (account_id, name),
  constraint picture_account_id_fkey foreign key (account_id) references access.account(id),
  constraint picture_content_type_check check (content_type = any (array['image/png', 'image/jpeg', 'image/webp']))
);
create index picture_name on catalogue.picture (name);
create index picture_unused on catalogue.picture (created_at) where (used_at is null);
select platform.enable_rls('catalogue.picture');

create table catalogue.product (
  account_id  uuid not null,
  id          uuid not null,
  name        text not null,
  description text not null,
  kind        text not null,
  images      jsonb not null,
  archived_at timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint product_pkey primary key (account_id, id),
  constraint product_account_id_fkey foreign key (account_id) references access.account(id),
  constraint product_kind_check check (kind = any (array['physical', 'digital']))
);
select platform.enable_rls('catalogue.product');
create trigger bump_revision after INSERT or delete or update on catalogue.product for each row execute function catalogue.bump_revision();

create table catalogue.revision (
  account_id uuid not null,
  number     bigint not null,
  constraint revision_pkey primary key (account_id),
  constraint revision_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('catalogue.revision');

create table catalogue.variant (
  account_id  uuid not null,
  id          uuid not null,
  product_id  uuid not null,
  sku         text not null,
  name        text not null,
  images      jsonb not null,
  "position"  integer not null,
  archived_at timestamptz,
  constraint variant_pkey primary key (account_id, id),
  constraint variant_account_id_sku_key unique (account_id, sku),
  constraint variant_account_id_fkey foreign key (account_id) references access.account(id),
  constraint variant_account_id_product_id_fkey foreign key (account_id, product_id) references catalogue.product(account_id, id)
);
create index variant_product on catalogue.variant (account_id, product_id, "position");
select platform.enable_rls('catalogue.variant');
create trigger bump_revision after INSERT or delete or update on catalogue.variant for each row execute function catalogue.bump_revision();

create table catalogue.warehouse (
  account_id  uuid not null,
  id          uuid not null,
  name        text not null,
  country     text not null,
  created_at  timestamptz not null,
  archived_at timestamptz,
  constraint warehouse_pkey primary key (account_id, id),
  constraint warehouse_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('catalogue.warehouse');

create table catalogue.stock_level (
  account_id   uuid not null,
  variant_id   uuid not null,
  warehouse_id uuid not null,
  available    integer not null,
  constraint stock_level_pkey primary key (account_id, variant_id, warehouse_id),
  constraint stock_level_account_id_fkey foreign key (account_id) references access.account(id),
  constraint stock_level_account_id_variant_id_fkey foreign key (account_id, variant_id) references catalogue.variant(account_id, id),
  constraint stock_level_account_id_warehouse_id_fkey foreign key (account_id, warehouse_id) references catalogue.warehouse(account_id, id),
  constraint stock_level_available_check check (available >= 0)
);
select platform.enable_rls('catalogue.stock_level');

create table catalogue.reservation (
  account_id   uuid not null,
  holder_id    uuid not null,
  variant_id   uuid not null,
  warehouse_id uuid not null,
  quantity     integer not null,
  created_at   timestamptz not null,
  constraint reservation_pkey primary key (account_id, holder_id, variant_id, warehouse_id),
  constraint reservation_account_id_variant_id_warehouse_id_fkey foreign key (account_id, variant_id, warehouse_id) references catalogue.stock_level(account_id, variant_id, warehouse_id),
  constraint reservation_quantity_check check (quantity > 0)
);
select platform.enable_rls('catalogue.reservation');
