-- What a digital gift contains: codes, links and files. The recipient sees it on the gift's page only.
create schema digital;

-- How a digital variant is delivered; `id` is the id of the variant. A digital variant without a row is older than this
-- table: it can be given, and has nothing to show.
create table digital.content (
  account_id          uuid not null,
  id                  uuid not null,
  delivery            text not null,
  is_link_per_gift    boolean not null default false,
  encrypted_link      bytea,
  file_id             uuid,
  instructions        text not null default '',
  low_stock_threshold integer not null default 10,
  alerted_level       text,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  constraint content_pkey primary key (account_id, id),
  constraint content_account_id_id_fkey foreign key (account_id, id) references catalogue.variant(account_id, id),
  constraint content_delivery_check check (delivery = any (array['code', 'link', 'file'])),
  constraint content_alerted_level_check check (alerted_level = any (array['low', 'empty'])),
  constraint content_low_stock_threshold_check check (low_stock_threshold >= 0),
  constraint content_link_check check (delivery = 'link' or (encrypted_link is null and not is_link_per_gift))
);
select platform.enable_rls('digital.content');

create table digital.file (
  account_id   uuid not null,
  id           uuid not null,
  variant_id   uuid not null,
  name         text not null,
  content_type text not null,
  size         integer not null,
  created_at   timestamptz not null,
  constraint file_pkey primary key (account_id, id),
  constraint file_account_id_variant_id_fkey foreign key (account_id, variant_id) references catalogue.variant(account_id, id),
  constraint file_size_check check (size > 0)
);
create index file_variant on digital.file (account_id, variant_id);
select platform.enable_rls('digital.file');

-- A file in parts, so that no process holds a decrypted file as a whole.
create table digital.file_chunk (
  account_id        uuid not null,
  id                uuid not null,
  file_id           uuid not null,
  number            integer not null,
  encrypted_content bytea not null,
  constraint file_chunk_pkey primary key (account_id, id),
  constraint file_chunk_account_id_file_id_number_key unique (account_id, file_id, number),
  constraint file_chunk_account_id_file_id_fkey foreign key (account_id, file_id) references digital.file(account_id, id) on delete cascade
);
select platform.enable_rls('digital.file_chunk');

-- The key of the digests of an account's codes. Key rotation re-encrypts it, so the digests stay valid.
create table digital.digest_key (
  account_id    uuid not null,
  id            uuid not null,
  encrypted_key bytea not null,
  constraint digest_key_pkey primary key (account_id, id),
  constraint digest_key_account_id_key unique (account_id),
  constraint digest_key_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('digital.digest_key');

create table digital.code (
  account_id       uuid not null,
  id               uuid not null,
  variant_id       uuid not null,
  code_digest      bytea not null,
  last_four_digest bytea not null,
  encrypted_code   bytea,
  encrypted_pin    bytea,
  expires_on       date,
  gift_request_id  uuid,
  given_at         timestamptz,
  revoked_at       timestamptz,
  revoked_reason   text,
  created_at       timestamptz not null,
  constraint code_pkey primary key (account_id, id),
  -- The database guarantees that an account imports a code once.
  constraint code_account_id_code_digest_key unique (account_id, code_digest),
  constraint code_account_id_variant_id_fkey foreign key (account_id, variant_id) references catalogue.variant(account_id, id),
  constraint code_given_check check (gift_request_id is null or given_at is not null),
  constraint code_erased_check check (encrypted_code is not null or given_at is not null)
);
create index code_free on digital.code (account_id, variant_id, expires_on, id) where (given_at is null and revoked_at is null);
create index code_variant on digital.code (account_id, variant_id, id);
create index code_gift_request on digital.code (account_id, gift_request_id) where (gift_request_id is not null);
create index code_last_four on digital.code (account_id, variant_id, last_four_digest, id);
select platform.enable_rls('digital.code');

-- One unit of a digital line item of a gift request. An item that needs a code and has none waits for an import.
create table digital.item (
  account_id      uuid not null,
  id              uuid not null,
  gift_request_id uuid not null,
  line_item_id    uuid not null,
  number          integer not null,
  variant_id      uuid not null,
  delivery        text not null,
  needs_code      boolean not null,
  code_id         uuid,
  given_at        timestamptz,
  revealed_at     timestamptz,
  replaced_at     timestamptz,
  downloads       integer not null default 0,
  created_at      timestamptz not null,
  constraint item_pkey primary key (account_id, id),
  constraint item_account_id_gift_request_id_line_item_id_number_key unique (account_id, gift_request_id, line_item_id, number),
  constraint item_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint item_account_id_code_id_fkey foreign key (account_id, code_id) references digital.code(account_id, id),
  constraint item_delivery_check check (delivery = any (array['code', 'link', 'file'])),
  constraint item_code_check check (needs_code or code_id is null),
  constraint item_given_check check ((given_at is null) = (needs_code and code_id is null))
);
-- The database guarantees that a code is given to one gift.
create unique index item_code on digital.item (account_id, code_id) where (code_id is not null);
create index item_waiting on digital.item (account_id, variant_id, created_at, id) where (given_at is null);
create index item_variant on digital.item (account_id, variant_id);
select platform.enable_rls('digital.item');

-- Of the confirmation that redeemed the gift. A second tap of the same button comes from the same browser.
alter table gifting.redemption_session add column confirmation_digest bytea;
