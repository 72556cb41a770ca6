--! fits-older
-- The OpenID Connect provider of an account. `metadata` is its discovery document, as far as sign-in needs it.
create table access.single_sign_on_provider (
  account_id              uuid        not null,
  id                      uuid        not null,
  issuer                  text        not null,
  client_id               text        not null,
  client_secret_encrypted bytea       not null,
  metadata                jsonb       not null,
  is_required             boolean     not null default false,
  tested_at               timestamptz,
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  constraint single_sign_on_provider_pkey primary key (account_id, id),
  constraint single_sign_on_provider_account_id_key unique (account_id),
  constraint single_sign_on_provider_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('access.single_sign_on_provider');

-- The subject of a member at the provider. The email address at the provider can change, the subject cannot.
create table access.single_sign_on_identity (
  account_id uuid        not null,
  user_id    uuid        not null,
  issuer     text        not null,
  subject    text        not null,
  created_at timestamptz not null,
  constraint single_sign_on_identity_pkey primary key (account_id, user_id),
  constraint single_sign_on_identity_subject_key unique (account_id, issuer, subject),
  constraint single_sign_on_identity_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
select platform.enable_rls('access.single_sign_on_identity');

-- An authorization request that waits for the response of the provider: the hashes of its state and of the cookie of its browser.
create table access.single_sign_on_request (
  account_id    uuid        not null,
  state_hash    bytea       not null,
  browser_hash  bytea       not null,
  purpose       text        not null,
  user_id       uuid,
  session_id    uuid,
  invitation_id uuid,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  constraint single_sign_on_request_pkey primary key (state_hash),
  constraint single_sign_on_request_account_id_fkey foreign key (account_id) references access.account(id),
  constraint single_sign_on_request_purpose_check
    check (purpose = any (array['sign_in', 'invitation', 'confirmation', 'test']))
);
create index single_sign_on_request_account on access.single_sign_on_request (account_id);
create index single_sign_on_request_expiry on access.single_sign_on_request (expires_at);
select platform.enable_rls('access.single_sign_on_request');

-- When the user of a session by single sign-on last confirmed their identity at the provider.
alter table access.session add column confirmed_at timestamptz;
