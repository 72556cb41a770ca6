--! fits-older
-- The settings of an endpoint for receivers behind gateways, rate limits and mutual TLS. Null: not used.
alter table webhooks.endpoint
  -- Encrypted JSON: pairs of names and values. The names are also readable, because the web app shows them.
  add column headers bytea,
  add column header_names text[] not null default '{}',
  add column max_per_second smallint check (max_per_second between 1 and 1000),
  -- The encrypted Ed25519 key, and the one that also signs until `previous_key_until`.
  add column signing_key bytea,
  add column public_key text,
  add column previous_signing_key bytea,
  add column previous_public_key text,
  add column previous_key_until timestamptz,
  -- PEM. Only the key of the client certificate is secret, and encrypted.
  add column ca text,
  add column ca_subject text,
  add column ca_expires_at timestamptz,
  add column client_certificate text,
  add column client_certificate_subject text,
  add column client_certificate_expires_at timestamptz,
  add column client_key bytea,
  add constraint endpoint_client_key_check check ((client_certificate is null) = (client_key is null)),
  add constraint endpoint_signing_key_check check ((signing_key is null) = (public_key is null));

-- When the next attempt of an endpoint with `max_per_second` may start. Every worker reserves its times here, so the
-- table is frequently updated and separate from the endpoint.
create table webhooks.endpoint_rate (
  account_id  uuid not null,
  endpoint_id uuid not null,
  next_at     timestamptz not null,
  constraint endpoint_rate_pkey primary key (account_id, endpoint_id)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
select platform.enable_rls('webhooks.endpoint_rate');
