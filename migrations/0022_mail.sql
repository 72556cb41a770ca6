create schema mail;

-- Every letter there is: written down in the transaction that is its reason, sent by a loop afterwards.
create table mail.message (
  account_id      uuid        not null, -- no foreign key: every insert would lock the same row of its account
  id              uuid        not null,
  kind            text        not null, -- letters.ts has them all
  gift_request_id uuid,
  campaign_id     uuid, -- whose colours, words and time zone it has
  slot            text, -- of a letter that a gift request gets only once: which of them
  lane            smallint    not null, -- 0: somebody waits for it and it goes first; 1: all others
  locale          text, -- null: the campaign's
  to_digest       bytea       not null, -- SHA-256 of the address in lower case
  sealed          bytea, -- address and content; null once they were erased
  code            text        not null, -- tells a bounce of this message from a made-up one
  state           text        not null check (state in ('queued', 'sent', 'bounced', 'failed', 'suppressed')),
  attempts        int         not null default 0,
  due_at          timestamptz, -- by the real clock: the next attempt; while one is under way, the end of its lease
  error           text, -- what the last attempt or the bounce said
  made_at         timestamptz not null, -- by the account's clock
  sent_at         timestamptz, -- by the real clock, as are the others
  ended_at        timestamptz,
  primary key (account_id, id),
  check ((state = 'queued') = (due_at is not null)),
  check (state <> 'queued' or sealed is not null)
);
create index message_due  on mail.message (lane, due_at) where state = 'queued';
create index message_gift on mail.message (account_id, gift_request_id, id) where gift_request_id is not null;
create index message_to   on mail.message (account_id, to_digest, id);
create index message_old  on mail.message (ended_at) where ended_at is not null;
create index message_kept on mail.message (ended_at) where ended_at is not null and sealed is not null;
-- 'Never two' is the database's promise, whatever the code above it does.
create unique index message_once on mail.message (account_id, gift_request_id, slot) where slot is not null;
select platform.wall_off('mail.message');

-- Addresses that refused a letter for good. Nobody is written to at one of these until it is cleared.
create table mail.bounced_address (
  account_id uuid        not null,
  to_digest  bytea       not null,
  reason     text        not null,
  bounced_at timestamptz not null,
  primary key (account_id, to_digest)
);
select platform.wall_off('mail.bounced_address');

-- The language in which a recipient wants to read about their gift, once they have said so.
create table mail.reader (
  account_id      uuid not null,
  gift_request_id uuid not null,
  locale          text not null,
  primary key (account_id, gift_request_id)
);
select platform.wall_off('mail.reader');

-- When a digest was last sent about something, so that there is one a day at most.
create table mail.digest (
  account_id uuid        not null,
  subject    text        not null, -- 'stalled', or 'endpoint' and its id
  told_at    timestamptz not null,
  primary key (account_id, subject)
);
select platform.wall_off('mail.digest');

-- How a campaign writes to people. The plan of reminders: days after the invitation, days before the
-- gift expires, and the hours in which nobody wants mail.
alter table campaigns.campaign
  add locale    text  not null default 'en',
  add time_zone text  not null default 'UTC',
  add reminders jsonb not null default '{"after_days": [5, 21], "before_expiry_days": [3], "quiet": {"from": "20:00", "to": "08:00"}}';

-- The room's door for the SQL of rooms above it. It is inlined.
create function campaigns.invites(wanted_account uuid, wanted_campaign uuid)
returns table (invitation_method text) language sql stable as $$
  select c.invitation_method from campaigns.campaign c
   where c.account_id = wanted_account and c.id = wanted_campaign
$$;

-- By the account's clock: when the recipient is reminded next. Part of what due_at is computed from.
alter table gifting.gift_request add remind_at timestamptz;

-- Those that somebody should look at when they rest here too long.
create index gift_request_rests on gifting.gift_request (account_id, updated_at)
  where state in ('backordered', 'shipping_error', 'delivery_attempt_failed', 'ordered');

-- Another door: whose accounts there are, for what looks after all of them.
create function access.every_account()
returns table (id uuid) language sql stable as $$ select a.id from access.account a $$;
