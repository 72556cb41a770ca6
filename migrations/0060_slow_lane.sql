-- What waits for endpoints that take nothing at present has a lane of its own (state 2), so that the claims of the other lanes
-- need not pass by it. Workers of an older version do not look into this lane, so they must not run beside newer ones.
create index delivery_ready_slow on webhooks.delivery_queue (endpoint_id, id) where state = 2;
