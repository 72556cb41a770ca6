--! fits-older
-- When an API token ends by itself, and the addresses that may use it; none: every address. `reminded_days` is the last
-- reminder of the expiry: so many days before it. An older process ignores all three.
alter table access.api_token
  add column expires_at timestamptz,
  add column allowed_addresses text[] not null default '{}',
  add column reminded_days integer,
  add constraint api_token_allowed_addresses_check check (cardinality(allowed_addresses) <= 50),
  add constraint api_token_reminded_days_check check (reminded_days = any (array[1, 7]));
create index api_token_reminders on access.api_token (account_id, expires_at)
  where (expires_at is not null and expired_at is null and reminded_days is distinct from 1);
