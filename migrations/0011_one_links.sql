-- One-links: one public address behind which a number of gift requests wait to be claimed.
create table gifting.one_link (
  account_id            uuid        not null references access.account,
  id                    uuid        not null,
  campaign_id           uuid        not null,
  campaign_name         text        not null,
  quantity              int         not null check (quantity between 1 and 10000),
  allowed_email_domains text[]      not null, -- in lower case; none: everybody
  code_digest           bytea       not null unique, -- SHA-256 of the code in the public URL
  code                  bytea       not null, -- the same code, sealed
  expires_at            timestamptz not null,
  closed_at             timestamptz,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  primary key (account_id, id)
);
select platform.wall_off('gifting.one_link');

-- A placeholder is a gift request of a one-link. Until somebody claims it, it belongs to no contact.
alter table gifting.gift_request
  add column one_link_id   uuid,
  add column claimed_until timestamptz, -- when a claim that nobody finishes lapses
  alter column contact_id drop not null,
  add foreign key (account_id, one_link_id) references gifting.one_link,
  add check (contact_id is not null or one_link_id is not null);

-- Whichever is free is found here at once, however many are taken.
create index gift_request_unclaimed on gifting.gift_request (account_id, one_link_id, id)
  where state = 'unclaimed';
-- One claim for each e-mail address is the database's promise. A lapsed claim leaves it.
create unique index gift_request_claim on gifting.gift_request (account_id, one_link_id, email_key)
  where one_link_id is not null and contact_id is not null;

-- The room's door for the SQL of rooms above it: how far the account's test clock runs ahead. It is inlined.
create function access.clock_of(wanted uuid)
returns table (ahead interval) language sql stable as $$
  select a.clock_ahead from access.account a where a.id = wanted
$$;
