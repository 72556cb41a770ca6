create schema access;

create table access.account (
  id         uuid        not null primary key,
  name       text        not null,
  tier       text        not null check (tier in ('enterprise', 'on_demand')),
  tenant     text        not null unique,
  region     text        not null,
  stage      text        not null check (stage in ('staging', 'production')),
  -- staging only: how far the account's test clock runs ahead of the real one
  clock_ahead interval   not null default interval '0' check (clock_ahead >= interval '0'),
  created_at timestamptz not null
);
select platform.wall_off('access.account', 'id');

create table access.person (
  account_id    uuid        not null references access.account,
  id            uuid        not null,
  email         text        not null,
  email_key     text        not null, -- the e-mail address in lower case: one person for each, in a region
  name          text        not null,
  role          text        not null check (role in ('admin', 'sender')),
  password_hash text,
  created_at    timestamptz not null,
  primary key (account_id, id),
  unique (email_key)
);
select platform.wall_off('access.person');

-- The room's door for the SQL of rooms above it, which name none of its tables. It is inlined.
create function access.sender(wanted_account uuid, wanted_person uuid)
returns table (id uuid, name text, email text) language sql stable as $$
  select p.id, p.name, p.email from access.person p
   where p.account_id = wanted_account and p.id = wanted_person
$$;

create table access.api_token (
  account_id   uuid        not null references access.account,
  id           uuid        not null,
  name         text        not null,
  token_hash   bytea       not null unique, -- SHA-256; the token itself is never kept
  last_four    text        not null,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  expired_at   timestamptz,
  primary key (account_id, id)
);
select platform.wall_off('access.api_token');

create table access.idempotency_key (
  account_id   uuid        not null references access.account,
  key          text        not null,
  fingerprint  bytea       not null, -- SHA-256 of method, path, version and body
  status       int         not null,
  content_type text        not null,
  body         bytea       not null, -- the answer, byte for byte
  created_at   timestamptz not null,
  primary key (account_id, key)
);
create index idempotency_key_age on access.idempotency_key (created_at);
select platform.wall_off('access.idempotency_key');
