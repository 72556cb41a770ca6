--! fits-older
-- A list of gifts that a user of the web app sent at once. Until `undo_until` none of its gifts is sent.
create table gifting.bulk_send (
  account_id    uuid not null references access.account (id),
  id            uuid not null,
  -- chosen by the browser, so that a repeated request creates one bulk send
  draft_id      text not null,
  name          text not null,
  campaign_id   uuid,
  campaign_name text,
  sender_id     uuid not null,
  sender_name   text not null,
  undo_until    timestamptz not null,
  cancelled_at  timestamptz,
  created_at    timestamptz not null,
  constraint bulk_send_pkey primary key (account_id, id),
  constraint bulk_send_draft_key unique (account_id, sender_id, draft_id),
  constraint bulk_send_name_check check (length(name) between 1 and 200)
);
select platform.enable_rls('gifting.bulk_send');

-- The gift requests of a bulk send. They remain when a recipient is erased, unlike gifting.bulk_send_row.
create table gifting.bulk_send_gift (
  account_id      uuid not null,
  bulk_send_id    uuid not null,
  gift_request_id uuid not null,
  constraint bulk_send_gift_pkey primary key (account_id, bulk_send_id, gift_request_id),
  constraint bulk_send_gift_bulk_send_id_fkey foreign key (account_id, bulk_send_id)
    references gifting.bulk_send (account_id, id),
  constraint bulk_send_gift_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request (account_id, id)
);
create index bulk_send_gift_gift on gifting.bulk_send_gift (account_id, gift_request_id);
select platform.enable_rls('gifting.bulk_send_gift');

-- The rows of a bulk send that became no gift. `email_digest` finds them when a recipient is erased.
create table gifting.bulk_send_failure (
  account_id    uuid not null,
  id            uuid not null,
  bulk_send_id  uuid not null,
  line          integer not null,
  email_digest  bytea not null,
  encrypted_row bytea not null,
  errors        json not null,
  created_at    timestamptz not null,
  constraint bulk_send_failure_pkey primary key (account_id, id),
  constraint bulk_send_failure_line_key unique (account_id, bulk_send_id, line),
  constraint bulk_send_failure_bulk_send_id_fkey foreign key (account_id, bulk_send_id)
    references gifting.bulk_send (account_id, id)
);
create index bulk_send_failure_email on gifting.bulk_send_failure (account_id, email_digest);
create index bulk_send_failure_created_at on gifting.bulk_send_failure (created_at);
select platform.enable_rls('gifting.bulk_send_failure');

-- A name that tells one-links of one campaign apart.
alter table gifting.one_link
  add column name text,
  add constraint one_link_name_check check (length(name) between 1 and 200);

-- Notes of the account's users about a recipient.
create table gifting.contact_note (
  account_id     uuid not null,
  id             uuid not null,
  contact_id     uuid not null,
  author_id      uuid not null,
  author_name    text not null,
  encrypted_text bytea not null,
  created_at     timestamptz not null,
  constraint contact_note_pkey primary key (account_id, id),
  constraint contact_note_contact_id_fkey foreign key (account_id, contact_id)
    references gifting.contact (account_id, id)
);
create index contact_note_contact on gifting.contact_note (account_id, contact_id, id);
select platform.enable_rls('gifting.contact_note');

-- Recipients who asked a sender for no more campaign emails, by the SHA-256 of their address.
create table mail.opted_out_address (
  account_id uuid not null,
  to_digest  bytea not null,
  set_by     text not null,
  created_at timestamptz not null,
  constraint opted_out_address_pkey primary key (account_id, to_digest)
);
select platform.enable_rls('mail.opted_out_address');
