-- Why nothing can be signed for an endpoint at present, such as the key that is missing. Its deliveries are parked meanwhile,
-- and go on when a worker can decrypt the secret again.
alter table webhooks.endpoint add signing_error text;
create index endpoint_signing_error on webhooks.endpoint (id) where signing_error is not null;
