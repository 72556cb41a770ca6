--! fits-older
-- Milliseconds of the phases of an attempt; null for phases that did not end, and for a connection that was reused. The
-- rest of the duration is the wait for the response.
alter table webhooks.attempt
  add column dns_ms smallint,
  add column connect_ms smallint,
  add column tls_ms smallint;
