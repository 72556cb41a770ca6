--! fits-older
-- How many text messages an account has sent on a day: to one number, and with an empty digest to all numbers.
create table mail.text_usage (
  account_id   uuid not null,
  day          date not null,
  phone_digest bytea not null,
  sent         integer not null,
  constraint text_usage_pkey primary key (account_id, day, phone_digest)
);
create index text_usage_day on mail.text_usage (day);
select platform.enable_rls('mail.text_usage');
