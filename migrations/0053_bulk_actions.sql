--! fits-older
-- An action of a user on many gift requests, which a loop processes in batches. `due_at` is when the next batch is processed,
-- null after the end. All times are by the real clock.
create table gifting.bulk_action (
  account_id        uuid not null references access.account (id),
  id                uuid not null,
  -- chosen by the browser, so that a repeated request starts one action
  request_id        text not null,
  kind              text not null,
  -- of an extension
  days              integer,
  -- the extension that this action undoes
  undo_of           uuid,
  requested_by      uuid not null,
  requested_by_name text not null,
  state             text not null,
  gifts             integer not null,
  done              integer not null,
  rejected          integer not null,
  stop_reason       text,
  stopped_by_name   text,
  created_at        timestamptz not null,
  ended_at          timestamptz,
  due_at            timestamptz,
  due_failures      integer not null,
  constraint bulk_action_pkey primary key (account_id, id),
  constraint bulk_action_request_key unique (account_id, requested_by, request_id),
  constraint bulk_action_kind_check
    check (kind = any (array['remind', 'extend', 'send_again', 'cancel', 'restore_expiry'])),
  constraint bulk_action_days_check check ((kind = 'extend') = (days is not null)),
  constraint bulk_action_undo_of_check check ((kind = 'restore_expiry') = (undo_of is not null)),
  constraint bulk_action_state_check check (state = any (array['running', 'stopped', 'finished'])),
  constraint bulk_action_due_at_check check ((state = 'running') = (due_at is not null)),
  constraint bulk_action_stop_reason_check check (stop_reason = any (array['user', 'role']))
);
create index bulk_action_due on gifting.bulk_action (due_at) where (due_at is not null);
create index bulk_action_running on gifting.bulk_action (account_id, id) where (state = 'running');
create unique index bulk_action_undo on gifting.bulk_action (account_id, undo_of) where (undo_of is not null);
create index bulk_action_ended_at on gifting.bulk_action (ended_at) where (ended_at is not null);
select platform.enable_rls('gifting.bulk_action');

-- The gift requests that were selected at the start of an action. `result` is null until a gift request is processed. The
-- expiry before and after an extension is for its undo. A foreign key to the gift request would lock every selected one, and gift
-- requests are never deleted.
create table gifting.bulk_action_gift (
  account_id      uuid not null,
  bulk_action_id  uuid not null,
  gift_request_id uuid not null,
  result          text,
  reason_code     text,
  reason          text,
  expires_before  timestamptz,
  expires_after   timestamptz,
  constraint bulk_action_gift_pkey primary key (account_id, bulk_action_id, gift_request_id),
  constraint bulk_action_gift_bulk_action_id_fkey foreign key (account_id, bulk_action_id)
    references gifting.bulk_action (account_id, id),
  constraint bulk_action_gift_result_check check (result = any (array['done', 'rejected'])),
  constraint bulk_action_gift_reason_check check ((result = 'rejected') = (reason is not null) and length(reason) <= 500)
);
create index bulk_action_gift_pending on gifting.bulk_action_gift (account_id, bulk_action_id, gift_request_id)
  where (result is null);
create index bulk_action_gift_rejected on gifting.bulk_action_gift (account_id, bulk_action_id, gift_request_id)
  where (result = 'rejected');
select platform.enable_rls('gifting.bulk_action_gift');
