--! fits-older
-- Chat apps: posts in the chat of an account, and the commands and pressed buttons of its members.

create schema chat_apps;

-- The connection that new posts of an account use. The outbox inserts nothing for an account without one.
create function connections.default_in_use(of_account uuid, of_port text) returns uuid
  language sql stable set search_path = ''
  return (select c.id from connections.connection c
           where c.account_id = of_account and c.port = of_port and c.is_default and c.enabled);

-- A post of the outbox. `key` is the fact that it is about, so that a fact is posted once. `channel` and `message_id` are its
-- place in the chat, after which a change updates it. The content is deleted once it is posted. A post without `next_at`
-- is done. `revision` grows with each change, so that a change during a request is posted too.
create table chat_apps.post (
  account_id        uuid not null,
  id                uuid not null,
  connection_id     uuid not null,
  key               text not null,
  subject_id        uuid not null,
  has_buttons       boolean not null,
  encrypted_content bytea,
  revision          integer not null default 0,
  channel           text,
  message_id        text,
  attempts          integer not null default 0,
  next_at           timestamptz,
  last_error        text,
  created_at        timestamptz not null,
  constraint post_pkey primary key (account_id, id),
  constraint post_key unique (account_id, connection_id, key),
  constraint post_account_id_fkey foreign key (account_id) references access.account(id),
  constraint post_connection_fkey foreign key (account_id, connection_id)
    references connections.connection(account_id, id) on delete cascade,
  constraint post_message_check check ((channel is null) = (message_id is null)),
  constraint post_content_check check (next_at is null or encrypted_content is not null)
);
create index post_due on chat_apps.post (account_id, next_at) where (next_at is not null);
create index post_subject on chat_apps.post (account_id, subject_id) where (has_buttons);
create index post_created on chat_apps.post (created_at);
select platform.enable_rls('chat_apps.post');

-- The events of a chat that took effect, so that one that is delivered again has no second effect.
create table chat_apps.event (
  account_id    uuid not null,
  connection_id uuid not null,
  key           text not null,
  created_at    timestamptz not null,
  constraint event_pkey primary key (account_id, connection_id, key),
  constraint event_connection_fkey foreign key (account_id, connection_id)
    references connections.connection(account_id, id) on delete cascade
);
create index event_created on chat_apps.event (created_at);
select platform.enable_rls('chat_apps.event');

-- Until when the chat of a connection accepts no request: one row per connection, so that no settlement writes many posts.
create table chat_apps.pause (
  account_id    uuid not null,
  connection_id uuid not null,
  until         timestamptz not null,
  constraint pause_pkey primary key (account_id, connection_id),
  constraint pause_connection_fkey foreign key (account_id, connection_id)
    references connections.connection(account_id, id) on delete cascade
);
select platform.enable_rls('chat_apps.pause');
