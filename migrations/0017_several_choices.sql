--! fits-older
-- How many items a recipient may choose from the offering, each of another product. With selection mode 'all' it has no
-- effect.
alter table campaigns.campaign
  add column max_choices integer not null default 1,
  add constraint campaign_max_choices_check check (max_choices between 1 and 10);

-- The campaign's value at the creation of the gift request. A later change of the campaign does not change it.
alter table gifting.gift_request add column max_choices integer not null default 1;
