--! fits-older
-- Where a product may go. `destinations` has ISO 3166-1 codes of countries (DE) and ISO 3166-2 codes of US states (US-CA).
alter table catalogue.product
  add column destination_mode text not null default 'all',
  add column destinations text[] not null default '{}',
  add column minimum_age integer,
  add constraint product_destination_mode_check check (destination_mode = any (array['all', 'allow', 'deny'])),
  add constraint product_destinations_check check ((destination_mode = 'all') = (cardinality(destinations) = 0)),
  add constraint product_minimum_age_check check (minimum_age between 1 and 99);

-- What a carrier and the customs need to know. Null means unknown.
alter table catalogue.variant
  add column weight_grams integer,
  add column length_mm integer,
  add column width_mm integer,
  add column height_mm integer,
  add column hs_code text,
  add column origin_country text,
  add column declared_value_minor integer,
  add column declared_value_currency text,
  add constraint variant_weight_grams_check check (weight_grams > 0),
  add constraint variant_length_mm_check check (length_mm > 0),
  add constraint variant_width_mm_check check (width_mm > 0),
  add constraint variant_height_mm_check check (height_mm > 0),
  add constraint variant_hs_code_check check (hs_code ~ '^[0-9]{6,10}$'),
  add constraint variant_declared_value_check check (declared_value_minor >= 0 and (declared_value_minor is null) = (declared_value_currency is null));

-- The pictures that were loaded from other servers, by the SHA-256 of their URL. A URL is loaded once.
create table catalogue.picture_source (
  account_id uuid not null,
  url_digest bytea not null,
  name       text not null,
  created_at timestamptz not null,
  constraint picture_source_pkey primary key (account_id, url_digest),
  constraint picture_source_account_id_name_fkey foreign key (account_id, name) references catalogue.picture(account_id, name) on delete cascade
);
create index picture_source_picture on catalogue.picture_source (account_id, name);
select platform.enable_rls('catalogue.picture_source');

-- The recipient's statement about their age: when, and the age.
alter table gifting.redemption_session
  add column age_confirmed_at timestamptz,
  add column age_confirmed integer;

-- The highest minimum age of the lines when the parcel was created: an adult signs for it.
alter table fulfilment.parcel add column minimum_age integer;
