create schema access;

-- Functions of the language SQL may name tables that are created below.
set local check_function_bodies = off;

-- For tables without an account: only transactions opened with '*' see their rows.
create function access.enable_internal_rls(target_table regclass)
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target_table);
  execute format('alter table %s force row level security', target_table);
  execute format('create policy sign_in on %s using (current_setting(''bestow.account'', true) = ''*'')', target_table);
end
$$;

-- The offset of an account's test clock, for other modules.
create function access.clock_offset_of(wanted_account uuid)
returns table (clock_offset interval) language sql stable as $$
  select a.clock_offset from access.account a where a.id = wanted_account
$$;

create function access.all_account_ids()
returns table (id uuid) language sql stable as $$
  select a.id from access.account a
$$;

create function access.reject_change()
returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end
$$;

-- The name and email address of the user who sends a gift, for other modules.
create function access.sender(wanted_account uuid, wanted_user uuid)
returns table (id uuid, name text, email text) language sql stable as $$
  select u.id, u.name, u.email from access.user u
   where u.account_id = wanted_account and u.id = wanted_user
$$;

create table access.account (
  id           uuid not null,
  name         text not null,
  tier         text not null,
  tenant       text not null,
  region       text not null,
  stage        text not null,
  clock_offset interval not null default '00:00:00'::interval,
  created_at   timestamptz not null,
  constraint account_pkey primary key (id),
  constraint account_tenant_key unique (tenant),
  constraint account_clock_offset_check check (clock_offset >= '00:00:00'::interval),
  constraint account_stage_check check (stage = any (array['staging', 'production'])),
  constraint account_tier_check check (tier = any (array['enterprise', 'on_demand']))
);
select platform.enable_rls('access.account', 'id');

create table access.agent_confirmation (
  account_id       uuid not null,
  id               uuid not null,
  token_id         uuid not null,
  action           text not null,
  sent             integer not null,
  gift_request_ids uuid[] not null,
  used_at          timestamptz not null,
  constraint agent_confirmation_pkey primary key (account_id, id),
  constraint agent_confirmation_account_id_fkey foreign key (account_id) references access.account(id),
  constraint agent_confirmation_sent_check check (sent >= 0)
);
create index agent_confirmation_day on access.agent_confirmation (account_id, used_at);
select platform.enable_rls('access.agent_confirmation');

create table access.api_token (
  account_id   uuid not null,
  id           uuid not null,
  name         text not null,
  token_hash   bytea not null,
  last_four    text not null,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  expired_at   timestamptz,
  constraint api_token_pkey primary key (account_id, id),
  constraint api_token_token_hash_key unique (token_hash),
  constraint api_token_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('access.api_token');

create table access.agent_permission (
  account_id uuid not null,
  token_id   uuid not null,
  daily_cap  integer not null,
  granted_at timestamptz not null,
  constraint agent_permission_pkey primary key (account_id, token_id),
  constraint agent_permission_account_id_token_id_fkey foreign key (account_id, token_id) references access.api_token(account_id, id),
  constraint agent_permission_daily_cap_check check (daily_cap >= 1 and daily_cap <= 10000)
);
select platform.enable_rls('access.agent_permission');

create table access.sign_in_attempt (
  key_hash   bytea not null,
  count      integer not null,
  expires_at timestamptz not null,
  constraint sign_in_attempt_pkey primary key (key_hash)
);
create index sign_in_attempt_expiry on access.sign_in_attempt (expires_at);
select access.enable_internal_rls('access.sign_in_attempt');

create table access.audit_entry (
  account_id    uuid not null,
  id            uuid not null,
  at            timestamptz not null,
  actor_kind    text not null,
  actor_id      text,
  actor_name    text,
  actor_address text,
  action        text not null,
  subject_kind  text not null,
  subject_id    text not null,
  subject_name  text,
  details       jsonb not null,
  account_at    timestamptz,
  constraint audit_entry_pkey primary key (account_id, id),
  constraint audit_entry_account_id_fkey foreign key (account_id) references access.account(id),
  constraint audit_entry_actor_kind_check check (actor_kind = any (array['user', 'api_token', 'oauth_client', 'recipient', 'operator', 'system']))
);
create index audit_entry_action on access.audit_entry (account_id, action, id);
create index audit_entry_actor on access.audit_entry (account_id, actor_id, id);
create index audit_entry_subject on access.audit_entry (account_id, subject_id, id);
select platform.enable_rls('access.audit_entry');
create trigger audit_entry_append_only before delete or update on access.audit_entry for each row execute function access.reject_change();
create trigger audit_entry_no_truncate before truncate on access.audit_entry for each statement execute function access.reject_change();

create table access.idempotency_key (
  account_id   uuid not null,
  key          text not null,
  fingerprint  bytea not null,
  status       integer not null,
  content_type text not null,
  body         bytea not null,
  created_at   timestamptz not null,
  constraint idempotency_key_pkey primary key (account_id, key),
  constraint idempotency_key_account_id_fkey foreign key (account_id) references access.account(id)
);
create index idempotency_key_age on access.idempotency_key (created_at);
select platform.enable_rls('access.idempotency_key');

create table access.oauth_client (
  account_id            uuid not null,
  id                    uuid not null,
  kind                  text not null,
  name                  text not null,
  secret_hash           bytea,
  api_key_hash          bytea not null,
  api_key_last_four     text not null,
  redirect_uris         text[] not null,
  created_at            timestamptz not null,
  last_issued_at        timestamptz,
  revoked_at            timestamptz,
  previous_secret_hash  bytea,
  previous_secret_until timestamptz,
  constraint oauth_client_pkey primary key (account_id, id),
  constraint oauth_client_id_key unique (id),
  constraint oauth_client_account_id_fkey foreign key (account_id) references access.account(id),
  constraint oauth_client_check check ((kind = 'private') = (secret_hash is not null)),
  constraint oauth_client_check1 check ((kind = 'public') = (cardinality(redirect_uris) > 0)),
  constraint oauth_client_kind_check check (kind = any (array['private', 'public']))
);
create index oauth_client_key on access.oauth_client (api_key_hash);
select platform.enable_rls('access.oauth_client');

create table access.user (
  account_id      uuid not null,
  id              uuid not null,
  email           text not null,
  email_key       text not null,
  name            text not null,
  role            text not null,
  password_hash   text,
  created_at      timestamptz not null,
  totp_encrypted  bytea,
  totp_enabled_at timestamptz,
  totp_last_step  bigint,
  removed_at      timestamptz,
  last_seen_at    timestamptz,
  constraint user_pkey primary key (account_id, id),
  constraint user_email_key_key unique (email_key),
  constraint user_account_id_fkey foreign key (account_id) references access.account(id),
  constraint user_role_check check (role = any (array['admin', 'sender']))
);
select platform.enable_rls('access.user');

create table access.backup_code (
  account_id uuid not null,
  user_id    uuid not null,
  code_hash  bytea not null,
  constraint backup_code_pkey primary key (account_id, user_id, code_hash),
  constraint backup_code_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
select platform.enable_rls('access.backup_code');

create table access.dismissal (
  account_id uuid not null,
  user_id    uuid not null,
  key        text not null,
  created_at timestamptz not null,
  constraint dismissal_pkey primary key (account_id, user_id, key),
  constraint dismissal_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id) on delete cascade
);
select platform.enable_rls('access.dismissal');

create table access.invitation (
  account_id uuid not null,
  id         uuid not null,
  email      text not null,
  email_key  text not null,
  name       text not null,
  role       text not null,
  token_hash bytea not null,
  invited_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitation_pkey primary key (account_id, id),
  constraint invitation_account_id_email_key_key unique (account_id, email_key),
  constraint invitation_token_hash_key unique (token_hash),
  constraint invitation_account_id_fkey foreign key (account_id) references access.account(id),
  constraint invitation_account_id_invited_by_fkey foreign key (account_id, invited_by) references access.user(account_id, id),
  constraint invitation_role_check check (role = any (array['admin', 'sender']))
);
select platform.enable_rls('access.invitation');

create table access.oauth_grant (
  account_id uuid not null,
  id         uuid not null,
  client_id  uuid not null,
  user_id    uuid,
  created_at timestamptz not null,
  revoked_at timestamptz,
  constraint oauth_grant_pkey primary key (account_id, id),
  constraint oauth_grant_account_id_client_id_fkey foreign key (account_id, client_id) references access.oauth_client(account_id, id),
  constraint oauth_grant_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
create index oauth_grant_client on access.oauth_grant (account_id, client_id);
select platform.enable_rls('access.oauth_grant');

create table access.oauth_code (
  account_id     uuid not null,
  id             uuid not null,
  grant_id       uuid not null,
  code_hash      bytea not null,
  redirect_uri   text not null,
  code_challenge text not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  used_at        timestamptz,
  constraint oauth_code_pkey primary key (account_id, id),
  constraint oauth_code_code_hash_key unique (code_hash),
  constraint oauth_code_account_id_grant_id_fkey foreign key (account_id, grant_id) references access.oauth_grant(account_id, id) on delete cascade
);
create index oauth_code_grant on access.oauth_code (account_id, grant_id);
select platform.enable_rls('access.oauth_code');

create table access.oauth_token (
  account_id uuid not null,
  id         uuid not null,
  grant_id   uuid not null,
  kind       text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  revoked_at timestamptz,
  constraint oauth_token_pkey primary key (account_id, id),
  constraint oauth_token_token_hash_key unique (token_hash),
  constraint oauth_token_account_id_grant_id_fkey foreign key (account_id, grant_id) references access.oauth_grant(account_id, id) on delete cascade,
  constraint oauth_token_kind_check check (kind = any (array['access', 'refresh']))
);
create index oauth_token_expiry on access.oauth_token (expires_at);
create index oauth_token_grant on access.oauth_token (account_id, grant_id);
select platform.enable_rls('access.oauth_token');

create table access.passkey (
  account_id    uuid not null,
  id            uuid not null,
  user_id       uuid not null,
  credential_id text not null,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  name          text not null,
  is_synced     boolean not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  constraint passkey_pkey primary key (account_id, id),
  constraint passkey_credential_id_key unique (credential_id),
  constraint passkey_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
create index passkey_user on access.passkey (account_id, user_id);
select platform.enable_rls('access.passkey');

create table access.password_reset (
  account_id uuid not null,
  id         uuid not null,
  user_id    uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_reset_pkey primary key (account_id, id),
  constraint password_reset_token_hash_key unique (token_hash),
  constraint password_reset_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
create index password_reset_user on access.password_reset (account_id, user_id);
select platform.enable_rls('access.password_reset');

create table access.request_log (
  account_id  uuid not null,
  id          uuid not null,
  at          timestamptz not null,
  request_id  uuid not null,
  method      text not null,
  path        text not null,
  status      smallint not null,
  ms          integer not null,
  version     text,
  token_id    uuid,
  client_id   uuid,
  reason      text,
  errors      text[] not null,
  query       text[] not null default '{}',
  messages    text[] not null default '{}',
  idempotency text,
  user_agent  text,
  created_id  uuid,
  constraint request_log_pkey primary key (account_id, id)
);
create index request_log_age on access.request_log using brin (at);
create index request_log_failed on access.request_log (account_id, id) where (status >= 400);
create index request_log_request on access.request_log (account_id, request_id);
create index request_log_token on access.request_log (account_id, token_id, id) where (token_id is not null);
select platform.enable_rls('access.request_log');

create table access.saved_view (
  account_id uuid not null,
  id         uuid not null,
  user_id    uuid not null,
  list       text not null,
  name       text not null,
  query      text not null,
  created_at timestamptz not null,
  constraint saved_view_pkey primary key (account_id, id),
  constraint saved_view_account_id_user_id_list_name_key unique (account_id, user_id, list, name),
  constraint saved_view_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
select platform.enable_rls('access.saved_view');

create table access.session (
  account_id   uuid not null,
  id           uuid not null,
  user_id      uuid not null,
  token_hash   bytea not null,
  method       text not null,
  address      text not null,
  user_agent   text not null,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at   timestamptz not null,
  constraint session_pkey primary key (account_id, id),
  constraint session_token_hash_key unique (token_hash),
  constraint session_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id),
  constraint session_method_check check (method = any (array['password', 'password_and_code', 'passkey', 'invitation', 'setup']))
);
create index session_expiry on access.session (expires_at);
create index session_user_index on access.session (account_id, user_id);
select platform.enable_rls('access.session');

create table access.settings (
  account_id             uuid not null,
  brand_color            text,
  logo_url               text,
  sender_name            text,
  address_retention_days integer not null,
  updated_at             timestamptz not null,
  constraint settings_pkey primary key (account_id),
  constraint settings_account_id_fkey foreign key (account_id) references access.account(id),
  constraint settings_address_retention_days_check check (address_retention_days >= 1 and address_retention_days <= 3650),
  constraint settings_brand_color_check check (brand_color ~ '^#[0-9a-f]{6}$')
);
select platform.enable_rls('access.settings');

create table access.setup_code (
  code_hash  bytea not null,
  created_at timestamptz not null,
  constraint setup_code_pkey primary key (code_hash)
);
select access.enable_internal_rls('access.setup_code');

create table access.used_challenge (
  proof_hash bytea not null,
  expires_at timestamptz not null,
  constraint used_challenge_pkey primary key (proof_hash)
);
create index used_challenge_expiry on access.used_challenge (expires_at);
select access.enable_internal_rls('access.used_challenge');

create table access.token_usage (
  account_id uuid not null,
  token_id   uuid not null,
  minute     timestamptz not null,
  version    text not null,
  requests   integer not null,
  constraint token_usage_pkey primary key (account_id, token_id, minute, version)
) with (fillfactor=70);
create index token_usage_age on access.token_usage using brin (minute);
select platform.enable_rls('access.token_usage');
