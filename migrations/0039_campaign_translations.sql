--! fits-older
-- The texts of a campaign in further languages: {"de": {"subject": …, "body": …, "headline": …, "message": …}}.
alter table campaigns.campaign add column translations jsonb not null default '{}'::jsonb;
alter table campaigns.campaign add constraint campaign_translations_check check (jsonb_typeof(translations) = 'object');
