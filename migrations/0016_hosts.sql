--! fits-older
-- The host of an account's own for the pages of its recipients. Older processes serve them at the origin of the installation only.

create table access.host (
  account_id    uuid not null,
  id            uuid not null,
  -- A-labels in lower case, as DNS and browsers use them.
  name          text collate "C" not null,
  -- The name and the domains above it. The account that has proven the longest of them owns the host.
  names         text[] not null,
  created_at    timestamptz not null,
  -- Since when a check has seen the host point to this installation; null while new links do not use it.
  verified_at   timestamptz,
  checked_at    timestamptz,
  -- Why the last check did not see it.
  problem       text,
  -- When a verified host was first seen without its records, and in how many checks since. The host still serves its links.
  missing_since timestamptz,
  missed        integer not null default 0,
  due_at        timestamptz,
  constraint host_pkey primary key (account_id, id),
  constraint host_account_id_fkey foreign key (account_id) references access.account(id),
  constraint host_account_id_key unique (account_id)
);
-- A host belongs to one account, whichever account of the database it is.
create unique index host_name on access.host (name);
create index host_due on access.host (due_at) where (due_at is not null);
select platform.enable_rls('access.host');

-- Deletes a host of another account, if this account has proven its domain and the other one no longer has.
create function access.release_host(host text, domains text[])
returns void language plpgsql as $$
declare
  this_account text := current_setting('bestow.account', true);
begin
  if access.account_of_domain(domains)::text is distinct from this_account then return; end if;
  perform set_config('bestow.account', '*', true);
  delete from access.host h where h.name = host and h.account_id::text <> this_account;
  perform set_config('bestow.account', this_account, true);
end
$$;
