--! fits-older
-- Domains that accounts prove with a TXT record in the DNS.

create table access.domain (
  account_id    uuid not null,
  id            uuid not null,
  -- A-labels in lower case, as DNS uses them.
  name          text collate "C" not null,
  -- The challenge of the record. It is public.
  token         text not null,
  created_at    timestamptz not null,
  proven_at     timestamptz,
  checked_at    timestamptz,
  -- Why the last check did not prove the domain.
  problem       text,
  -- When the record of a proven domain was missing first, and in how many checks since.
  missing_since timestamptz,
  missed        integer not null default 0,
  -- When the service checks the record next; null for an unproven domain that it no longer checks by itself.
  due_at        timestamptz,
  constraint domain_pkey primary key (account_id, id),
  constraint domain_account_id_fkey foreign key (account_id) references access.account(id),
  constraint domain_account_id_name_key unique (account_id, name),
  constraint domain_missing_check check (missing_since is null or proven_at is not null)
);
-- A domain is proven by one account at a time, whichever account of the database it is.
create unique index domain_proven on access.domain (name) where (proven_at is not null);
create index domain_due on access.domain (due_at) where (due_at is not null);
select platform.enable_rls('access.domain');

-- The account that has proven the longest of these names. The names are a domain and the domains above it.
create function access.account_of_domain(names text[])
returns uuid language plpgsql as $$
declare
  this_account text := current_setting('bestow.account', true);
  found_account uuid;
begin
  perform set_config('bestow.account', '*', true);
  select d.account_id into found_account from access.domain d
   where d.name = any (names) and d.proven_at is not null order by length(d.name) desc limit 1;
  perform set_config('bestow.account', this_account, true);
  return found_account;
end
$$;
