-- Text messages beside emails. An older worker would email them, so the line that lets older processes continue is missing.
alter table mail.message add column channel text not null default 'email';
alter table mail.message add constraint message_channel_check check (channel = any (array['email', 'sms']));

-- The phone number of the recipient of a gift request; `id` is the id of the gift request.
create table mail.recipient_phone (
  account_id      uuid not null,
  id              uuid not null,
  encrypted_phone bytea not null,
  phone_digest    bytea not null,
  constraint recipient_phone_pkey primary key (account_id, id)
);
select platform.enable_rls('mail.recipient_phone');

-- Which text messages an account sends in addition to invitations and reminders. An account without a row sends none.
create table mail.sms_setting (
  account_id uuid not null,
  kinds      text[] not null,
  constraint sms_setting_pkey primary key (account_id)
);
select platform.enable_rls('mail.sms_setting');

-- Finds the accounts that sent text messages to a number that replies STOP.
create index message_sms_to on mail.message (to_digest) where (channel = 'sms');
