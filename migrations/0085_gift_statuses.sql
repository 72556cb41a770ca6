-- Places of one-links that were never claimed are not gifts yet, and expired gifts were not cancelled. The list of gifts
-- and the counts above it are read along this index.
create index gift_request_shown on gifting.gift_request
  (account_id, (case when state = 'expired' then state else status end), id) include (state, status)
  where one_link_id is null or sent_at is not null;
