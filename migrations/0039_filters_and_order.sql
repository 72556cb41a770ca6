-- Filters of endpoints, and the order of the events of a gift.
-- Older processes would send events that a filter leaves out, and events of a gift out of order, so they stop.

alter table webhooks.endpoint
  add column filter text,
  add column ordered boolean not null default false,
  add constraint endpoint_filter_check check (length(filter) <= 1000);

-- When the filter of the endpoint left the event out, so that the delivery ended without an attempt.
alter table webhooks.delivery add column filtered_at timestamptz;
create index delivery_filtered on webhooks.delivery (account_id, id) where (filtered_at is not null);

-- The gift request of a delivery to an endpoint with `ordered`; null at other endpoints. State 5: an earlier event of the
-- gift request is still open at the endpoint.
alter table webhooks.delivery_queue add column subject_id uuid;
create index delivery_order on webhooks.delivery_queue (endpoint_id, subject_id, event_id) where (subject_id is not null);
create index delivery_behind on webhooks.delivery_queue (endpoint_id, subject_id, event_id) where (state = 5);

-- Whatever ends a delivery makes the next event of the gift request ready.
create function webhooks.release_next() returns trigger
language plpgsql set enable_seqscan = off as $$
begin
  update webhooks.delivery_queue q set state = case when q.attempt >= 1 then 1 else 0 end
   where q.account_id = old.account_id and q.endpoint_id = old.endpoint_id and q.state = 5
     and q.id = (select n.id from webhooks.delivery_queue n
                  where n.endpoint_id = old.endpoint_id and n.subject_id = old.subject_id and n.state = 5
                  order by n.event_id limit 1);
  return null;
end $$;
create trigger release_next after delete on webhooks.delivery_queue
  for each row when (old.subject_id is not null) execute function webhooks.release_next();
