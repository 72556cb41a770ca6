--! fits-older
-- Operators see the state of the installation, which belongs to no account. Only the command line grants this.
alter table access.user add column is_operator boolean not null default false;

-- Viewers read what senders read and change nothing. Developers manage keys and webhooks.
alter table access.user drop constraint user_role_check;
alter table access.user add constraint user_role_check
  check (role = any (array['admin', 'sender', 'packer', 'viewer', 'developer']));
alter table access.invitation drop constraint invitation_role_check;
alter table access.invitation add constraint invitation_role_check
  check (role = any (array['admin', 'sender', 'packer', 'viewer', 'developer']));

-- A new email address of a user that is not confirmed yet: at most one for each user.
create table access.email_change (
  account_id uuid        not null,
  user_id    uuid        not null,
  email      text        not null,
  email_key  text        not null,
  token_hash bytea       not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint email_change_pkey primary key (account_id, user_id),
  constraint email_change_token_hash_key unique (token_hash),
  constraint email_change_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
create index email_change_expiry on access.email_change (expires_at);
select platform.enable_rls('access.email_change');

alter table access.session drop constraint session_method_check;
alter table access.session add constraint session_method_check
  check (method = any (array['password', 'password_and_code', 'passkey', 'invitation', 'setup', 'single_sign_on']));

-- What each process reports about itself. Unlogged: processes report again within seconds.
create unlogged table platform.process_report (
  id          uuid        not null,
  report      jsonb       not null,
  started_at  timestamptz not null,
  reported_at timestamptz not null,
  constraint process_report_pkey primary key (id)
);
alter table platform.process_report enable row level security;
alter table platform.process_report force row level security;
create policy all_accounts on platform.process_report for all to public
  using (current_setting('bestow.account', true) = '*');

-- The backups that the command line has made.
create table platform.backup (
  id         uuid        not null,
  created_at timestamptz not null,
  row_count  bigint      not null,
  constraint backup_pkey primary key (id)
);
alter table platform.backup enable row level security;
alter table platform.backup force row level security;
create policy all_accounts on platform.backup for all to public
  using (current_setting('bestow.account', true) = '*');
