-- Endpoints that publish over a connection, such as one to a message broker, in place of a request to their URL.
-- Older processes would send the events to the broker's address over HTTP, so they stop.

-- The URL of such an endpoint is the address of the broker, for people. A deleted endpoint has no connection.
alter table webhooks.endpoint
  add column connection_id uuid,
  add constraint endpoint_connection_fkey foreign key (account_id, connection_id)
    references connections.connection(account_id, id),
  add constraint endpoint_connection_check check (connection_id is null or deleted_at is null);
create index endpoint_connection on webhooks.endpoint (account_id, connection_id) where (connection_id is not null);
