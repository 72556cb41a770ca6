-- What the pages for developers ask that nobody else does.

-- A request of the API that somebody of the account made, or tried to. Written once a second for all of
-- them, off the way of the request; what is more than a second's measure is not written down.
create table access.request_log (
  account_id uuid        not null,
  id         uuid        not null,
  at         timestamptz not null,
  request_id uuid        not null, -- the header Request-Id of the answer
  method     text        not null,
  path       text        not null, -- as the routes are written, with names in place of ids
  status     smallint    not null,
  ms         int         not null,
  version    text, -- the one asked for, when it was one
  token_id   uuid, -- of an API token or an access token; null when it is not known
  client_id  uuid, -- the OAuth client's, when it was one
  reason     text, -- of a 401: what was wrong, which the answer never says
  errors     text[]      not null, -- 'code' or 'code param' of each
  primary key (account_id, id)
);
create index request_log_refused on access.request_log (account_id, id) where status >= 400;
create index request_log_token   on access.request_log (account_id, token_id, id) where token_id is not null;
create index request_log_request on access.request_log (account_id, request_id);
create index request_log_age     on access.request_log using brin (at);
select platform.wall_off('access.request_log');

-- How often each token was used in each minute, and in which version: all of it, also what is not in the log.
create table access.token_use (
  account_id uuid        not null,
  token_id   uuid        not null,
  minute     timestamptz not null,
  version    text        not null,
  requests   int         not null,
  primary key (account_id, token_id, minute, version)
) with (fillfactor = 70);
create index token_use_age on access.token_use using brin (minute);
select platform.wall_off('access.token_use');

-- For up to a week a client may use either of two secrets.
alter table access.oauth_client
  add column previous_secret_hash  bytea,
  add column previous_secret_until timestamptz;
create index oauth_client_key on access.oauth_client (api_key_hash);

-- A delivery that tells of nothing: an admin wanted to see whether it arrives.
alter table webhooks.delivery add column is_test boolean not null default false;
-- Since when the secret is in force: attempts before it were signed with another.
alter table webhooks.endpoint add column secret_at timestamptz;
-- What failed is little, and what is mostly looked for.
create index attempt_failed on webhooks.attempt (account_id, delivery_id) where outcome <> 'ok';
