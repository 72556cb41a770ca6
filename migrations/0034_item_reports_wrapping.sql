--! fits-older
-- The result of each report of a missing or damaged item, so that a retry of the report changes no stock twice. The id is
-- the caller's. Rows are deleted after a day.
create table fulfilment.item_report (
  account_id uuid not null,
  id         uuid not null,
  parcel_id  uuid not null,
  variant_id uuid not null,
  problem    text not null,
  outcome    text,
  created_at timestamptz not null,
  constraint item_report_pkey primary key (account_id, id),
  constraint item_report_account_id_fkey foreign key (account_id) references access.account(id),
  constraint item_report_problem_check check (problem = any (array['out_of_stock', 'damaged']))
);
create index item_report_created_at on fulfilment.item_report (created_at);
select platform.enable_rls('fulfilment.item_report');

-- The parcels that did not arrive, for the overview.
create index parcel_failed on fulfilment.parcel (account_id, updated_at) where (state in ('lost', 'returned'));

-- The paper and the ribbon of the drawn gift on the pages of recipients.
alter table campaigns.campaign
  add column wrapping jsonb not null default '{"paper": "dots", "ribbon": "cream"}';
