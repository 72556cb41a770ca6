-- A donation product is a charity; each of its variants is an amount. No code before this migration knows the kind.
alter table catalogue.product
  drop constraint product_kind_check,
  add column registration_number text,
  add column charity_url text,
  add constraint product_kind_check check (kind = any (array['physical', 'digital', 'donation'])),
  add constraint product_charity_check check (kind = 'donation' or (registration_number is null and charity_url is null));

-- What the sender gives to the charity, in the smallest unit of the currency, and how often recipients can choose it.
alter table catalogue.variant
  add column donation_amount_minor integer,
  add column donation_currency text,
  add column donation_cap integer,
  add constraint variant_donation_check check ((donation_amount_minor is null) = (donation_currency is null)),
  add constraint variant_donation_amount_minor_check check (donation_amount_minor > 0),
  add constraint variant_donation_cap_check check (donation_cap > 0);

-- What senders owe to charities, and what they have paid.
create schema donations;

-- The donations of a variant that count towards its cap; `id` is the id of the variant.
create table donations.tally (
  account_id uuid not null,
  id         uuid not null,
  given      integer not null,
  constraint tally_pkey primary key (account_id, id),
  constraint tally_account_id_id_fkey foreign key (account_id, id) references catalogue.variant(account_id, id),
  constraint tally_given_check check (given >= 0)
);
select platform.enable_rls('donations.tally');

-- The donations of one charity, currency and month (UTC) that the sender paid together.
create table donations.payment (
  account_id   uuid not null,
  id           uuid not null,
  product_id   uuid not null,
  currency     text not null,
  month        date not null,
  donations    integer not null,
  amount_minor bigint not null,
  paid_by      uuid not null,
  paid_at      timestamptz not null,
  reverted_at  timestamptz,
  constraint payment_pkey primary key (account_id, id),
  constraint payment_account_id_product_id_fkey foreign key (account_id, product_id) references catalogue.product(account_id, id),
  constraint payment_donations_check check (donations > 0),
  constraint payment_amount_minor_check check (amount_minor > 0)
);
create index payment_group on donations.payment (account_id, month, product_id, currency);
select platform.enable_rls('donations.payment');

-- One donation line of a gift request. Name and amount are copied when the donation is made. A donation contains no
-- personal data, so it stays after the erasure of a recipient.
create table donations.donation (
  account_id          uuid not null,
  id                  uuid not null,
  gift_request_id     uuid not null,
  line_item_id        uuid,
  variant_id          uuid not null,
  product_id          uuid not null,
  charity_name        text not null,
  registration_number text,
  quantity            integer not null,
  amount_minor        bigint not null,
  currency            text not null,
  reason              text not null,
  month               date not null,
  donated_at          timestamptz not null,
  voided_at           timestamptz,
  payment_id          uuid,
  constraint donation_pkey primary key (account_id, id),
  -- The database guarantees one donation for each line item, and one for an unclaimed gift, whose line item is null.
  constraint donation_account_id_gift_request_id_line_item_id_key unique nulls not distinct (account_id, gift_request_id, line_item_id),
  constraint donation_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint donation_account_id_product_id_fkey foreign key (account_id, product_id) references catalogue.product(account_id, id),
  constraint donation_account_id_variant_id_fkey foreign key (account_id, variant_id) references catalogue.variant(account_id, id),
  constraint donation_account_id_payment_id_fkey foreign key (account_id, payment_id) references donations.payment(account_id, id),
  constraint donation_quantity_check check (quantity > 0),
  constraint donation_amount_minor_check check (amount_minor > 0),
  constraint donation_reason_check check (reason = any (array['chosen', 'direct', 'unclaimed'])),
  constraint donation_unclaimed_check check ((reason = 'unclaimed') = (line_item_id is null)),
  constraint donation_voided_check check (voided_at is null or payment_id is null)
);
create index donation_group on donations.donation (account_id, month, product_id, currency);
create index donation_payment on donations.donation (account_id, payment_id) where (payment_id is not null);
create index donation_variant on donations.donation (account_id, variant_id);
select platform.enable_rls('donations.donation');

-- What happens when a gift of the campaign expires and its recipient did not redeem it; null: nothing.
alter table campaigns.campaign
  add column fallback_variant_id uuid,
  add constraint campaign_account_id_fallback_variant_id_fkey foreign key (account_id, fallback_variant_id) references catalogue.variant(account_id, id);
