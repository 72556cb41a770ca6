-- Text messages beside emails. An older worker would email them, so the line that lets older processes continue is missing.
select platform.change_history_table('mail.message', $$alter table %s
  add column channel text not null default 'email',
  add constraint message_channel_check check (channel = any (array['email', 'sms']))$$);

-- The phone number of the recipient of a gift request; `id` is the id of the gift request.
create table mail.recipient_phone (
  account_id      uuid not null,
  id              uuid not null,
  encrypted_phone bytea not null,
  phone_digest    bytea not null,
  constraint recipient_phone_pkey primary key (account_id, id)
);
-- Finds the accounts that have a number which replies STOP.
create index recipient_phone_digest on mail.recipient_phone (phone_digest);
select platform.enable_rls('mail.recipient_phone');

-- Which text messages an account sends in addition to invitations and reminders. An account without a row sends none.
create table mail.sms_setting (
  account_id uuid not null,
  kinds      text[] not null,
  constraint sms_setting_pkey primary key (account_id)
);
select platform.enable_rls('mail.sms_setting');
