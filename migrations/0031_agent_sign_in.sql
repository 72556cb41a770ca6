--! fits-older
-- A client that registered itself for /mcp (RFC 7591) has a row in each account whose admin allowed it. Its client_id
-- contains the registration, so only the digest is stored.
alter table access.oauth_client
  add column registration_hash bytea check (registration_hash is null or kind = 'public');
create unique index oauth_client_registration on access.oauth_client (account_id, registration_hash)
  where registration_hash is not null and revoked_at is null;

-- The resource that the tokens of a grant are for (RFC 8707), the redirect URI of a consent, and how many gifts agents
-- with them may send in 24 hours; null if they may not send.
alter table access.oauth_grant
  add column audience text not null default 'api' check (audience in ('api', 'mcp')),
  add column redirect_uri text,
  add column daily_cap integer check (daily_cap is null or (audience = 'mcp' and daily_cap between 1 and 10000));
