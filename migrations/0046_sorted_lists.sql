--! fits-older
-- The admin list sorts gifts by their last change and skips the placeholders of one-links, of which there can be a million between
-- two gifts. Each gift request is in one of these two indexes, so a change writes as many index entries as before.
create index gift_request_gift_updated on gifting.gift_request (account_id, updated_at, id)
  where (one_link_id is null or sent_at is not null);
create index gift_request_placeholder_updated on gifting.gift_request (account_id, updated_at, id)
  where (one_link_id is not null and sent_at is null);
drop index gifting.gift_request_updated;

-- The order of names: first name, then last name. Gifts without a name come last, from an index of their own.
create index gift_request_search_name on gifting.gift_request (account_id, search_first, search_last, id);
drop index gifting.gift_request_search_first;
create index gift_request_nameless on gifting.gift_request (account_id, id)
  where (search_first = '' and search_last = '' and (one_link_id is null or sent_at is not null));

-- Gifts to send in the next days.
create index gift_request_scheduled on gifting.gift_request (account_id, send_at, id) where (state = 'scheduled');

create index campaign_name on campaigns.campaign (account_id, lower(name), id);
create index product_name on catalogue.product (account_id, lower(name), id);
