-- People who sign in to the admin area: how they prove who they are, and where they are signed in.
-- Of tokens, codes and links only SHA-256 is kept; a TOTP secret is sealed with a key from outside.

alter table access.person
  add column totp_sealed    bytea,       -- while it is not confirmed it protects nothing
  add column totp_since     timestamptz, -- when the first code from it was right
  add column totp_last_step bigint,      -- a code counts once
  add column removed_at     timestamptz, -- they cannot sign in; what they did stays theirs
  add column last_seen_at   timestamptz;

-- The codes on paper for whoever has lost the telephone. Each counts once.
create table access.backup_code (
  account_id uuid  not null,
  person_id  uuid  not null,
  code_hash  bytea not null,
  primary key (account_id, person_id, code_hash),
  foreign key (account_id, person_id) references access.person
);
select platform.wall_off('access.backup_code');

create table access.passkey (
  account_id    uuid        not null,
  id            uuid        not null,
  person_id     uuid        not null,
  credential_id text        not null unique, -- base64url, made by the authenticator
  public_key    bytea       not null,
  counter       bigint      not null,
  transports    text[]      not null,
  name          text        not null,
  is_synced     boolean     not null, -- kept by a cloud, or only in this one device
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (account_id, id),
  foreign key (account_id, person_id) references access.person
);
create index passkey_person on access.passkey (account_id, person_id);
select platform.wall_off('access.passkey');

-- A browser that somebody signed in with. To sign it out is to delete its row: the next request, on
-- whichever node, is a stranger's.
create table access.session (
  account_id   uuid        not null,
  id           uuid        not null,
  person_id    uuid        not null,
  token_hash   bytea       not null unique,
  method       text        not null check (method in ('password', 'password_and_code', 'passkey', 'invitation', 'setup')),
  address      text        not null,
  user_agent   text        not null,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at   timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, person_id) references access.person
);
create index session_person on access.session (account_id, person_id);
create index session_expiry on access.session (expires_at);
select platform.wall_off('access.session');

-- Links that go by mail: to whoever is invited, and to whoever has forgotten a password.
create table access.invitation (
  account_id  uuid        not null references access.account,
  id          uuid        not null,
  email       text        not null,
  email_key   text        not null,
  name        text        not null,
  role        text        not null check (role in ('admin', 'sender')),
  token_hash  bytea       not null unique,
  invited_by  uuid        not null,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  primary key (account_id, id),
  unique (account_id, email_key),
  foreign key (account_id, invited_by) references access.person
);
select platform.wall_off('access.invitation');

create table access.recovery (
  account_id uuid        not null,
  id         uuid        not null,
  person_id  uuid        not null,
  token_hash bytea       not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, person_id) references access.person
);
create index recovery_person on access.recovery (account_id, person_id);
select platform.wall_off('access.recovery');

-- What belongs to no account yet is seen by sign-in alone, which works for everyone.
create function access.wall_off_strangers(wanted regclass)
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', wanted);
  execute format('alter table %s force row level security', wanted);
  execute format('create policy sign_in on %s using (current_setting(''bestow.account'', true) = ''*'')', wanted);
end
$$;

-- How often something was tried within a while, on all nodes together.
create table access.attempt (
  key_hash   bytea       not null primary key,
  count      int         not null,
  expires_at timestamptz not null
);
create index attempt_expiry on access.attempt (expires_at);
select access.wall_off_strangers('access.attempt');

-- Proofs that count once: the challenge of a passkey, the ticket between password and code.
create table access.spent (
  proof_hash bytea       not null primary key,
  expires_at timestamptz not null
);
create index spent_expiry on access.spent (expires_at);
select access.wall_off_strangers('access.spent');

-- Printed on the terminal while there is no account; it makes the first one.
create table access.setup_code (
  code_hash  bytea       not null primary key,
  created_at timestamptz not null
);
select access.wall_off_strangers('access.setup_code');

-- What an admin can set for the account. No row: nothing was ever set.
create table access.settings (
  account_id             uuid        not null primary key references access.account,
  brand_color            text        check (brand_color ~ '^#[0-9a-f]{6}$'),
  logo_url               text,
  sender_name            text, -- whom mails are from, when it is not the account's name
  address_retention_days int         not null check (address_retention_days between 1 and 3650),
  updated_at             timestamptz not null
);
select platform.wall_off('access.settings');
