-- The rules for claims of each one-link. One-links that exist already keep their behaviour: the first
-- default fills their rows, and the second applies to new rows.
alter table gifting.one_link
  add column require_confirmation   boolean not null default false,
  add column require_approval       boolean not null default false,
  add column has_waiting_list       boolean not null default false,
  add column refuse_disposable      boolean not null default false,
  add column max_claims_per_address integer not null default 5,
  add column max_claims_per_network integer not null default 300,
  add column max_claims_per_device  integer not null default 10,
  add constraint one_link_claim_limits_check check (
    max_claims_per_address between 1 and 100 and max_claims_per_network between 1 and 100000
    and max_claims_per_device between 1 and 10000);
alter table gifting.one_link alter column require_confirmation set default true;
alter table gifting.one_link alter column has_waiting_list set default true;
alter table gifting.one_link alter column refuse_disposable set default true;

-- The default of the account for new one-links.
create table gifting.claim_settings (
  account_id           uuid not null,
  require_confirmation boolean not null,
  constraint claim_settings_pkey primary key (account_id),
  constraint claim_settings_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('gifting.claim_settings');

-- One row for each mailbox that claims at a one-link. A row with `has_place` takes one of the unclaimed
-- placeholders; a claimed one has its own gift request.
create table gifting.one_link_claim (
  account_id      uuid not null,
  id              uuid not null,
  one_link_id     uuid not null,
  state           text not null,
  has_place       boolean not null,
  mailbox_digest     bytea not null,
  claimant        bytea,
  network_digest     bytea,
  gift_request_id uuid,
  email_ids       uuid[] not null default '{}',
  queued_at       timestamptz,
  until           timestamptz,
  due_at          timestamptz,
  created_at      timestamptz not null,
  constraint one_link_claim_pkey primary key (account_id, id),
  constraint one_link_claim_account_id_one_link_id_fkey foreign key (account_id, one_link_id) references gifting.one_link(account_id, id),
  constraint one_link_claim_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint one_link_claim_state_check check (state = any (array['unconfirmed', 'listing', 'listed', 'offered', 'pending', 'claimed', 'rejected'])),
  constraint one_link_claim_gift_check check ((state = 'claimed') = (gift_request_id is not null)),
  constraint one_link_claim_claimant_check check ((state in ('claimed', 'rejected')) = (claimant is null)),
  constraint one_link_claim_place_check check (not has_place or state in ('unconfirmed', 'offered', 'pending'))
);
create unique index one_link_claim_mailbox on gifting.one_link_claim (account_id, one_link_id, mailbox_digest);
create index one_link_claim_state on gifting.one_link_claim (account_id, one_link_id, state, queued_at, id);
create unique index one_link_claim_gift on gifting.one_link_claim (account_id, gift_request_id) where (gift_request_id is not null);
create index one_link_claim_due on gifting.one_link_claim (due_at) where (due_at is not null);
create index one_link_claim_account_due on gifting.one_link_claim (account_id, due_at) where (due_at is not null);
select platform.enable_rls('gifting.one_link_claim');

-- How many claims and emails an address, a network or a device has caused since the start of an hour or day.
create table gifting.claim_count (
  account_id  uuid not null,
  one_link_id uuid not null,
  kind        text not null,
  digest      bytea not null,
  since       timestamptz not null,
  count       integer not null,
  constraint claim_count_pkey primary key (account_id, one_link_id, kind, digest, since),
  constraint claim_count_kind_check check (kind = any (array['address', 'network', 'device', 'email', 'new_keys']))
);
create index claim_count_since on gifting.claim_count (since);
select platform.enable_rls('gifting.claim_count');

-- The key of one day for the digests of networks and devices. Without the key, nothing leads from a digest
-- back to an address.
create table gifting.claim_digest_key (
  account_id uuid not null,
  id         uuid not null,
  day        date not null,
  key        bytea not null,
  constraint claim_digest_key_pkey primary key (account_id, id),
  constraint claim_digest_key_account_id_day_key unique (account_id, day)
);
create index claim_digest_key_day on gifting.claim_digest_key (day);
select platform.enable_rls('gifting.claim_digest_key');

-- How many claims a one-link refused, by reason.
create table gifting.claim_refusal (
  account_id  uuid not null,
  one_link_id uuid not null,
  reason      text not null,
  count       integer not null,
  constraint claim_refusal_pkey primary key (account_id, one_link_id, reason),
  constraint claim_refusal_account_id_one_link_id_fkey foreign key (account_id, one_link_id) references gifting.one_link(account_id, id)
);
select platform.enable_rls('gifting.claim_refusal');

-- Addresses and domains that cannot claim from any one-link of the account.
create table gifting.denied_claimant (
  account_id uuid not null,
  id         uuid not null,
  kind       text not null,
  digest     bytea not null,
  entry      bytea not null,
  created_at timestamptz not null,
  constraint denied_claimant_pkey primary key (account_id, id),
  constraint denied_claimant_account_id_digest_key unique (account_id, digest),
  constraint denied_claimant_kind_check check (kind = any (array['address', 'domain']))
);
select platform.enable_rls('gifting.denied_claimant');
