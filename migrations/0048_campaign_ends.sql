--! fits-older
-- A campaign that is paused, or whose end has passed, takes no new gift requests. Those that exist go on.

alter table campaigns.campaign
  add column is_paused boolean not null default false,
  add column ends_at timestamptz;
