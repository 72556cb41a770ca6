--! fits-older
-- Contacts: the people an account knows, also before their first gift.

create schema contacts;

create table contacts.contact (
  account_id         uuid not null,
  id                 uuid not null,
  given_name         text not null,
  family_name        text not null,
  display_name       text,
  salutation         text,
  -- The names without upper case and accents, for the order of the list.
  sort_name          text collate "C" not null,
  -- E.164.
  phone              text,
  language           text collate "C",
  country            text,
  time_zone          text,
  manager_id         uuid,
  department         text,
  start_date         text,
  -- 1990-04-12, or --04-12 without a year (RFC 6350, 4.3.1).
  birthday           text,
  fields             jsonb not null,
  consent            text,
  do_not_gift        text,
  do_not_gift_since  timestamptz,
  -- Where the value of each field is from, and when it came.
  origins            jsonb not null,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  constraint contact_pkey primary key (account_id, id),
  constraint contact_account_id_fkey foreign key (account_id) references access.account(id),
  constraint contact_manager_fkey foreign key (account_id, manager_id) references contacts.contact(account_id, id) on delete set null (manager_id),
  constraint contact_birthday_check check (birthday ~ '^(\d{4}|-)-\d\d-\d\d$'),
  constraint contact_start_date_check check (start_date ~ '^\d{4}-\d\d-\d\d$'),
  constraint contact_do_not_gift_check check ((do_not_gift is null) = (do_not_gift_since is null))
);
create index contact_name on contacts.contact (account_id, sort_name, id);
create index contact_country on contacts.contact (account_id, country, id) where (country is not null);
create index contact_language on contacts.contact (account_id, language, id) where (language is not null);
create index contact_do_not_gift on contacts.contact (account_id, id) where (do_not_gift is not null);
create index contact_phone on contacts.contact (account_id, phone) where (phone is not null);
create index contact_manager on contacts.contact (account_id, manager_id) where (manager_id is not null);
select platform.enable_rls('contacts.contact');

-- An address belongs to one contact of the account.
create table contacts.email (
  account_id uuid not null,
  email_key  text collate "C" not null,
  contact_id uuid not null,
  kind       text not null,
  position   integer not null,
  email      text not null,
  domain_key text collate "C" not null,
  constraint email_pkey primary key (account_id, email_key),
  constraint email_contact_id_fkey foreign key (account_id, contact_id) references contacts.contact(account_id, id) on delete cascade,
  constraint email_kind_check check (kind = any (array['work', 'private']))
);
create index email_contact on contacts.email (account_id, contact_id);
select platform.enable_rls('contacts.email');

-- The ids of a contact in other systems. A merged contact has several.
create table contacts.external_id (
  account_id  uuid not null,
  external_id text collate "C" not null,
  contact_id  uuid not null,
  position    integer not null,
  constraint external_id_pkey primary key (account_id, external_id),
  constraint external_id_contact_id_fkey foreign key (account_id, contact_id) references contacts.contact(account_id, id) on delete cascade
);
create index external_id_contact on contacts.external_id (account_id, contact_id);
select platform.enable_rls('contacts.external_id');

create table contacts.contact_group (
  account_id uuid not null,
  id         uuid not null,
  name       text not null,
  name_key   text collate "C" not null,
  created_at timestamptz not null,
  constraint contact_group_pkey primary key (account_id, id),
  constraint contact_group_name_key unique (account_id, name_key),
  constraint contact_group_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('contacts.contact_group');

create table contacts.membership (
  account_id uuid not null,
  group_id   uuid not null,
  contact_id uuid not null,
  constraint membership_pkey primary key (account_id, group_id, contact_id),
  constraint membership_group_id_fkey foreign key (account_id, group_id) references contacts.contact_group(account_id, id) on delete cascade,
  constraint membership_contact_id_fkey foreign key (account_id, contact_id) references contacts.contact(account_id, id) on delete cascade
);
create index membership_contact on contacts.membership (account_id, contact_id);
select platform.enable_rls('contacts.membership');

-- The beginnings by which a search finds a contact: words of the names, addresses and their domains. Viewers do not search by
-- private keys.
create table contacts.search_key (
  account_id uuid not null,
  key        text collate "C" not null,
  contact_id uuid not null,
  is_private boolean not null,
  constraint search_key_pkey primary key (account_id, key, contact_id),
  constraint search_key_contact_id_fkey foreign key (account_id, contact_id) references contacts.contact(account_id, id) on delete cascade
);
create index search_key_contact on contacts.search_key (account_id, contact_id);
select platform.enable_rls('contacts.search_key');

-- Addresses and external ids of erased people, as SHA-256 with the account. An import skips them.
create table contacts.erased_key (
  account_id uuid not null,
  digest     bytea not null,
  erased_at  timestamptz not null,
  constraint erased_key_pkey primary key (account_id, digest)
);
select platform.enable_rls('contacts.erased_key');
