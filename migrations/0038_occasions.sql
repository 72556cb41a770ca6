--! fits-older
-- Occasions: rules that send gifts to contacts on their days, such as birthdays.

alter table contacts.contact
  add column end_date text,
  add constraint contact_end_date_check check (end_date ~ '^\d{4}-\d\d-\d\d$') not valid;
alter table contacts.contact validate constraint contact_end_date_check;

create schema occasions;

-- `terms` is a rule as a user enters it. A rule that is on has the time when it was switched on, and its next check.
-- `problem` is why the last check handed over nothing.
create table occasions.rule (
  account_id  uuid not null,
  id          uuid not null,
  name        text not null,
  terms       jsonb not null,
  owner_id    uuid not null,
  campaign_id uuid not null,
  on_since    timestamptz,
  due_at      timestamptz,
  checked_at  timestamptz,
  problem     text,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint rule_pkey primary key (account_id, id),
  constraint rule_account_id_fkey foreign key (account_id) references access.account(id),
  constraint rule_campaign_id_fkey foreign key (account_id, campaign_id) references campaigns.campaign(account_id, id),
  constraint rule_on_check check ((on_since is null) = (due_at is null))
);
create index rule_due on occasions.rule (due_at) where (due_at is not null);
create index rule_campaign on occasions.rule (account_id, campaign_id);
select platform.enable_rls('occasions.rule');

-- What became of the occasion of a person in one year. `day` is the day of the person, and `send_at` the time of the gift.
-- The row of a deleted contact stays, so that the person gets no second gift.
create table occasions.outcome (
  account_id      uuid not null,
  rule_id         uuid not null,
  contact_id      uuid not null,
  year            integer not null,
  day             text not null,
  send_at         timestamptz not null,
  state           text not null,
  reason          text,
  is_late         boolean not null,
  bulk_send_id    uuid,
  gift_request_id uuid,
  actor_name      text,
  created_at      timestamptz not null,
  constraint outcome_pkey primary key (account_id, rule_id, contact_id, year),
  constraint outcome_rule_fkey foreign key (account_id, rule_id) references occasions.rule(account_id, id) on delete cascade,
  constraint outcome_state_check check (state = any (array['sent', 'submitted', 'failed', 'skipped']))
);
create index outcome_contact on occasions.outcome (account_id, contact_id);
create index outcome_send on occasions.outcome (account_id, bulk_send_id) where (bulk_send_id is not null);
select platform.enable_rls('occasions.outcome');

-- One gift per person, rule and year. A person is known by each of their addresses and external ids, as SHA-256 with the
-- account, so that neither a merged nor a new contact of the same person gets a second gift.
create table occasions.person_key (
  account_id uuid not null,
  rule_id    uuid not null,
  year       integer not null,
  digest     bytea not null,
  day        text not null,
  contact_id uuid not null,
  constraint person_key_pkey primary key (account_id, rule_id, digest, year),
  constraint person_key_rule_fkey foreign key (account_id, rule_id) references occasions.rule(account_id, id) on delete cascade
);
create index person_key_contact on occasions.person_key (account_id, contact_id);
select platform.enable_rls('occasions.person_key');
