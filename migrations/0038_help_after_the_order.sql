--! fits-older
-- A problem that the recipient reports after the order. The text is encrypted. The id is that of the form, so that a repeated
-- form inserts nothing.
create table gifting.problem_report (
  account_id      uuid not null,
  id              uuid not null,
  gift_request_id uuid not null,
  problem         text not null,
  state           text not null,
  encrypted_text  bytea not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  resolved_at     timestamptz,
  resolution      text,
  constraint problem_report_pkey primary key (account_id, id),
  constraint problem_report_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id),
  constraint problem_report_problem_check check (problem = any (array['late', 'damaged', 'wrong_item', 'missing_item', 'other'])),
  constraint problem_report_state_check check (state = any (array['open', 'answered', 'resolved'])),
  constraint problem_report_resolution_check check (resolution = any (array['replaced', 'closed'])),
  constraint problem_report_resolved check ((state = 'resolved') = (resolved_at is not null)
    and (resolved_at is null) = (resolution is null))
);
create index problem_report_gift on gifting.problem_report (account_id, gift_request_id, id);
-- The filter and the badges of the gift list.
create index problem_report_unresolved on gifting.problem_report (account_id, gift_request_id) where (state <> 'resolved');
select platform.enable_rls('gifting.problem_report');

-- An answer of the sender, which the recipient gets by email.
create table gifting.problem_answer (
  account_id     uuid not null,
  id             uuid not null,
  report_id      uuid not null,
  author         text not null,
  encrypted_text bytea not null,
  created_at     timestamptz not null,
  constraint problem_answer_pkey primary key (account_id, id),
  constraint problem_answer_report_id_fkey foreign key (account_id, report_id)
    references gifting.problem_report(account_id, id) on delete cascade
);
create index problem_answer_report on gifting.problem_answer (account_id, report_id, id);
select platform.enable_rls('gifting.problem_answer');

-- A photo of a report. Without a report it is a draft: the form had an error, and the photo waits for the next try.
create table gifting.problem_photo (
  account_id      uuid not null,
  id              uuid not null,
  gift_request_id uuid not null,
  report_id       uuid,
  content_type    text not null,
  size            integer not null,
  width           integer not null,
  height          integer not null,
  encrypted_content bytea not null,
  created_at      timestamptz not null,
  constraint problem_photo_pkey primary key (account_id, id),
  constraint problem_photo_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id),
  constraint problem_photo_report_id_fkey foreign key (account_id, report_id)
    references gifting.problem_report(account_id, id) on delete cascade
);
alter table gifting.problem_photo alter column encrypted_content set storage external;
create index problem_photo_gift on gifting.problem_photo (account_id, gift_request_id, id);
create index problem_photo_report on gifting.problem_photo (account_id, report_id) where (report_id is not null);
create index problem_photo_draft on gifting.problem_photo (created_at) where (report_id is null);
select platform.enable_rls('gifting.problem_photo');

-- The recipient's reaction to the gift, besides the note.
alter table gifting.redemption_session
  add column reaction text,
  add column reacted_at timestamptz,
  add constraint redemption_session_reaction_check
    check (reaction = any (array['love', 'joy', 'wow', 'thanks', 'celebrate']));
