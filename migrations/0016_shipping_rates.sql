-- Where a warehouse ships from; null until an admin enters it.
alter table catalogue.warehouse add column address jsonb;

-- How the rate of a label is chosen for the gifts of a campaign.
alter table campaigns.campaign add column rate_rule jsonb not null default '{"kind": "cheapest"}'::jsonb;
