--! fits-older
create schema attention;

-- A condition that a person can resolve: what it is about, why, since when, and when it ended. At most one row is open for
-- each kind and subject.
create table attention.item (
  account_id      uuid not null,
  id              uuid not null,
  -- The order in which the items of an account were raised.
  number          bigint not null,
  kind            text not null,
  subject_type    text not null,
  subject_id      uuid not null,
  gift_request_id uuid,
  cause           text not null,
  since           timestamptz not null,
  raised_at       timestamptz not null,
  cleared_at      timestamptz,
  constraint item_pkey primary key (account_id, id),
  constraint item_account_id_fkey foreign key (account_id) references access.account(id)
);
create unique index item_open on attention.item (account_id, kind, subject_id) where (cleared_at is null);
create index item_open_id on attention.item (account_id, id) where (cleared_at is null);
create index item_kind on attention.item (account_id, kind, id);
create index item_subject on attention.item (account_id, subject_id, id);
create index item_gift_request on attention.item (account_id, gift_request_id, id) where (gift_request_id is not null);
create index item_cleared on attention.item (account_id, cleared_at) where (cleared_at is not null);
select platform.enable_rls('attention.item');

-- When the conditions of an account are read next, by the real clock. Quiet accounts are read less often. The lock on the
-- row lets one process at a time write the items of the account.
create table attention.account_check (
  account_id   uuid not null,
  next_at      timestamptz not null,
  quiet_rounds smallint not null default 0,
  last_number  bigint not null default 0,
  constraint account_check_pkey primary key (account_id),
  constraint account_check_account_id_fkey foreign key (account_id) references access.account(id)
);
create index account_check_next on attention.account_check (next_at);
select platform.enable_rls('attention.account_check');

-- An incoming webhook of a chat. The chat has received all items up to last_number.
create table attention.chat (
  account_id    uuid not null,
  id            uuid not null,
  format        text not null,
  name          text not null,
  encrypted_url bytea not null,
  host          text not null,
  kinds         text[] not null,
  enabled       boolean not null default true,
  last_number   bigint not null,
  attempts      smallint not null default 0,
  next_at       timestamptz not null,
  is_test_due   boolean not null default false,
  last_sent_at  timestamptz,
  last_error    text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  constraint chat_pkey primary key (account_id, id),
  constraint chat_account_id_fkey foreign key (account_id) references access.account(id),
  constraint chat_format_check check (format = any (array['slack', 'teams']))
);
create index chat_due on attention.chat (next_at) where enabled;
select platform.enable_rls('attention.chat');

-- The gift requests in a state that can stall, in the order of their last change.
create index gift_request_attention on gifting.gift_request (account_id, state, updated_at, id)
  where (state = any (array['backordered', 'shipping_error', 'delivery_attempt_failed', 'ordered', 'in_transit', 'out_for_delivery']));

-- Whether the endpoint also receives the events about what needs attention.
alter table webhooks.endpoint add column receives_attention boolean not null default false;
