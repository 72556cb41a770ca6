--! fits-older
-- Why a TLS connection failed, and facts of the receiver's certificate.
alter table webhooks.attempt add column reason text, add column detail text;
