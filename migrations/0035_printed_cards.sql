--! fits-older
-- Whether the greeting is printed for the parcels of a campaign.
alter table campaigns.campaign add column prints_card boolean not null default true;

-- When a card was last printed for the parcel as it is now: a parcel that is packed again has a new row.
alter table fulfilment.packing add column card_printed_at timestamptz;
