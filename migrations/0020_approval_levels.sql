--! fits-older
-- A second approval of sends above a cost, by another person, and decisions through a link in the email.
alter table gifting.approval_rule
  add column confirm_above_minor    bigint,
  add column confirm_above_currency text,
  add column decide_by_mail         boolean not null default false,
  add constraint approval_rule_confirm_above_check check ((confirm_above_minor is null) = (confirm_above_currency is null)),
  add constraint approval_rule_confirm_above_minor_check check (confirm_above_minor > 0);

-- Who has given the first of two approvals.
alter table gifting.send_approval
  add column first_approved_by      uuid,
  add column first_approved_by_name text;

-- The link of one approver to one decision. It ends with the decision.
create table gifting.approval_link (
  account_id   uuid not null,
  token_hash   bytea not null,
  bulk_send_id uuid not null,
  user_id      uuid not null,
  created_at   timestamptz not null,
  constraint approval_link_pkey primary key (account_id, token_hash),
  constraint approval_link_token_hash_key unique (token_hash),
  constraint approval_link_bulk_send_id_fkey foreign key (account_id, bulk_send_id)
    references gifting.send_approval(account_id, id) on delete cascade
);
create index approval_link_bulk_send on gifting.approval_link (account_id, bulk_send_id);
select platform.enable_rls('gifting.approval_link');
