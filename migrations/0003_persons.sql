-- A person signs in once and can be a user of several accounts: a user is the membership of a person in an account.

-- A person belongs to no account. A function or policy of an account reaches only the persons who are its users.
create table access.person (
  id              uuid not null,
  -- the address for sign-in
  email           text not null,
  email_key       text not null,
  -- When the person proved to read the mail of the address: with a link that the service mailed, or the operator said so. An
  -- address without proof belongs to no one in particular, so several persons can have it.
  email_proven_at timestamptz,
  password_hash   text,
  totp_encrypted  bytea,
  totp_enabled_at timestamptz,
  totp_last_step  bigint,
  -- Operators see the state of the installation, which belongs to no account. Only the command line grants this.
  is_operator     boolean not null default false,
  created_at      timestamptz not null,
  constraint person_pkey primary key (id)
);
create index person_email_key on access.person (email_key);
create unique index person_proven_email_key on access.person (email_key) where (email_proven_at is not null);

-- Each user becomes a person with the same id: a proven address belonged to one user of the installation.
insert into access.person
select id, email, email_key, email_proven_at, password_hash, totp_encrypted, totp_enabled_at, totp_last_step, is_operator,
       created_at
  from access.user where removed_at is null;

-- Name and address of a user are as this account knows them. They remain when the person leaves, who is then null.
alter table access.user add column person_id uuid;
update access.user set person_id = id where removed_at is null;
alter table access.user
  add constraint user_person_id_fkey foreign key (person_id) references access.person(id),
  add constraint user_person_check check ((person_id is null) = (removed_at is not null)),
  drop column password_hash,
  drop column totp_encrypted,
  drop column totp_enabled_at,
  drop column totp_last_step,
  drop column is_operator,
  drop column email_proven_at;
create unique index user_account_id_person_id_key on access.user (account_id, person_id);
create index user_person_id on access.user (person_id);
drop index access.user_email_key;

-- Row-level security of the rows of persons: an account reaches those of its users.
create function access.enable_person_rls(target_table regclass, person_column name)
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target_table);
  execute format('alter table %s force row level security', target_table);
  execute format(
    'create policy own_users on %s using (current_setting(''bestow.account'', true) = ''*'' or exists (
       select from access.user u where u.person_id = %s.%I and u.account_id::text = current_setting(''bestow.account'', true)))',
    target_table, target_table, person_column);
end
$$;
select access.enable_person_rls('access.person', 'id');
create policy new_person on access.person for insert with check (true);

-- The functions below look beyond the account of the transaction. Each answers one question about a person, and then restores
-- the account.

-- The person who has proven to read the mail of an address, in any account.
create function access.person_of_address(wanted_key text)
returns uuid language plpgsql as $$
declare
  this_account text := current_setting('bestow.account', true);
  found_person uuid;
begin
  perform set_config('bestow.account', '*', true);
  select p.id into found_person from access.person p where p.email_key = wanted_key and p.email_proven_at is not null;
  perform set_config('bestow.account', this_account, true);
  return found_person;
end
$$;

-- Whether a person is a user of another account.
create function access.is_user_elsewhere(wanted_person uuid, this_account uuid)
returns boolean language plpgsql as $$
declare
  before text := current_setting('bestow.account', true);
  is_found boolean;
begin
  perform set_config('bestow.account', '*', true);
  select exists (select from access.user u where u.person_id = wanted_person and u.account_id <> this_account) into is_found;
  perform set_config('bestow.account', before, true);
  return is_found;
end
$$;

-- Deletes a person who is no longer a user of any account, with sessions, sign-in methods and emailed links.
create function access.delete_person_without_account(wanted_person uuid)
returns void language plpgsql as $$
declare
  this_account text := current_setting('bestow.account', true);
begin
  perform set_config('bestow.account', '*', true);
  delete from access.person p
   where p.id = wanted_person and not exists (select from access.user u where u.person_id = p.id);
  perform set_config('bestow.account', this_account, true);
end
$$;

-- The sign-in methods and emailed links of users become those of their persons, who have the same ids. Those of removed users
-- do not exist.
alter table access.passkey
  drop constraint passkey_account_id_user_id_fkey,
  drop constraint passkey_pkey,
  add constraint passkey_pkey primary key (id);
alter table access.passkey rename column user_id to person_id;
alter table access.password_reset
  drop constraint password_reset_account_id_user_id_fkey,
  drop constraint password_reset_pkey,
  add constraint password_reset_pkey primary key (id);
alter table access.password_reset rename column user_id to person_id;
alter table access.backup_code
  drop constraint backup_code_account_id_user_id_fkey,
  drop constraint backup_code_pkey;
alter table access.backup_code rename column user_id to person_id;
alter table access.backup_code add constraint backup_code_pkey primary key (person_id, code_hash);
alter table access.email_change
  drop constraint email_change_account_id_user_id_fkey,
  drop constraint email_change_pkey;
alter table access.email_change rename column user_id to person_id;
alter table access.email_change add constraint email_change_pkey primary key (person_id);

do $$
declare target text;
begin
  foreach target in array array['passkey', 'password_reset', 'backup_code', 'email_change'] loop
    execute format('drop policy own_account on access.%I', target);
    execute format('alter table access.%I drop column account_id', target);
    execute format('delete from access.%I where person_id not in (select id from access.person)', target);
    execute format(
      'alter table access.%I add constraint %I foreign key (person_id) references access.person(id) on delete cascade',
      target, target || '_person_id_fkey');
    perform access.enable_person_rls(('access.' || target)::regclass, 'person_id');
  end loop;
end
$$;
create index passkey_person on access.passkey (person_id);
create index password_reset_person on access.password_reset (person_id);

-- A session belongs to a person. `account_id` is the account that a page opens without another wish; a session by single
-- sign-on is for that account only, because its provider knows no other.
alter table access.session drop constraint session_account_id_user_id_fkey, drop constraint session_pkey;
alter table access.session rename column user_id to person_id;
drop policy own_account on access.session;
drop index access.session_user_index;
delete from access.session where person_id not in (select id from access.person);
alter table access.session
  add constraint session_pkey primary key (id),
  add constraint session_account_id_fkey foreign key (account_id) references access.account(id),
  add constraint session_person_id_fkey foreign key (person_id) references access.person(id) on delete cascade;
create index session_person on access.session (person_id);
create index session_account on access.session (account_id) where (method = 'single_sign_on');
select access.enable_person_rls('access.session', 'person_id');
