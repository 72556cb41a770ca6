-- One lease for all that was claimed at once. A row of the queue only notes whose it is, in a column that no
-- index knows: claiming it then touches no index, and its new version lies beside the old one (half of each
-- page is kept free for that). A leased row stays in its lane; `lease_token` says that it is taken.

create table webhooks.lease (
  token        uuid        primary key,
  until        timestamptz not null,
  endpoint_ids uuid[]      not null, -- of each delivery, in the order of ids
  ids          uuid[]      not null
) with (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0
);
-- To compress ids takes longer than to write them.
alter table webhooks.lease alter column endpoint_ids set storage external, alter column ids set storage external;
create index lease_until on webhooks.lease (until);

-- It holds what belongs to many accounts, so only what sees all of them sees it.
alter table webhooks.lease enable row level security, force row level security;
create policy everyone on webhooks.lease using (current_setting('bestow.account', true) = '*');

insert into webhooks.lease (token, until, endpoint_ids, ids)
select lease_token, max(lease_until), array_agg(endpoint_id order by id), array_agg(id order by id)
  from webhooks.delivery_queue where state = 2 group by lease_token;

update webhooks.delivery_queue set state = case when attempt >= 3 then 1 else 0 end where state = 2;

drop index webhooks.delivery_leased;
alter table webhooks.delivery_queue drop column lease_until, set (fillfactor = 45);
