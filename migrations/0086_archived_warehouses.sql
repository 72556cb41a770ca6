-- A warehouse that is closed keeps its history and stands in no table of stock.
alter table catalogue.warehouse add column archived_at timestamptz;
