create schema gifting;

create table gifting.contact (
  account_id      uuid not null,
  id              uuid not null,
  email_key       text,
  thank_you_count integer not null default 0,
  created_at      timestamptz not null,
  erased_at       timestamptz,
  digest          bytea,
  domain_key      text collate "C",
  constraint contact_pkey primary key (account_id, id),
  constraint contact_account_id_email_key_key unique (account_id, email_key),
  constraint contact_check check ((email_key is null) = (erased_at is not null))
);
create index contact_digest on gifting.contact (account_id, digest) where (digest is not null);
create index contact_domain on gifting.contact (account_id, domain_key) where (domain_key is not null);
create index contact_thanked on gifting.contact (account_id, id) where (thank_you_count > 0);
select platform.enable_rls('gifting.contact');

create table gifting.offering (
  account_id uuid not null,
  digest     bytea not null,
  content    text not null,
  constraint offering_pkey primary key (account_id, digest),
  constraint offering_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('gifting.offering');

create table gifting.one_link (
  account_id            uuid not null,
  id                    uuid not null,
  campaign_id           uuid not null,
  campaign_name         text not null,
  quantity              integer not null,
  allowed_email_domains text[] not null,
  code_digest           bytea not null,
  code                  bytea not null,
  expires_at            timestamptz not null,
  closed_at             timestamptz,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  constraint one_link_pkey primary key (account_id, id),
  constraint one_link_code_digest_key unique (code_digest),
  constraint one_link_account_id_fkey foreign key (account_id) references access.account(id),
  constraint one_link_quantity_check check (quantity >= 1 and quantity <= 10000)
);
select platform.enable_rls('gifting.one_link');

create table gifting.gift_request (
  account_id        uuid not null,
  id                uuid not null,
  reference         text not null,
  state             text not null,
  status            text not null,
  version           integer not null,
  is_direct         boolean not null,
  campaign_id       uuid,
  campaign_name     text,
  sender_id         uuid not null,
  sender_name       text not null,
  sender_email      text not null,
  contact_id        uuid,
  email_key         text not null,
  first_name        text not null,
  last_name         text not null,
  email             text not null,
  address           bytea,
  offering          bytea,
  line_items        text,
  email_message     text not null,
  metadata          text not null,
  link_digest       bytea,
  link_code         bytea,
  send_at           timestamptz,
  expires_at        timestamptz not null,
  due_at            timestamptz,
  delivered_emitted boolean not null default false,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  one_link_id       uuid,
  claimed_until     timestamptz,
  remind_at         timestamptz,
  purged_at         timestamptz,
  country           text,
  sent_at           timestamptz,
  opened_at         timestamptz,
  redeemed_at       timestamptz,
  search_first      text not null default '' collate "C",
  search_last       text not null default '' collate "C",
  search_middle     text collate "C",
  search_final      text collate "C",
  due_failures      smallint not null default 0,
  constraint gift_request_pkey primary key (account_id, id),
  constraint gift_request_reference_key unique (reference),
  constraint gift_request_account_id_contact_id_fkey foreign key (account_id, contact_id) references gifting.contact(account_id, id),
  constraint gift_request_account_id_one_link_id_fkey foreign key (account_id, one_link_id) references gifting.one_link(account_id, id),
  constraint gift_request_check check (contact_id is not null or email_key = '')
) with (fillfactor=80, autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_vacuum_scale_factor=0.1);
create index gift_request_campaign on gifting.gift_request (account_id, campaign_id, id);
create unique index gift_request_claim on gifting.gift_request (account_id, one_link_id, email_key) where ((one_link_id is not null) and (contact_id is not null) and (email_key <> ''));
create index gift_request_country on gifting.gift_request (account_id, country, id) where (country is not null);
create index gift_request_due on gifting.gift_request (due_at) where (due_at is not null);
create index gift_request_account_due on gifting.gift_request (account_id, due_at) where (due_at is not null);
create index gift_request_purgeable on gifting.gift_request (account_id, updated_at) where ((purged_at is null) and (status = any (array['delivered', 'cancelled'])));
create index gift_request_expires on gifting.gift_request (account_id, expires_at, id) where (state = 'awaiting_recipient');
create index gift_request_search_final on gifting.gift_request (account_id, search_final, id) where (search_final is not null);
create index gift_request_search_first on gifting.gift_request (account_id, search_first, id);
create index gift_request_search_last on gifting.gift_request (account_id, search_last, id);
create unique index gift_request_link on gifting.gift_request (link_digest) where (link_digest is not null);
create index gift_request_search_middle on gifting.gift_request (account_id, search_middle, id) where (search_middle is not null);
create index gift_request_mode on gifting.gift_request (account_id, is_direct, id);
create index gift_request_one_link on gifting.gift_request (account_id, one_link_id, id) where (one_link_id is not null);
create index gift_request_recipient on gifting.gift_request (account_id, email_key, id);
create index gift_request_sender on gifting.gift_request (account_id, sender_id, id);
create index gift_request_sent on gifting.gift_request (account_id, id) include (campaign_id, sender_id, country, status, is_direct, sent_at, opened_at, redeemed_at, delivered_emitted) where (sent_at is not null);
create index gift_request_display_status on gifting.gift_request (account_id, (
case
    when (state = 'expired') then state
    else status
end), id) include (state, status) where ((one_link_id is null) or (sent_at is not null));
create index gift_request_stalled on gifting.gift_request (account_id, updated_at) where (state = any (array['backordered', 'shipping_error', 'delivery_attempt_failed', 'ordered']));
create index gift_request_status on gifting.gift_request (account_id, status, id);
create index gift_request_unclaimed on gifting.gift_request (account_id, one_link_id, id) where (state = 'unclaimed');
alter table gifting.gift_request enable row level security;
alter table gifting.gift_request force row level security;
create policy own_account on gifting.gift_request for all to public
  using (account_id::text = current_setting('bestow.account', true) or current_setting('bestow.account', true) = '*');

create table gifting.gift_request_variant (
  account_id      uuid not null,
  variant_id      uuid not null,
  gift_request_id uuid not null,
  name            text not null,
  constraint gift_request_variant_pkey primary key (account_id, variant_id, gift_request_id),
  constraint gift_request_variant_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id)
);
alter table gifting.gift_request_variant enable row level security;
alter table gifting.gift_request_variant force row level security;
create policy own_account on gifting.gift_request_variant for all to public
  using (account_id::text = current_setting('bestow.account', true) or current_setting('bestow.account', true) = '*');

create table gifting.fulfilment_outbox (
  account_id      uuid not null,
  gift_request_id uuid not null,
  kind            text not null,
  created_at      timestamptz not null,
  failures        smallint not null default 0,
  retry_at        timestamptz,
  constraint fulfilment_outbox_pkey primary key (account_id, gift_request_id),
  constraint fulfilment_outbox_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint fulfilment_outbox_kind_check check (kind = any (array['place_order', 'cancel_order']))
);
create index fulfilment_outbox_account on gifting.fulfilment_outbox (account_id, created_at);
select platform.enable_rls('gifting.fulfilment_outbox');

create table gifting.metadata_value (
  account_id      uuid not null,
  value_key       text not null collate "C",
  gift_request_id uuid not null,
  constraint metadata_value_pkey primary key (account_id, value_key, gift_request_id),
  constraint metadata_value_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id)
);
create index metadata_value_gift on gifting.metadata_value (account_id, gift_request_id);
alter table gifting.metadata_value enable row level security;
alter table gifting.metadata_value force row level security;
create policy own_account on gifting.metadata_value for all to public
  using (account_id::text = current_setting('bestow.account', true) or current_setting('bestow.account', true) = '*');

create table gifting.state_transition (
  account_id      uuid not null,
  gift_request_id uuid not null,
  number          integer not null,
  created_at      timestamptz not null,
  from_state      text,
  to_state        text not null,
  cause           text not null,
  events          text[] not null,
  constraint state_transition_pkey primary key (account_id, gift_request_id, number),
  constraint state_transition_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id)
);
create unique index state_transition_created_once on gifting.state_transition (account_id, gift_request_id) where ('gift_request_created' = ANY (events));
create unique index state_transition_delivered_once on gifting.state_transition (account_id, gift_request_id) where ('gift_request_delivered' = ANY (events));
select platform.enable_rls('gifting.state_transition');

create table gifting.past_link (
  account_id  uuid not null,
  link_digest bytea not null,
  status      text not null,
  ended_on    date not null,
  constraint past_link_pkey primary key (link_digest),
  constraint past_link_status_check check (status = any (array['delivered', 'cancelled']))
);
create index past_link_ended on gifting.past_link (account_id, ended_on);
select platform.enable_rls('gifting.past_link');

create table gifting.bulk_send_row (
  account_id      uuid not null,
  key             bytea not null,
  gift_request_id uuid not null,
  created_at      timestamptz not null,
  constraint bulk_send_row_pkey primary key (account_id, key),
  constraint bulk_send_row_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id) DEFERRABLE INITIALLY DEFERRED
);
create index bulk_send_row_gift on gifting.bulk_send_row (account_id, gift_request_id);
select platform.enable_rls('gifting.bulk_send_row');

create table gifting.thank_you_note (
  account_id      uuid not null,
  gift_request_id uuid not null,
  text            text not null,
  written_at      timestamptz not null,
  changed_at      timestamptz,
  constraint thank_you_note_pkey primary key (account_id, gift_request_id),
  constraint thank_you_note_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id)
);
select platform.enable_rls('gifting.thank_you_note');

create table gifting.redemption_session (
  account_id             uuid not null,
  gift_request_id        uuid not null,
  opened_at              timestamptz,
  chosen                 uuid[],
  locale                 text,
  declined_at            timestamptz,
  decline_reason         text,
  renewal_requested_at   timestamptz,
  renewal_message        text,
  confirmed_email_digest bytea,
  constraint redemption_session_pkey primary key (account_id, gift_request_id),
  constraint redemption_session_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id)
);
create index redemption_session_declined on gifting.redemption_session (account_id, gift_request_id) where (declined_at is not null);
select platform.enable_rls('gifting.redemption_session');
