--! fits-older
-- Which sends of users who are not admins need the approval of an admin. Without a row: none.
create table gifting.approval_rule (
  account_id        uuid not null references access.account (id),
  mode              text not null,
  max_gifts         integer,
  max_cost_minor    bigint,
  max_cost_currency text,
  constraint approval_rule_pkey primary key (account_id),
  constraint approval_rule_mode_check check (mode = any (array['off', 'all', 'limits'])),
  constraint approval_rule_max_gifts_check check (max_gifts > 0),
  constraint approval_rule_max_cost_check check ((max_cost_minor is null) = (max_cost_currency is null)),
  constraint approval_rule_max_cost_minor_check check (max_cost_minor > 0)
);
select platform.enable_rls('gifting.approval_rule');

-- What a user sent without approval while a rule was set. `id` is the bulk send, the one-link, or the gift request.
create table gifting.unapproved_use (
  account_id    uuid not null,
  id            uuid not null,
  user_id       uuid not null,
  gifts         integer not null,
  cost_minor    bigint not null,
  cost_currency text,
  created_at    timestamptz not null,
  constraint unapproved_use_pkey primary key (account_id, id)
);
create index unapproved_use_user on gifting.unapproved_use (account_id, user_id, created_at);
create index unapproved_use_created_at on gifting.unapproved_use (created_at);
select platform.enable_rls('gifting.unapproved_use');

-- A bulk send that needs approval. `id` is the bulk send. `due_at` is by the real clock: when a send that awaits approval
-- expires, or when gifts of an approved one are created next; null otherwise.
create table gifting.send_approval (
  account_id        uuid not null,
  id                uuid not null,
  state             text not null,
  encrypted_content bytea,
  gifts             integer not null,
  submitted_at      timestamptz,
  expires_at        timestamptz,
  ended_at          timestamptz,
  decided_by        uuid,
  decided_by_name   text,
  reason            text,
  due_at            timestamptz,
  created_at        timestamptz not null,
  constraint send_approval_pkey primary key (account_id, id),
  constraint send_approval_id_fkey foreign key (account_id, id) references gifting.bulk_send (account_id, id),
  constraint send_approval_state_check
    check (state = any (array['preparing', 'awaiting', 'approved', 'rejected', 'withdrawn', 'expired'])),
  constraint send_approval_reason_check check (length(reason) <= 2000)
);
create index send_approval_due on gifting.send_approval (due_at) where (due_at is not null);
create index send_approval_awaiting on gifting.send_approval (account_id, id) where (state = 'awaiting');
create index send_approval_content on gifting.send_approval (created_at)
  where (encrypted_content is not null and due_at is null);
select platform.enable_rls('gifting.send_approval');

-- The rows of a bulk send that needs approval, until they become gifts. `email_digest` finds them when a recipient is erased.
create table gifting.send_approval_row (
  account_id    uuid not null,
  id            uuid not null,
  bulk_send_id  uuid not null,
  line          integer not null,
  email_digest  bytea not null,
  encrypted_row bytea not null,
  created_at    timestamptz not null,
  constraint send_approval_row_pkey primary key (account_id, id),
  constraint send_approval_row_line_key unique (account_id, bulk_send_id, line),
  constraint send_approval_row_bulk_send_id_fkey foreign key (account_id, bulk_send_id)
    references gifting.send_approval (account_id, id)
);
create index send_approval_row_email on gifting.send_approval_row (account_id, email_digest);
select platform.enable_rls('gifting.send_approval_row');

-- Until then, a send that needs approval can use the photo or video.
alter table greetings.media add column reserved_until timestamptz;
