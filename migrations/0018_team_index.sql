--! no-transaction fits-older
-- The gift requests of a team, for their list. Most gift requests have no team.

drop index concurrently if exists gifting.gift_request_team;
create index concurrently gift_request_team on gifting.gift_request (account_id, team_id, id) where (team_id is not null);
