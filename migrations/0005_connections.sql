-- Connections of accounts to services outside, such as carriers.
-- Older processes would ship the parcels of a connection with the carrier of the installation, so they stop.

create schema connections;

-- A connection of an account. `settings` has no secrets; `encrypted_credentials` is a JSON object of the secret settings,
-- which no response contains. `failures` counts the requests since the last success.
create table connections.connection (
  account_id            uuid not null,
  id                    uuid not null,
  port                  text not null,
  kind                  text not null,
  name                  text not null,
  settings              jsonb not null,
  encrypted_credentials bytea not null,
  enabled               boolean not null default true,
  is_default            boolean not null default false,
  last_success_at       timestamptz,
  last_error            text,
  last_error_at         timestamptz,
  failing_since         timestamptz,
  failures              integer not null default 0,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  constraint connection_pkey primary key (account_id, id),
  constraint connection_account_id_fkey foreign key (account_id) references access.account(id),
  constraint connection_account_id_name_key unique (account_id, name)
);
-- New work of a port goes to at most one default.
create unique index connection_default on connections.connection (account_id, port) where is_default;
-- A webhook names only the connection.
create unique index connection_id on connections.connection (id);
select platform.enable_rls('connections.connection');

-- The connection that a warehouse ships with. A warehouse without a row uses the default of the account.
create table fulfilment.warehouse_connection (
  account_id    uuid not null,
  warehouse_id  uuid not null,
  connection_id uuid not null,
  constraint warehouse_connection_pkey primary key (account_id, warehouse_id),
  constraint warehouse_connection_account_id_warehouse_id_fkey foreign key (account_id, warehouse_id)
    references catalogue.warehouse(account_id, id),
  constraint warehouse_connection_account_id_connection_id_fkey foreign key (account_id, connection_id)
    references connections.connection(account_id, id)
);
select platform.enable_rls('fulfilment.warehouse_connection');

-- The connection with which the label of a parcel is bought; null for the carriers of the installation. A parcel retains
-- the id of a connection that was deleted after the parcel had arrived, so there is no foreign key.
alter table fulfilment.parcel add column connection_id uuid;
alter table fulfilment.label_purchase add column connection_id uuid;
create index parcel_connection on fulfilment.parcel (account_id, connection_id) where (connection_id is not null);

-- Two warehouses may give two parcels the same reference.
drop index fulfilment.parcel_carrier_ref;
create unique index parcel_carrier_ref on fulfilment.parcel (carrier, carrier_ref, connection_id)
  nulls not distinct where (carrier_ref is not null);
