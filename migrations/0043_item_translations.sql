--! fits-older
-- The texts of products and variants in further languages:
-- {"de": {"name": …, "description": …, "images": [{"url": …, "name": …}]}}. A variant has no description.
alter table catalogue.product add column translations jsonb not null default '{}'::jsonb;
alter table catalogue.product add constraint product_translations_check check (jsonb_typeof(translations) = 'object');
alter table catalogue.variant add column translations jsonb not null default '{}'::jsonb;
alter table catalogue.variant add constraint variant_translations_check check (jsonb_typeof(translations) = 'object');

-- The language of the other texts of the catalogue; null: the language of each campaign.
alter table access.settings add column catalogue_language text check (catalogue_language ~ '^[a-z]{2}$');

-- How emails and pages address recipients, in languages with two forms. Null: as usual in each language; for a campaign:
-- as the account does.
alter table access.settings add column tone text check (tone in ('formal', 'informal'));
alter table campaigns.campaign add column tone text check (tone in ('formal', 'informal'));
