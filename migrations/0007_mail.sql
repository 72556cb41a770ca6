create schema mail;

create table mail.bounced_address (
  account_id uuid not null,
  to_digest  bytea not null,
  reason     text not null,
  bounced_at timestamptz not null,
  constraint bounced_address_pkey primary key (account_id, to_digest)
);
select platform.enable_rls('mail.bounced_address');

create table mail.admin_alert (
  account_id uuid not null,
  subject    text not null,
  sent_at    timestamptz not null,
  constraint admin_alert_pkey primary key (account_id, subject)
);
select platform.enable_rls('mail.admin_alert');

create table mail.message (
  account_id        uuid not null,
  id                uuid not null,
  kind              text not null,
  gift_request_id   uuid,
  campaign_id       uuid,
  dedup_key         text,
  priority          smallint not null,
  locale            text,
  to_digest         bytea not null,
  encrypted_payload bytea,
  code              text not null,
  state             text not null,
  attempts          integer not null default 0,
  due_at            timestamptz,
  error             text,
  created_at        timestamptz not null,
  sent_at           timestamptz,
  ended_at          timestamptz,
  constraint message_pkey primary key (account_id, id),
  constraint message_check check ((state = 'queued') = (due_at is not null)),
  constraint message_check1 check (state <> 'queued' or encrypted_payload is not null),
  constraint message_state_check check (state = any (array['queued', 'sent', 'bounced', 'failed', 'suppressed']))
);
create index message_due_by_account on mail.message (account_id, priority, due_at) where (state = 'queued');
create index message_gift on mail.message (account_id, gift_request_id, id) where (gift_request_id is not null);
create index message_unpurged on mail.message (ended_at) where ((ended_at is not null) and (encrypted_payload is not null));
create index message_ended on mail.message (ended_at) where (ended_at is not null);
create unique index message_dedup on mail.message (account_id, gift_request_id, dedup_key) where (dedup_key is not null);
create index message_to on mail.message (account_id, to_digest, id);
select platform.enable_rls('mail.message');

create table mail.recipient_locale (
  account_id      uuid not null,
  gift_request_id uuid not null,
  locale          text not null,
  constraint recipient_locale_pkey primary key (account_id, gift_request_id)
);
select platform.enable_rls('mail.recipient_locale');
