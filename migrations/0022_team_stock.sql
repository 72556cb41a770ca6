--! fits-older
-- A warehouse whose stock is for the gifts of one team. Without a team, its stock is for all gifts.
alter table catalogue.warehouse
  add column team_id uuid,
  add constraint warehouse_team_id_fkey foreign key (account_id, team_id) references access.team(account_id, id) not valid;
alter table catalogue.warehouse validate constraint warehouse_team_id_fkey;
