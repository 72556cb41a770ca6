create schema gifting;

-- The people gifts go to: one for each e-mail address of an account.
create table gifting.contact (
  account_id      uuid        not null,
  id              uuid        not null,
  email_key       text        not null, -- the e-mail address in lower case
  thank_you_count int         not null default 0,
  created_at      timestamptz not null,
  primary key (account_id, id),
  unique (account_id, email_key)
);
select platform.wall_off('gifting.contact');

-- What was put in front of people, kept once for each different content. Never changes.
create table gifting.offering (
  account_id uuid not null references access.account,
  digest     bytea not null, -- SHA-256 of content
  content    text  not null, -- the offering of the contract as JSON; text, so that it keeps its order
  primary key (account_id, digest)
);
select platform.wall_off('gifting.offering');

create table gifting.gift_request (
  account_id      uuid        not null, -- no foreign key: every insert would lock the same row of its account
  id              uuid        not null,
  reference       text        not null unique,
  state           text        not null,
  status          text        not null, -- what the state is called outside; machine.ts says which
  version         int         not null, -- moves made so far
  is_direct       boolean     not null, -- the sender fixed items and address
  campaign_id     uuid, -- null for an ad-hoc send
  campaign_name   text,
  sender_id       uuid        not null,
  sender_name     text        not null,
  sender_email    text        not null,
  contact_id      uuid        not null,
  email_key       text        not null,
  first_name      text        not null,
  last_name       text        not null,
  email           text        not null,
  address         bytea, -- sealed
  offering        bytea, -- digest; null for direct-send, whose offering is its line items
  line_items      text, -- JSON; null until the items lock
  email_message   text        not null, -- JSON
  metadata        text        not null, -- JSON
  link_digest     bytea, -- SHA-256 of the code in the redemption URL
  link_code       bytea, -- the same code, sealed
  send_at         timestamptz,
  expires_at      timestamptz not null,
  due_at          timestamptz, -- by the real clock: when time itself moves this gift request next
  delivered_told  boolean     not null default false,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  foreign key (account_id, contact_id) references gifting.contact
);
create index gift_request_status    on gifting.gift_request (account_id, status, id);
create index gift_request_campaign  on gifting.gift_request (account_id, campaign_id, id);
create index gift_request_recipient on gifting.gift_request (account_id, email_key, id);
create index gift_request_due       on gifting.gift_request (due_at) where due_at is not null;
create unique index gift_request_link on gifting.gift_request (link_digest) where link_digest is not null;
-- The primary key comes last: before there are statistics every index looks equally cheap, and the
-- planner then takes the youngest that fits. The ones above hold the id too, behind another column.
alter table gifting.gift_request add primary key (account_id, id);
alter table gifting.gift_request set (fillfactor = 80);
select platform.wall_off('gifting.gift_request');

-- Every move a gift request ever made. Only grows.
create table gifting.move (
  account_id      uuid        not null,
  gift_request_id uuid        not null,
  number          int         not null, -- 1 for its creation
  made_at         timestamptz not null,
  from_state      text,
  to_state        text        not null,
  cause           text        not null, -- in plain words: who or what moved it
  told            text[]      not null, -- the events this move told, in order
  primary key (account_id, gift_request_id, number),
  foreign key (account_id, gift_request_id) references gifting.gift_request
);
-- 'At most once' is the database's promise, whatever the code above it does.
create unique index move_delivered_once on gifting.move (account_id, gift_request_id)
  where 'gift_request_delivered' = any (told);
create unique index move_created_once on gifting.move (account_id, gift_request_id)
  where 'gift_request_created' = any (told);
select platform.wall_off('gifting.move');
