-- Programs that act for an account by OAuth. A private client keeps a secret on a server; a public
-- one (an app) cannot, and asks a person each time. Each has an API key, which says whose integration
-- is calling and grants nothing by itself. Of keys, secrets, tokens and codes only SHA-256 is kept.
create table access.oauth_client (
  account_id     uuid        not null references access.account,
  id             uuid        not null, -- the client_id
  kind           text        not null check (kind in ('private', 'public')),
  name           text        not null,
  secret_hash    bytea, -- a private client's
  api_key_hash   bytea       not null,
  api_key_last_four text     not null,
  redirect_uris  text[]      not null, -- a public client's, compared letter by letter
  created_at     timestamptz not null,
  last_issued_at timestamptz,
  revoked_at     timestamptz,
  primary key (account_id, id),
  unique (id),
  check ((kind = 'private') = (secret_hash is not null)),
  check ((kind = 'public') = (cardinality(redirect_uris) > 0))
);
select platform.wall_off('access.oauth_client');

-- What one consent, or one exchange of credentials, began: the family of all tokens that come of it.
create table access.oauth_grant (
  account_id uuid        not null,
  id         uuid        not null,
  client_id  uuid        not null,
  person_id  uuid, -- who agreed, when a person did
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, client_id) references access.oauth_client,
  foreign key (account_id, person_id) references access.person
);
create index oauth_grant_client on access.oauth_grant (account_id, client_id);
select platform.wall_off('access.oauth_grant');

create table access.oauth_token (
  account_id uuid        not null,
  id         uuid        not null,
  grant_id   uuid        not null,
  kind       text        not null check (kind in ('access', 'refresh')),
  token_hash bytea       not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz, -- when a refresh token was exchanged; a second time is theft
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, grant_id) references access.oauth_grant on delete cascade
);
create index oauth_token_grant on access.oauth_token (account_id, grant_id);
create index oauth_token_expiry on access.oauth_token (expires_at);
select platform.wall_off('access.oauth_token');

-- A person said yes; the app exchanges this for tokens, once, within a minute.
create table access.oauth_code (
  account_id     uuid        not null,
  id             uuid        not null,
  grant_id       uuid        not null,
  code_hash      bytea       not null unique,
  redirect_uri   text        not null,
  code_challenge text        not null, -- PKCE, S256
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  used_at        timestamptz,
  primary key (account_id, id),
  foreign key (account_id, grant_id) references access.oauth_grant on delete cascade
);
create index oauth_code_grant on access.oauth_code (account_id, grant_id);
select platform.wall_off('access.oauth_code');
