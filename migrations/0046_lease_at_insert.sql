--! fits-older
-- The transaction of an account that writes a delivery may lease it to a worker. A lease without deliveries that carry its
-- token has no effect.

create policy insert_by_accounts on webhooks.lease for insert with check (true);
